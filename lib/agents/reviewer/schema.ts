import type { JsonObject } from "@/lib/core/json";
import { DECISIONS, FAILURE_POLICIES, TASK_TYPES } from "@/lib/core/plan/schema";
import { POINT_ANSWERS } from "@/lib/core/review/types";
import { closed, orNull } from "../strict-schema";

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
