import { z } from "zod";
import { policyReason } from "../../policy/reason";
import { reasoning } from "../../reasoning";
import { storedValue } from "../../stored-value";
import { GATE_VERBS } from "../gates/table";
import { reason, simpleReason } from "./reason";

const attemptOf = { taskId: z.string(), attempt: z.int().min(1) };

/** Why an attempt gave no result; decides which policy of the task applies. */
export const FAILURE_CODES = [
  "error",
  "timeout",
  "no_path",
  "budget_exhausted",
  "invalid_actions",
  "schema_mismatch",
  "check_failed",
  "verification_error",
  "insufficient_data",
  "replan_asked",
  "empty_result",
  "abstained",
  "rejected",
  "changes_requested",
  "missing_result",
  "unknown_outcome",
] as const;
const failureCode = z.enum(FAILURE_CODES);
export type FailureCode = z.infer<typeof failureCode>;

/** What follows from a failed task: stop starting work, replan, or go on without it. */
export const FAILURE_CONSEQUENCES = ["halt", "replan", "go_on"] as const;

const callFacts = z.object({ callId: z.string(), tool: z.string() });

export const taskEvents = {
  task_started: z.object(attemptOf),
  task_waiting: z.object({ ...attemptOf, approvalId: z.string() }),
  task_resumed: z.object({ ...attemptOf, callId: z.string(), verb: z.enum(GATE_VERBS) }),
  /** Policies took tools away that the attempt's agent would have; `available` are those that were left to it. */
  policy_applied: z.object({
    ...attemptOf,
    original: z.array(z.string()),
    available: z.array(z.string()),
    filtered: z.array(z.object({ tool: z.string(), reason: policyReason })),
  }),
  task_step: z.object({
    ...attemptOf,
    step: z.int().min(1),
    thought: z.string(),
    calls: z.array(callFacts),
    /** Present when the step's observations are known and the next turn may begin. */
    observed: z.boolean(),
    errors: z.int(),
  }),
  /** The details of a task that the plan gave none, or why there are still none. */
  task_detailed: z.object({
    ...attemptOf,
    details: z.array(z.string()).optional(),
    problem: simpleReason.optional(),
  }),
  /** What was expected of the task before its result was known; null with the reason where nobody has said it. */
  task_reasoned: z.object({
    taskId: z.string(),
    said: reasoning.nullable(),
    problem: reason.optional(),
  }),
  /** From here on a summary stands for the attempt's first steps in what its model is sent. */
  steps_summarized: z.object({
    ...attemptOf,
    upToStep: z.int().min(1),
    by: z.enum(["model", "rule"]),
    /** Why no model did it. */
    reason: simpleReason.optional(),
  }),
  task_succeeded: z.object({
    ...attemptOf,
    value: storedValue,
    fingerprint: z.string(),
    source: z.enum(["attempt", "gate", "review", "initial", "person"]),
  }),
  task_failed: z.object({
    ...attemptOf,
    code: failureCode,
    diagnosis: reason,
    output: storedValue.optional(),
    consequence: z.enum(FAILURE_CONSEQUENCES),
  }),
  task_retried: z.object({
    ...attemptOf,
    attempts: z.int(),
    code: failureCode,
    diagnosis: reason,
    output: storedValue.optional(),
    notBefore: z.number(),
  }),
  task_skipped: z.object({
    taskId: z.string(),
    reason,
    diagnosis: reason.optional(),
    /** Present when an attempt failed. */
    code: failureCode.optional(),
    output: storedValue.optional(),
  }),
  task_blocked: z.object({
    taskId: z.string(),
    diagnosis: reason,
    consequence: z.enum(FAILURE_CONSEQUENCES),
  }),
  task_superseded: z.object({ taskId: z.string(), byVersion: z.int() }),
} as const;
