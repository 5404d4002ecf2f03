import { z } from "zod";
import { recordOf } from "../../json-schemas";
import { planPatch } from "../../plan/stored";
import { refinementFacts } from "../../refinement/items";
import { SIGNS } from "../../refinement/signs";
import { planCritique } from "./critique";
import { issueFacts, reason } from "./reason";
import { modelMark, toolMark } from "./release";

/**
 * What became of a refinement: its changes took effect, it had none to make, none of them fitted, they could not be used,
 * nobody gave any, not in time, it was no longer wanted, or people answered or did not.
 */
export const REFINEMENT_OUTCOMES = [
  "adopted",
  "unneeded",
  "inapplicable",
  "refused",
  "failed",
  "timed_out",
  "withdrawn",
  "rejected",
  "expired",
  "superseded",
] as const;

/** The plan with a refinement, as the version that it would be; absent where nothing but skips is left of it. */
const refinedPlan = z.object({
  digest: z.string(),
  patch: planPatch,
  warnings: z.array(issueFacts),
  reach: recordOf(z.array(z.string())).optional(),
  tools: z.array(toolMark).optional(),
  models: z.array(modelMark).optional(),
  critique: planCritique.optional(),
});

export const refinementEvents = {
  /** The rest of the plan is looked at, now that these tasks have ended; those right after them wait until then. */
  refinement_started: z.object({
    number: z.int().min(1),
    about: z.array(z.string()).min(1),
    /** What speaks against the rest of the plan; absent of runs from before that was looked for. */
    because: z.array(z.object({ taskId: z.string(), sign: z.enum(SIGNS) })).optional(),
    until: z.number(),
  }),
  /** It waits for people, and so do the tasks that it names. */
  refinement_offered: z.object({
    number: z.int(),
    ...refinementFacts.shape,
    plan: refinedPlan.optional(),
    /** The tasks that wait. */
    holds: z.array(z.string()),
  }),
  refined: z.object({
    number: z.int(),
    outcome: z.enum(REFINEMENT_OUTCOMES),
    ...refinementFacts.partial().shape,
    reason: reason.optional(),
    /** What was wrong with the plan as it would be. */
    issues: z.array(issueFacts).optional(),
    /** The version that it brought; a refinement that only skips tasks brings none. */
    toVersion: z.int().optional(),
  }),
} as const;
