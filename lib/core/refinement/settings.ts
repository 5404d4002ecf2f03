import { z } from "zod";
import { DEFAULT_REFINEMENT, MAX_REFINEMENTS } from "./limits";

/** What becomes of a refinement: it is adopted by itself, or put before people first. */
export const APPLY_MODES = ["auto", "ask"] as const;
type ApplyMode = (typeof APPLY_MODES)[number];

/** Whether what is still planned is looked at again when an end may contradict it (docs/engine.md, "Refinements"). */
export const refinementWith = (whole: z.ZodInt) =>
  z.strictObject({
    enabled: z.boolean().default(DEFAULT_REFINEMENT.enabled),
    /** How often it is looked at in one run. */
    max: z.int().min(0).max(MAX_REFINEMENTS).default(DEFAULT_REFINEMENT.max),
    /** Left out, people are asked where they decide on plans or reviews themselves. */
    apply: z.enum(APPLY_MODES).optional(),
    /** Whether those tasks wait for the answer that come right after the ones it is about. */
    wait: z.boolean().default(DEFAULT_REFINEMENT.wait),
    /** How long an answer is waited for; one that comes later changes nothing. */
    timeoutMs: whole.min(1).default(DEFAULT_REFINEMENT.timeoutMs),
  });
export const refinementSettings = refinementWith(z.int());

type Settings = {
  refinement: z.infer<typeof refinementSettings>;
  reviewMode: string;
  planApproval: boolean;
};

/** What becomes of this run's refinements. */
export function applyModeOf({ refinement, reviewMode, planApproval }: Settings): ApplyMode {
  return refinement.apply ?? (reviewMode === "manual" || planApproval ? "ask" : "auto");
}
