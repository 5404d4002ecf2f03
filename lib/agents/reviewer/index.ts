import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { readPlan } from "@/lib/core/plan";
import { type ReadDecision, readDecision } from "@/lib/core/review";
import { blocksMessage } from "../delimit";
import { costText, issueLines, remainingTasks } from "../facts";
import type { Parsed, Role } from "../role";
import { SYSTEM } from "./prompt";
import { REVIEW_ANSWER } from "./schema";
import type { ReviewedTask, ReviewerInput, ReviewerOutput } from "./types";

type Decided = Extract<ReadDecision, { ok: true }>;

const PROBLEMS: Record<Extract<ReadDecision, { ok: false }>["reason"], string> = {
  missing: "There is no decision in it: CONTINUE, REPLAN, COMPLETE or ABORT.",
  ambiguous: "It names more than one decision, or none on its own: give exactly one.",
  no_plan: "It decides REPLAN but brings no plan that can be read: write the new tail in updatedPlan.",
  no_result: "It decides COMPLETE but brings no result: write it in finalResult.",
};

/** Judges a checkpoint of the plan. An answer that leaves any doubt about the decision is a problem, never CONTINUE. */
export const reviewer: Role<ReviewerInput, ReviewerOutput> = {
  name: "reviewer",
  version: "3",
  output: { name: "review_decision", schema: REVIEW_ANSWER },
  buildPrompt: ({ mission, brief, review, tasks, remaining, costMicroUsd, problem }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", mission],
        ["agent_brief", brief],
        ["review", reviewFacts(review)],
        ["tasks", tasks.map(taskFacts)],
        ["remaining", remainingTasks(remaining)],
        ["cost", costText(costMicroUsd)],
        ["problem", problem],
      ]),
    ],
  }),
  parse(text) {
    const read = readDecision(text);
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
    return decision === "REPLAN" ? withTail(decided, read.updatedPlan) : { ok: true, value: decided };
  },
};

function reviewFacts({ focus, decisionPoints, potentialOutcomes }: ReviewerInput["review"]): Json {
  return { focus, decisionPoints, potentialOutcomes };
}

function taskFacts({ id, title, type, status, preview, diagnosis, checks }: ReviewedTask): Json {
  const facts = { id, title, type, status, preview, ...(diagnosis !== undefined && { diagnosis }) };
  return checks ? { ...facts, checks } : facts;
}

function withTail(decided: ReviewerOutput, tail: Decided["updatedPlan"]): Parsed<ReviewerOutput> {
  if (tail === undefined) return { ok: false, problem: PROBLEMS.no_plan };
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
