import { z } from "zod";
import type { JsonObject } from "./json";
import { json, recordOf } from "./json-schemas";
import type { ActorRef } from "./run/events/envelope";
import type { GateVerb } from "./run/gates/table";

/** Why a tool stops and asks, instead of giving a result (docs/agents.md, "A tool that asks"). */
export const PAUSE_REASONS = [
  "approval_required",
  "await_input",
  "external_event",
  "constraints_conflict",
] as const;
export const pauseReason = z.enum(PAUSE_REASONS);
export type PauseReason = z.infer<typeof pauseReason>;

/** Together with the arguments of its call it still has to fit into an event. */
export const MAX_QUESTION_CHARS = 1_000;
const MAX_FORM_CHARS = 2_500;
const MAX_TIMEOUT_SECONDS = 30 * 24 * 3_600;

/** What the one who answers is shown, and what their answer has to be. */
export const pausePayload = z.strictObject({
  question: z.string().trim().min(1).max(MAX_QUESTION_CHARS),
  /** Answers to choose from; another one may be given all the same. */
  options: z.array(z.string().trim().min(1).max(100)).min(1).max(10).optional(),
  /** JSON Schema that the answer has to fit. */
  form: recordOf(json)
    .refine((form) => JSON.stringify(form).length <= MAX_FORM_CHARS, `at most ${MAX_FORM_CHARS} characters`)
    .optional(),
  /** What the question is about, shown beside it. */
  details: json.optional(),
  /** Without an answer until then it counts as rejected; absent = it waits for ever. */
  timeoutSeconds: z.int().min(1).max(MAX_TIMEOUT_SECONDS).optional(),
});

/** A question without its checks, as tools write it. */
export type PausePayload = {
  question: string;
  options?: string[];
  form?: JsonObject;
  details?: z.infer<typeof json>;
  timeoutSeconds?: number;
};

export type ToolPause = { reason: PauseReason; payload: PausePayload };

/** A person's consent to a call that had asked for it; `value` are the arguments that they saw or wrote. */
export type ToolApproval = { verb: GateVerb; value: z.infer<typeof json>; by: ActorRef };
