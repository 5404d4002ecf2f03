import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { readPlan } from "@/lib/core/plan";
import {
  DECISIONS,
  type Decision,
  FAILURE_POLICIES,
  type Issue,
  type Plan,
  type ReviewSpec,
  TASK_TYPES,
  type TaskType,
} from "@/lib/core/plan/schema";
import { roleLine } from "@/lib/core/prompt-blocks";
import { type ReadDecision, readDecision } from "@/lib/core/review";
import { type DecisionPointAnswer, POINT_ANSWERS } from "@/lib/core/review/types";
import { blocksMessage, DATA_RULE } from "../delimit";
import { costText, issueLines, remainingTasks } from "../facts";
import { CHECK_FORMAT, PLAN_FORMAT, REVIEW_FORMAT } from "../plan-format";
import type { Parsed, Role } from "../role";
import { closed, orNull } from "../strict-schema";

export type ReviewedTask = {
  id: string;
  title: string;
  type: TaskType;
  status: string;
  preview: string;
  diagnosis?: string;
  /** What its result was held against: layer, outcome, and what was asked or found. */
  checks?: string[];
};

export type ReviewerInput = {
  mission: string;
  /** In whose name to judge, and what they look for. */
  brief?: string;
  review: ReviewSpec;
  tasks: ReviewedTask[];
  remaining: { id: string; title: string; type: TaskType }[];
  /** Absent = unknown. */
  costMicroUsd?: number;
  /** Why the previous answer could not be used, and that answer. */
  problem?: string;
  previousAnswer?: string;
};

export type ReviewerOutput = {
  decision: Decision;
  reasoning: string;
  answers: DecisionPointAnswer[];
  /** The new tail of a REPLAN, as the reviewer wrote it: its ids are not yet checked against the run. */
  updatedPlan?: Plan;
  finalResult?: Json;
  abortReason?: string;
  /** What reading `updatedPlan` could not make sense of. */
  warnings: Issue[];
};

/** The reviewer's structured answer. Agents are a list, since free keys cannot be said. */

const text: JsonObject = { type: "string" };
const texts: JsonObject = { type: "array", items: text };
const decision: JsonObject = { type: "string", enum: [...DECISIONS] };
const policy: JsonObject = { type: "string", enum: [...FAILURE_POLICIES] };

const review = closed({
  focus: text,
  previousTasks: texts,
  decisionPoints: texts,
  potentialOutcomes: { type: "array", items: closed({ decision, when: text }) },
});

const task = closed({
  id: text,
  title: text,
  type: { type: "string", enum: [...TASK_TYPES] },
  agent: orNull(text),
  input: text,
  details: texts,
  dependsOn: texts,
  onFailure: orNull(policy),
  verification: orNull(text),
  onVerificationFailure: orNull(policy),
  llmReview: orNull(text),
  qualityGate: orNull({ type: "boolean" }),
  replaces: orNull(text),
  review: orNull(review),
  gate: orNull(closed({ prompt: text })),
});

const updatedPlan = closed({
  title: text,
  agents: { type: "array", items: closed({ name: text, prompt: text, tools: texts }) },
  tasks: { type: "array", items: task },
});

export const REVIEW_ANSWER: JsonObject = closed({
  decision,
  reasoning: text,
  answers: {
    type: "array",
    items: closed({ question: text, answer: { type: "string", enum: [...POINT_ANSWERS] }, evidence: text }),
  },
  updatedPlan: orNull(updatedPlan),
  finalResult: orNull(text),
  abortReason: orNull(text),
});

const SYSTEM = `${roleLine("reviewer")}
A plan has come to a checkpoint. You judge what really happened and decide how it goes on. Your decision is acted on.

What you have
- "agent_brief", where there is one: in whose name you judge, and what they look for. Others judge beside you; give your own judgement. It changes nothing of how you answer.
- "review": the focus of this checkpoint, the questions to answer and the outcomes the plan foresaw.
- "tasks": the tasks under review with their true status, the beginning of each result, the diagnosis of what failed, and the checks that a result was held against. What nobody checked rests on the agent's word.
- "remaining": what the plan would do next; reviews in it are marked [REVIEW]. "cost": what the run has cost so far.

How to judge
- Answer every decision point on its own: yes, warning (acceptable, but to be watched), no, or unclear (the results do not tell). Quote the number or the fact you rely on as evidence.
- Compare numbers with the limits that the questions name. A result that merely sounds good is no evidence; a missing one is unclear, not yes.
- Then decide:
  CONTINUE: the results carry the next tasks.
  REPLAN: the mission can still be reached, but not by the remaining tasks as they stand. Write the new tail.
  COMPLETE: the mission is achieved already; the rest is not needed. Write the final result.
  ABORT: going on would do harm or cannot lead anywhere. Write the reason.
- In doubt between two, take the one that does less harm.
- "problem" says why "previous_answer", your earlier answer, could not be used. Give the whole answer again, corrected.

Your answer is one JSON object with these keys, null where one does not apply:
- "decision": CONTINUE, REPLAN, COMPLETE or ABORT. "reasoning": two to four sentences for the people who follow the run.
- "answers": for each decision point {"question": the decision point, "answer": yes | warning | no | unclear, "evidence": what it rests on}.
- "updatedPlan": with REPLAN, the new tail: every task from here to the mission's end, with ids that occur nowhere above; it replaces all remaining tasks. Finished tasks are used by their ids. "agents" is a list here: {"name", "prompt", "tools"}.
- "finalResult": with COMPLETE, what the mission has achieved. "abortReason": with ABORT, why.

${PLAN_FORMAT}

${REVIEW_FORMAT}

${CHECK_FORMAT}

${DATA_RULE}`;

type Decided = Extract<ReadDecision, { ok: true }>;

const PROBLEMS: Record<Extract<ReadDecision, { ok: false }>["reason"], string> = {
  missing: "There is no decision in it: CONTINUE, REPLAN, COMPLETE or ABORT.",
  ambiguous:
    "It names more than one decision, or leaves in doubt whether the one is its own: give exactly one, and nothing that speaks against it.",
  no_plan:
    "It decides REPLAN but brings no plan that can be read: write the new tail in updatedPlan, or say in reasoning what must change, with updatedPlan null.",
  no_result: "It decides COMPLETE but brings no result: write it in finalResult.",
};

/** Judges a checkpoint of the plan. An answer that leaves any doubt about the decision is a problem, never CONTINUE. */
export const reviewer: Role<ReviewerInput, ReviewerOutput> = {
  name: "reviewer",
  version: "5",
  output: { name: "review_decision", schema: REVIEW_ANSWER },
  buildPrompt: ({ mission, brief, review, tasks, remaining, costMicroUsd, problem, previousAnswer }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", mission],
        ["agent_brief", brief],
        ["review", reviewFacts(review)],
        ["tasks", tasks.map(taskFacts)],
        ["remaining", remainingTasks(remaining)],
        ["cost", costText(costMicroUsd)],
        ["previous_answer", previousAnswer],
        ["problem", problem],
      ]),
    ],
  }),
  parse(text, data) {
    const read = readDecision(text, data);
    if (!read.ok) return { ok: false, problem: PROBLEMS[read.reason] };
    const { decision, reasoning, answers = [], finalResult, abortReason } = read;
    const decided: ReviewerOutput = {
      decision,
      reasoning,
      answers,
      warnings: [],
      ...(finalResult !== undefined && { finalResult }),
      ...(abortReason !== undefined && { abortReason }),
    };
    const tail = decision === "REPLAN" ? read.updatedPlan : undefined;
    return tail === undefined ? { ok: true, value: decided } : withTail(decided, tail);
  },
};

function reviewFacts({ focus, decisionPoints, potentialOutcomes }: ReviewerInput["review"]): Json {
  return { focus, decisionPoints, potentialOutcomes };
}

function taskFacts({ id, title, type, status, preview, diagnosis, checks }: ReviewedTask): Json {
  const facts = { id, title, type, status, preview, ...(diagnosis !== undefined && { diagnosis }) };
  return checks ? { ...facts, checks } : facts;
}

function withTail(
  decided: ReviewerOutput,
  tail: NonNullable<Decided["updatedPlan"]>,
): Parsed<ReviewerOutput> {
  const { plan, warnings, errors } = readPlan(typeof tail === "string" ? tail : fromAnswer(tail));
  if (plan && errors.length === 0) return { ok: true, value: { ...decided, updatedPlan: plan, warnings } };
  return { ok: false, problem: `Its updatedPlan cannot be used.\n${issueLines(errors)}`, issues: errors };
}

/** The tail as plans are written elsewhere: without the schema's nulls, and its list of agents by name. */
function fromAnswer(tail: JsonObject): JsonObject {
  const plan = withoutNulls(tail) as JsonObject;
  if (!Array.isArray(plan.agents)) return plan;
  const named = plan.agents.filter(isJsonObject).map(({ name, ...agent }) => [String(name), agent]);
  return { ...plan, agents: Object.fromEntries(named) };
}

function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item)]));
}
