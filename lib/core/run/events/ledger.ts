import { z } from "zod";
import { CALL_FAILURES } from "../../ports";

/** What one call may take at most. */
const amounts = {
  tokens: z.number().min(0).optional(),
  costMicroUsd: z.number().min(0).optional(),
  hops: z.number().min(0).optional(),
};

const limitFacts = {
  /** The budget, by the name of the setting that limits it. */
  counter: z.string(),
  used: z.number(),
  limit: z.number(),
  setting: z.string(),
  lineage: z.string().optional(),
};

const { tokens, costMicroUsd } = amounts;
const questionCall = z.object({
  inputTokens: z.int().optional(),
  outputTokens: z.int().optional(),
  costMicroUsd,
  failure: z.enum(CALL_FAILURES).optional(),
  atMost: z.object({ tokens, costMicroUsd }),
});
export type QuestionCall = z.infer<typeof questionCall>;

/** Why nobody reports the end of a call that was reserved for. */
const SETTLEMENT_CAUSES = ["worker_lost", "effect_ended", "call_not_made", "idle"] as const;
export type SettlementCause = (typeof SETTLEMENT_CAUSES)[number];

/** What is counted against the limits of a run (docs/engine.md, "Budgets"). */
export const ledgerEvents = {
  /** A call may take this much; it begins after this is committed. `llm_called` or `tool_started` settles it. */
  budget_reserved: z.object({
    reservationId: z.string(),
    key: z.string(),
    role: z.string().optional(),
    model: z.string().optional(),
    ...amounts,
  }),
  /** Reservations of calls that nobody tells the end of, with their sums: unknown, or given back unused. */
  budget_settled: z.object({
    reservationIds: z.array(z.string()),
    unknown: z.boolean(),
    cause: z.enum(SETTLEMENT_CAUSES),
    ...amounts,
  }),
  /** The call fits only when others under way have ended: its effect comes again then. */
  budget_awaited: z.object({ key: z.string(), counter: z.string(), ...amounts }),
  /** Once for each budget and limit; with `unpriced` because what these models cost is not known. */
  budget_warned: z.object({ ...limitFacts, unpriced: z.array(z.string()).optional() }),
  budget_exhausted: z.object({
    ...limitFacts,
    taskId: z.string().optional(),
    /** What would not fit. */
    asked: z.number().optional(),
  }),
  /** What the calls of a question about the plan took (docs/comments.md, "Questions"); each with what it took at most, where its usage is not known. */
  question_counted: z.object({ questionId: z.string(), calls: z.array(questionCall) }),
  budget_raised: z.object({ counter: z.string(), limit: z.number(), lineage: z.string().optional() }),
} as const;
