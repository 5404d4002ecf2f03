import { z } from "zod";
import { simpleReason } from "./reason";

/** What a result is held against, in this order (docs/engine.md, "Verification"). */
export const CHECK_LAYERS = ["schema", "predicate", "model"] as const;

const about = {
  layer: z.enum(CHECK_LAYERS),
  /** The beginning of the predicate, or of the criteria. */
  shown: z.string().optional(),
  /** What of the result was written in another form than the schema wants, in words. */
  coerced: z.array(z.string()).optional(),
};

/** One layer's word on a result; with an error it has none, as it could not judge. */
const check = z.discriminatedUnion("outcome", [
  z.object({ ...about, outcome: z.literal("passed") }),
  z.object({ ...about, outcome: z.enum(["failed", "error"]), diagnosis: simpleReason }),
]);
export type Check = z.infer<typeof check>;

const gateEvidence = z.array(z.object({ field: z.string(), found: z.boolean(), source: z.string() }));
const gatePassed = { evidence: gateEvidence };
const gateFailed = { evidence: gateEvidence, missing: z.array(z.string()).min(1) };
const gateError = { problem: simpleReason };

/** Whether the results a task builds on suffice for it; an error only advises. */
const qualityVerdict = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("passed"), ...gatePassed }),
  z.object({ outcome: z.literal("failed"), ...gateFailed }),
  z.object({ outcome: z.literal("error"), ...gateError }),
]);
export type QualityVerdict = z.infer<typeof qualityVerdict>;

const attemptOf = { taskId: z.string(), attempt: z.int().min(1) };
const refused = z.object({ ...attemptOf, ...about, diagnosis: simpleReason });

export const checkEvents = {
  verification_passed: z.object({ ...attemptOf, ...about }),
  verification_failed: refused,
  verification_error: refused,
  /** The predicate of a task that could not be evaluated, as its author wrote it again; without one, why there is no other. */
  check_repaired: z.object({
    ...attemptOf,
    verification: z.string().optional(),
    problem: simpleReason.optional(),
  }),
  /** What a synthesis gate read and wrote; an absent figure is unknown. */
  synthesis_measured: z.object({
    ...attemptOf,
    inputTokens: z.int().optional(),
    outputTokens: z.int().optional(),
    /** From more output than this on it compresses too little. */
    limit: z.int(),
  }),
  quality_gate_passed: z.object({ ...attemptOf, ...gatePassed }),
  quality_gate_failed: z.object({ ...attemptOf, ...gateFailed }),
  quality_gate_error: z.object({ ...attemptOf, ...gateError }),
} as const;
