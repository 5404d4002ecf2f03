import { z } from "zod";
import { agentExample } from "../examples/form";
import { json, jsonObject, recordOf } from "../json-schemas";
import { toolPolicy } from "../policy/schema";
import { planningHints } from "./hints";
import { CONSENSUS, DECISIONS, FAILURE_POLICIES, GATE_TIMEOUTS, REVIEW_TIMEOUTS, TASK_TYPES } from "./words";

export * from "./words";

/** The canonical plan (docs/plans.md). Readers translate everything people and models write into it. */

export const decision = z.enum(DECISIONS);
const taskType = z.enum(TASK_TYPES);
const failurePolicy = z.enum(FAILURE_POLICIES);

export const agent = z.object({
  prompt: z.string().default(""),
  tools: z.array(z.string()).default([]),
  model: z.string().optional(),
  /** Most turns, tool calls, working time, tokens of one request, and cost of one attempt (docs/agents.md). */
  maxTurns: z.int().min(1).optional(),
  hopBudget: z.int().min(0).optional(),
  deadlineMs: z.int().min(1).optional(),
  tokenBudget: z.int().min(1).optional(),
  costBudgetUsd: z.number().min(0).optional(),
  /** Most tool calls of one turn that run at the same moment. */
  maxParallel: z.int().min(1).optional(),
  hints: planningHints.optional(),
  /** How similar questions were answered; its prompt carries them (docs/examples.md). */
  examples: z.array(agentExample).optional(),
  /** Binds the agent beside the policies of its run and workspace; the strictest holds (docs/policies.md). */
  policy: toolPolicy.optional(),
  reflection: jsonObject.optional(),
});

export const reviewSpec = z.object({
  focus: z.string().default("Assess the progress so far and what to do next"),
  previousTasks: z.array(z.string()).default([]),
  decisionPoints: z
    .array(z.string())
    .default(["Is the mission on track?", "Do the remaining tasks still make sense?"]),
  potentialOutcomes: z.array(z.object({ decision, when: z.string() })).default([]),
  requiresHumanApproval: z.boolean().default(false),
  approvalTimeoutSeconds: z.int().min(1).optional(),
  onTimeout: z.enum(REVIEW_TIMEOUTS).default("abort"),
  condition: json.optional(),
  reviewers: z.array(z.string()).default([]),
  consensus: z.enum(CONSENSUS).default("strictest"),
  template: z.string().optional(),
});

export const gateSpec = z.object({
  prompt: z.string().default(""),
  form: jsonObject.optional(),
  assignees: z.array(z.string()).default([]),
  quorum: z.int().min(1).default(1),
  timeoutSeconds: z.int().min(1).optional(),
  onTimeout: z.enum(GATE_TIMEOUTS).default("reject"),
  /** Who is asked next, one after the other, when `onTimeout` is `escalate`. */
  escalateTo: z.array(z.string()).optional(),
  /** The author of the mission or the plan may not approve it. */
  fourEyes: z.boolean().optional(),
  /** Rejecting takes a reason. */
  requiresReason: z.boolean().optional(),
});

export const task = z.object({
  id: z.string().min(1),
  title: z.string(),
  type: taskType.default("task"),
  agent: z.string().default("default"),
  input: json.default(""),
  details: z.array(z.string()).default([]),
  dependsOn: z.array(z.string()).default([]),
  onFailure: failurePolicy.default("stop"),
  /** Extra attempts after the first: attempts = 1 + maxRetries. */
  maxRetries: z.int().min(0).default(1),
  critical: z.boolean().default(true),
  verification: z.string().optional(),
  onVerificationFailure: failurePolicy.default("replan"),
  /** JSON Schema, or a signature text such as `{items [{id :int}]}`. */
  outputSchema: z.union([z.string(), jsonObject]).optional(),
  llmReview: z.union([z.boolean(), z.string()]).default(false),
  qualityGate: z.boolean().default(false),
  timeoutMs: z.int().min(1).optional(),
  /** The id of the task whose lineage this one carries on (docs/plans.md, "Lineage"). */
  replaces: z.string().optional(),
  review: reviewSpec.optional(),
  gate: gateSpec.optional(),
});

/** The title of a plan that has none. */
export const UNTITLED = "Untitled plan";

export const plan = z.object({
  title: z.string(),
  objective: z.string().optional(),
  agents: recordOf(agent).default({}),
  tasks: z.array(task),
});

export type Agent = z.infer<typeof agent>;
export type ReviewSpec = z.infer<typeof reviewSpec>;
export type PotentialOutcome = ReviewSpec["potentialOutcomes"][number];
export type GateSpec = z.infer<typeof gateSpec>;
export type Task = z.infer<typeof task>;
export type Plan = z.infer<typeof plan>;
