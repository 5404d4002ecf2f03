import { z } from "zod";
import { CALL_FAILURES, SIDE_EFFECTS } from "../../ports";
import { storedValue } from "../../stored-value";
import { callAsk } from "./call-asks";
import { reason, simpleReason } from "./reason";

/** What becomes of work whose model cannot be reached (docs/engine.md, "When a model cannot be reached"). */
export const modelEvents = {
  /** From here on the run asks `by` wherever it would have asked `model`. */
  model_replaced: z.object({ model: z.string(), by: z.string(), approvalId: z.string().optional() }),
  /** The attempt had begun with another model: it starts over as the next one, which costs no retry. */
  attempt_restarted: z.object({ taskId: z.string(), attempt: z.int().min(1), reason }),
} as const;

/** What a call of a model may take at most; without a cost where its price is not known. */
const callBound = z.object({ tokens: z.number().min(0), costMicroUsd: z.number().min(0).optional() });
export type CallBound = z.infer<typeof callBound>;

/** The first call of an effect. Its reservation is named by the effect's key. */
const firstCall = callBound.extend({ key: z.string() });
export type FirstCall = z.infer<typeof firstCall>;

/** One model call as the event tells it; the full row is in model_calls. Absent figures are unknown. */
export const llmCall = z.object({
  callId: z.string(),
  taskId: z.string().optional(),
  attempt: z.int().optional(),
  step: z.int().optional(),
  role: z.string(),
  model: z.string(),
  inputTokens: z.int().optional(),
  cachedInputTokens: z.int().optional(),
  cacheWriteTokens: z.int().optional(),
  outputTokens: z.int().optional(),
  reasoningTokens: z.int().optional(),
  costMicroUsd: z.number().optional(),
  latencyMs: z.number(),
  timeToFirstTokenMs: z.number().optional(),
  failure: z.enum(CALL_FAILURES).optional(),
  /** Where a fallback model served: the model that was wanted, and how it had failed. */
  wantedModel: z.string().optional(),
  wantedFailure: z.enum(CALL_FAILURES).optional(),
  /** The reservation that it settles. */
  reservationId: z.string().optional(),
  /** What it took at most, where its usage is not known and more was reserved for it. */
  atMost: callBound.optional(),
});
export type LlmCall = z.infer<typeof llmCall>;

const toolCall = {
  taskId: z.string(),
  attempt: z.int(),
  step: z.int(),
  callId: z.string(),
  tool: z.string(),
};

/** Why work in flight was given up without an end of its own. */
const RELEASE_CAUSES = ["paused", "shutdown", "refused", "given_up", "actor_failed", "calls_ended"] as const;
export type ReleaseCause = (typeof RELEASE_CAUSES)[number];

/** What the engine could not do; `message` is in the words of what was thrown. */
export const engineFault = z.discriminatedUnion("code", [
  z.object({ code: z.literal("thrown"), message: z.string() }),
  /** What an effect reported was refused. */
  z.object({
    code: z.literal("report_refused"),
    effect: z.string(),
    errorCode: z.string(),
    message: z.string(),
  }),
  /** So many workers in a row took the run over without making progress. */
  z.object({ code: z.literal("takeovers"), count: z.int() }),
]);
export type EngineFault = z.infer<typeof engineFault>;

export const engineEvents = {
  llm_called: llmCall,
  tool_started: z.object({
    ...toolCall,
    sideEffects: z.enum(SIDE_EFFECTS),
    /** What its server showed of the tool then, and whether a call might be made twice; absent of what changes nothing. */
    definition: z.string().optional(),
    idempotent: z.literal(true).optional(),
    /** The digest of tool and arguments, where an equal call would act once more. */
    call: z.string().optional(),
    /** It touches nothing and makes its results up. */
    simulated: z.literal(true).optional(),
    reservationId: z.string().optional(),
  }),
  tool_finished: z.object({
    ...toolCall,
    ok: z.boolean(),
    error: z.string().optional(),
    output: storedValue.optional(),
    latencyMs: z.number(),
  }),
  tool_denied: z.object({ ...toolCall, reason: simpleReason }),
  /** It has done nothing yet, and asks. */
  tool_paused: z.object({ ...toolCall, ask: callAsk }),
  effects_started: z.object({
    keys: z.array(z.string()),
    epoch: z.int(),
    /** Of those that begin with a call of a model for which there is room. */
    calls: z.array(firstCall).optional(),
  }),
  effects_released: z.object({ keys: z.array(z.string()), cause: z.enum(RELEASE_CAUSES) }),
  effect_failed: z.object({
    key: z.string(),
    error: z.object({ code: z.string(), message: z.string() }),
    since: z.number(),
    failures: z.int(),
    notBefore: z.number(),
    /** The model that could not be reached; absent where it was something else. */
    model: z.string().optional(),
  }),
  late_result: z.object({
    key: z.string(),
    kind: z.string(),
    value: storedValue.optional(),
    /** The tool call whose end it tells. */
    call: z.object({ taskId: z.string(), attempt: z.int(), step: z.int(), callId: z.string() }).optional(),
  }),
  /** A started call of a writing tool of which nothing was sent: its worker had lost the lease. */
  call_not_begun: z.object({ taskId: z.string(), attempt: z.int(), step: z.int(), callId: z.string() }),
  lease_taken: z.object({ epoch: z.int(), workerId: z.string() }),
  engine_fault: z.object({ fault: engineFault }),
} as const;
