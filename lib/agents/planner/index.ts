import type { AttachmentNote } from "@/lib/core/attachments";
import type { RoundComment } from "@/lib/core/comments/schema";
import type { PlannerExample } from "@/lib/core/examples/form";
import type { JsonObject } from "@/lib/core/json";
import type { Finding } from "@/lib/core/plan/critic/types";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import { planLines } from "@/lib/core/plan/write/json";
import type { ToolFacts } from "@/lib/core/ports";
import { roleLine } from "@/lib/core/prompt-blocks";
import { STATUS_OF_FINISH } from "@/lib/core/run/status";
import type { SimilarMission } from "@/lib/core/similar-missions";
import type { OwnReview } from "@/lib/core/templates/reviews";
import { type BlockRule, DATA_RULE, promptOf } from "../delimit";
import {
  type AssignablePeople,
  attachmentFacts,
  COMMENTS_RULE,
  commentFacts,
  costText,
  EDITS_FORM,
  LESSONS_RULE,
  PEOPLE_RULE,
  PLAN_STYLE_RULE,
  PLANNED_FILES_RULE,
  problemLines,
  REVIEWS_RULE,
  reviewFacts,
} from "../facts";
import { AGENT_FORMAT, CHECK_FORMAT, PLAN_FORMAT, REVIEW_FORMAT } from "../plan-format";
import { TOOLS_RULE, toolsForPlanning } from "../planned-tools";
import type { Role } from "../role";
import { readWrittenPlan, type WrittenPlan } from "../written-plan";

export type PlannerInput = {
  mission: string;
  /** The day on which the run was created, as `2026-09-23`. */
  date?: string;
  constraints?: string;
  attachments?: AttachmentNote[];
  /** The tools that plans of this run may give to agents. */
  tools: ToolFacts[];
  /** `short`: what each task is to do and no more; its details are written later, or by nobody. */
  planStyle?: "full" | "short";
  /** Ids of the models that an agent may name. */
  agentModels?: string[];
  /** The plan that a person read, and what they want changed in it. */
  changes?: { draft: Plan; words: string; comments?: readonly RoundComment[] };
  /** The plan was carried out and something is missing: what the new tasks build on. */
  iteration?: {
    number: number;
    reason: string;
    completed: { id: string; title: string; preview: string }[];
    /** One line for each writing tool call that has already happened in the run. */
    effectsDone: string[];
    /** Iterations so far, oldest first: `[Iteration n] reason`. */
    history: string[];
  };
  /** Reviews that the workspace has set up, which the plan may name. */
  reviews?: OwnReview[];
  /** Who can answer gates, where these are more than the local person. */
  people?: AssignablePeople;
  /** Finished missions like this one, the best fitting first. */
  missions?: SimilarMission[];
  /** What was learned in earlier missions, the best fitting first. */
  lessons?: string[];
  /** Plans that earlier missions led to, the most similar mission first. */
  examples?: PlannerExample[];
  /** The answer that could not be used, and why, or in which the critic found these weak places. */
  problem?:
    | { answer: string; issues: Issue[] }
    | { answer: string; findings: Finding[] }
    | { answer: string; refused: string };
};

const SYSTEM = `${roleLine("planner")}
You turn a mission into a plan: a graph of tasks that agents carry out, with checkpoints where it is judged against what really happened.

How to plan
- Work back from what must be true at the end. Every task has one purpose and a result that can be checked.
- Few tasks, wide rather than deep: order only what has to be in order.
- A task without a fitting tool is done by thinking and writing.

${PLAN_FORMAT}

${AGENT_FORMAT}

${REVIEW_FORMAT}

${CHECK_FORMAT}

Answer with the JSON object alone.

${DATA_RULE}`;

const RULES: readonly BlockRule[] = [
  TOOLS_RULE,
  PEOPLE_RULE,
  REVIEWS_RULE,
  { of: ["date"], says: '"date" is the day on which this runs.' },
  { of: ["constraints"], says: '"constraints" hold for every task.' },
  PLANNED_FILES_RULE,
  {
    of: ["models"],
    says: '"models": those that an agent may name in "model".',
  },
  PLAN_STYLE_RULE,
  {
    of: ["draft"],
    says: '"draft" is a plan that a person wants changed as "feedback" says. Answer with edits of it or the whole plan; leave what the feedback does not touch as it is, with its ids.',
  },
  {
    of: ["draft", "previous_answer"],
    says: `Edits: ${EDITS_FORM}`,
  },
  {
    of: ["trigger"],
    says: '"trigger": the plan has been carried out, and this is missing. "completed" stays: use it by its exact ids. "effects_done" must not be repeated; "history" tells what each iteration was to add. Write only the tasks that bring what is missing, under ids that occur nowhere above.',
  },
  COMMENTS_RULE,
  LESSONS_RULE,
  {
    of: ["similar_missions"],
    says: '"similar_missions" are missions like this one that have ended: how, how often their plan was replaced, and what they cost. They are facts of the past: plan for this mission, and where one failed or was replanned, see that this plan does not end like that. Of one that is marked simulated nothing was real.',
  },
  {
    of: ["examples"],
    says: '"examples" are plans of similar missions, chosen by people; a "note" says what to learn from one. Take from them how the work is divided, ordered and checked; the mission, the tools and the rules above decide what your plan says.',
  },
  {
    of: ["problem"],
    says: '"problem": why "previous_answer", your earlier plan, cannot be used, or where it is weak. Answer with edits of it or the whole plan, corrected: keep what is right, with its ids.',
  },
];

/**
 * Writes a mission's first plan, and writes it again when a person wants it changed or the critic finds it weak. It
 * asks for JSON without a schema: a plan names its agents freely, which the providers' strict schemas cannot say, and
 * `readPlan` reads what models really write.
 */
export const planner: Role<PlannerInput, WrittenPlan> = {
  name: "planner",
  version: "27",
  json: true,
  buildPrompt: ({
    mission,
    date,
    constraints,
    attachments,
    planStyle,
    tools,
    agentModels,
    changes,
    iteration,
    reviews,
    people,
    missions,
    lessons,
    examples,
    problem,
  }) =>
    promptOf(SYSTEM, RULES, [
      ["tools", toolsForPlanning(tools, { attachments: attachments ?? [] })],
      ["review_templates", reviews && reviewFacts(reviews)],
      ["people", people],
      ["models", agentModels?.join("\n")],
      ["mission", mission],
      ["date", date],
      ["constraints", constraints],
      ["attachments", attachmentFacts(attachments)],
      ["plan_style", planStyle === "short" ? planStyle : undefined],
      ["trigger", iteration && { kind: "iteration", number: iteration.number, reason: iteration.reason }],
      ["completed", iteration?.completed],
      ["effects_done", iteration?.effectsDone.join("\n")],
      ["history", iteration?.history.join("\n")],
      ["similar_missions", missions?.map(missionFacts)],
      ["lessons", lessons],
      ["examples", examples],
      ["draft", changes && planLines(changes.draft)],
      ["feedback", changes?.words],
      ["comments", commentFacts(changes?.comments)],
      ["previous_answer", problem?.answer],
      ["problem", problem && problemLines(problem)],
    ]),
  parse: (text) => readWrittenPlan(text),
};

function missionFacts({ mission, finishReason, costMicroUsd, demo, ...counts }: SimilarMission): JsonObject {
  const { replans, iterations } = counts;
  return {
    mission,
    outcome: `${STATUS_OF_FINISH[finishReason]} (${finishReason})`,
    replans,
    iterations,
    cost: costText(costMicroUsd ?? undefined),
    ...(demo && { simulated: true }),
  };
}
