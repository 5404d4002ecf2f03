import { readAnswer, splitThinking } from "@/lib/core/answers";
import { wholeValue } from "@/lib/core/answers/read-answer";
import type { AttachmentNote } from "@/lib/core/attachments";
import type { RoundComment } from "@/lib/core/comments/schema";
import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import type { Finding } from "@/lib/core/plan/critic/types";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import { planLines } from "@/lib/core/plan/write/json";
import type { ToolFacts } from "@/lib/core/ports";
import { roleLine } from "@/lib/core/prompt-blocks";
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
  type ObligationFacts,
  PEOPLE_RULE,
  PLAN_STYLE_RULE,
  PLANNED_FILES_RULE,
  problemLines,
  REVIEWS_RULE,
  reviewFacts,
} from "../facts";
import { AGENT_FORMAT, CHECK_FORMAT, PLAN_FORMAT, REVIEW_FORMAT, TAIL_FORMAT } from "../plan-format";
import { TOOLS_RULE, toolsForPlanning, toolsInUse } from "../planned-tools";
import type { Role, RolePrompt } from "../role";
import { readWrittenPlan, type WrittenPlan } from "../written-plan";
import { TRIALS_END, type Trial, toldOnce, trialFacts } from "./trials";

export type ReplanTrigger = {
  kind: "review" | "task_failed" | "verification" | "quality_gate" | "person";
  taskId?: string;
  reason: string;
  output?: string;
  diagnosis?: string;
};

/** A task that has ended, as it was planned; `input` is its beginning. */
type EndedTask = { id: string } & JsonObject;

export type ReplannerInput = {
  mission: string;
  /** The day on which the run was created, as `2026-09-23`. */
  date?: string;
  constraints?: string;
  /** `short`: what each new task is to do and no more. */
  planStyle?: "full" | "short";
  attachments?: AttachmentNote[];
  trigger: ReplanTrigger;
  /** What succeeded, each with the beginning of its result. */
  completed: EndedTask[];
  /** One line for each writing tool call that has already happened in the run. */
  effectsDone: string[];
  /** What people said in this run, a line each. */
  peopleSaid?: string[];
  /** What the current plan would still do, each task whole; the new tail takes its place. */
  remaining: JsonObject[];
  /** The agents of the plan, by name. */
  agents?: JsonObject;
  /** What the plan says of itself, with the notes that stand beside its tasks. */
  objective?: string;
  /** What people say of the plan in force, of a round that asked for this replan. */
  comments?: readonly RoundComment[];
  /** A tail that the one who wants the plan replaced has written. */
  suggestion?: Plan;
  obligations?: ObligationFacts[];
  /** What has ended otherwise, with its status; that of the trigger says no more than that. */
  errors?: EndedTask[];
  /** Earlier replans and iterations, oldest first: `[Iteration n] reason`. */
  history: string[];
  /** What was tried already and did not do, oldest first. */
  trials?: Trial[];
  /** What was learned in earlier missions, the best fitting first. */
  lessons?: string[];
  /** What the run has cost; absent = unknown. */
  costMicroUsd?: number;
  /** What may still be used of each limit of the run. */
  budget?: { counter: string; used: number; limit: number; left: number }[];
  tools: ToolFacts[];
  /** Reviews that the workspace has set up, which the tail may name. */
  reviews?: OwnReview[];
  /** Who can answer gates, where these are more than the local person. */
  people?: AssignablePeople;
  /** The current plan version's number. */
  version: number;
  /** The tail that could not be used, and why, or in which the critic found these weak places. `refused`: edits of the plan in force. */
  problem?:
    | { answer: string; issues: Issue[] }
    | { answer: string; findings: Finding[] }
    | { answer: string; refused: string };
};

type ReplannerOutput = ({ kind: "plan" } & WrittenPlan) | { kind: "mission_impossible"; reason: string };

/** Of both questions that the role is asked. */
export const REPLANNER_VERSION = "33";

const systemWith = (format: string) => `${roleLine("replanner")}
A plan has met reality and cannot go on as it stands. You write its new tail: everything that is still to be done from here.

How to replan
- "trigger": why the plan stopped. Kind "person" is somebody's wish: follow it. Kind "review": a checkpoint says what must change. First remove the cause, then prove that it is removed, then go on to the mission's end.
- Write only new tasks. Each needs an id that occurs nowhere above. A task that takes over from an old one, done, failed or remaining, names it in "replaces", and has its id with "_v" and a number behind it: "load_v2". What it does not say of that one's "verification" (the text "true": none is wanted), "outputSchema", "llmReview", "qualityGate" and terms of its "gate" stays as it was; so do reflection and limits of an agent that you describe again.
- If no tail can reach the mission, do not invent one.

${format}

Answer with one JSON object alone: the tail, or {"missionImpossible": "<why no plan can reach the mission>"}.

${DATA_RULE}`;

const SYSTEM = systemWith(TAIL_FORMAT);
/** For who has written a tail that could not be used: all that can be said. */
const WHOLE_SYSTEM = systemWith([PLAN_FORMAT, AGENT_FORMAT, REVIEW_FORMAT, CHECK_FORMAT].join("\n\n"));

const RULES: readonly BlockRule[] = [
  TOOLS_RULE,
  PEOPLE_RULE,
  REVIEWS_RULE,
  { of: ["objective"], says: '"objective": what the plan in force is for, and what it notes.' },
  { of: ["date"], says: '"date" is the day on which the run began.' },
  { of: ["constraints"], says: '"constraints" hold for every task.' },
  PLANNED_FILES_RULE,
  PLAN_STYLE_RULE,
  {
    of: ["completed"],
    says: '"completed": what is done, as it was planned, with the beginning of its result ("preview"). Use these results by their exact ids; do no work again that "trigger" does not call wrong.',
  },
  {
    of: ["effects_done"],
    says: '"effects_done": what has been changed in the world. Do not repeat it.',
  },
  {
    of: ["people_said"],
    says: '"people_said": what people in charge said so far. It holds for the new tail.',
  },
  {
    of: ["remaining", "agents"],
    says: '"remaining": the old tail. It is dropped; take over what still makes sense. "agents": those of the plan, for the tail to use.',
  },
  {
    of: ["suggestion", "previous_answer"],
    says: `Edits, in place of a tail: ${EDITS_FORM} They are made of "previous_answer", else of "suggestion".`,
  },
  COMMENTS_RULE,
  {
    of: ["suggestion"],
    says: '"suggestion" is a tail that the one who stopped the plan has in mind: use it as far as it is right.',
  },
  {
    of: ["obligations"],
    says: '"obligations": what people have to agree to, and what that holds back. A tail in which a task could act, or the mission be answered, without a control at least as strong is not adopted ("(answer)": that of the mission; what a control "shows" stands in its "input"): take over human reviews and reviews that require approval with all their terms.',
  },
  {
    of: ["errors"],
    says: '"errors": what has ended otherwise, as it was planned.',
  },
  { of: ["history"], says: '"history": earlier replans and iterations of this run, by what each was for.' },
  LESSONS_RULE,
  { of: ["cost"], says: '"cost": what the run has cost.' },
  { of: ["budget"], says: '"budget": a tail that needs more cannot be carried out.' },
  {
    of: ["problem"],
    says: '"problem" says why your last answer could not be used ("previous_answer", where it was a tail), or where a critic finds the plan with it weak. Answer with the whole tail, corrected.',
  },
  {
    of: ["do_not_repeat"],
    says: '"do_not_repeat": what was tried and did not do, and how many tasks were then planned because of it. The same approach in other words is the same approach. Controls and checks are no approach: keep them, and do the work behind or before them otherwise.',
  },
];

/** Writes the new tail of a plan, or says that none can reach the mission. */
export const replanner: Role<ReplannerInput, ReplannerOutput> = {
  name: "replanner",
  version: REPLANNER_VERSION,
  json: true,
  buildPrompt: (input) =>
    withTrialsEnd(
      // A person's wish is no failure whose cause would have to be found.
      input.trigger.kind === "person" ? [] : input.trials,
      promptOf(input.problem && !("refused" in input.problem) ? WHOLE_SYSTEM : SYSTEM, RULES, [
        [
          "tools",
          toolsForPlanning(input.tools, {
            attachments: input.attachments ?? [],
            inUse: toolsInUse(input.agents),
          }),
        ],
        ["review_templates", input.reviews && reviewFacts(input.reviews)],
        ["people", input.people],
        ["mission", input.mission],
        ["date", input.date],
        ["constraints", input.constraints],
        ["objective", input.objective],
        ["plan_style", input.planStyle === "short" ? input.planStyle : undefined],
        ["attachments", attachmentFacts(input.attachments)],
        ["trigger", { ...input.trigger }],
        ["completed", input.completed],
        ["effects_done", input.effectsDone.join("\n")],
        ["people_said", input.peopleSaid?.map((line) => toldOnce(line, input.trigger.reason)).join("\n")],
        ["agents", input.agents],
        ["remaining", input.remaining],
        ["comments", commentFacts(input.comments)],
        ["suggestion", input.suggestion && planLines(input.suggestion)],
        ["obligations", input.obligations?.map((one) => ({ ...one }))],
        ["errors", input.errors],
        ["history", input.history.join("\n")],
        ["lessons", input.lessons],
        ["cost", costText(input.costMicroUsd)],
        [
          "budget",
          input.budget?.map(({ counter, left, limit }) => `${counter}: ${left} of ${limit} left`).join("\n"),
        ],
        ["previous_answer", input.problem?.answer],
        ["problem", input.problem && problemLines(input.problem)],
        ["do_not_repeat", input.trials?.map((one) => trialFacts(one, input.trigger))],
      ]),
    ),
  parse(text) {
    const reason = impossibleBecause(text);
    if (reason !== undefined) return { ok: true, value: { kind: "mission_impossible", reason } };
    const read = readWrittenPlan(text);
    if (read.ok) return { ...read, value: { kind: "plan", ...read.value } };
    const said = readAnswer(text);
    const isMeant = said.ok && impossibleIn(said.value) !== undefined;
    return isMeant ? { ...read, problem: ALONE } : read;
  },
};

/** The trials come last, and after them what to make of them. */
function withTrialsEnd(
  trials: readonly Trial[] = [],
  { system, messages }: ReturnType<typeof promptOf>,
): RolePrompt {
  if (trials.length === 0) return { system, messages };
  return { system, messages: messages.map((one) => ({ ...one, text: `${one.text}\n\n${TRIALS_END}` })) };
}

const KEYS = ["missionImpossible", "mission_impossible"];

const ALONE =
  'Words stand around it. If no plan can reach the mission, answer {"missionImpossible": "<why>"} alone.';

/** Only an answer that is this object alone ends a mission: a plan beside it, or a blank reason, does not. */
const impossibleBecause = (text: string): string | undefined =>
  impossibleIn(wholeValue(splitThinking(text).answer.trim()));

function impossibleIn(value: Json | undefined): string | undefined {
  if (!isJsonObject(value)) return;
  const [[key, reason] = [], ...others] = Object.entries(value).filter(([, item]) => item !== null);
  if (key === undefined || !KEYS.includes(key) || others.length > 0) return;
  return typeof reason === "string" && reason.trim() !== "" ? reason.trim() : undefined;
}
