import { z } from "zod";

/** What becomes of work whose model cannot be reached (docs/engine.md, "When a model cannot be reached"). */
export const modelEvents = {
  /** From here on the run asks `by` wherever it would have asked `model`. */
  model_replaced: z.object({ model: z.string(), by: z.string(), approvalId: z.string().optional() }),
  /** The attempt had begun with another model: it begins anew as the next one, which costs no retry. */
  attempt_restarted: z.object({ taskId: z.string(), attempt: z.int().min(1), reason: z.string() }),
} as const;
