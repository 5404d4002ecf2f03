import { z } from "zod";
import { DEFAULT_REFINEMENT, MAX_REFINEMENTS } from "./limits";

/** What becomes of a refinement: it is adopted by itself, or put before people first. */
export const APPLY_MODES = ["auto", "ask"] as const;
type ApplyMode = (typeof APPLY_MODES)[number];

const when = { "refinement/enabled": [true] };

/** Whether what is still planned is looked at again when an end may contradict it (docs/engine.md, "Refinements"). */
export const refinementWith = (whole: z.ZodInt) =>
  z.strictObject({
    enabled: z
      .boolean()
      .default(DEFAULT_REFINEMENT.enabled)
      .meta({
        title: "Refine the plan on the way",
        description:
          "Adapts tasks that have not started where a result contradicts them. One more model call each time.",
        look: { as: "switch" },
      }),
    max: z.int().min(0).max(MAX_REFINEMENTS).default(DEFAULT_REFINEMENT.max).meta({
      title: "Maximum refinements",
      description: "Questions in one run, applied or not.",
      look: { when },
    }),
    apply: z
      .enum(APPLY_MODES)
      .optional()
      .meta({
        title: "Changes to the plan",
        look: {
          as: "radio",
          when,
          names: {
            "": {
              label: "As for plans",
              help: "Ask where a person approves plans or decides reviews, otherwise adopt.",
            },
            auto: {
              label: "Adopt",
              help: "Leaves out what would change or add work by tools with side effects.",
            },
            ask: { label: "Ask", help: "The tasks concerned wait up to an hour for an answer." },
          },
        },
      }),
    /** Those tasks wait that come right after the ones it is about. */
    wait: z
      .boolean()
      .default(DEFAULT_REFINEMENT.wait)
      .meta({
        title: "Have the next tasks wait for the answer",
        description: "Otherwise they start, and only what has not started is changed.",
        look: { as: "switch", when },
      }),
    timeoutMs: whole
      .min(1)
      .default(DEFAULT_REFINEMENT.timeoutMs)
      .meta({
        title: "Time limit (seconds)",
        description: "An answer that comes later changes nothing.",
        look: { scale: 1_000, when },
      }),
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
