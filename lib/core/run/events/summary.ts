import { z } from "zod";
import { storedValue } from "../../stored-value";
import { ROUTES } from "../route-iteration";

/** What the summarizer says of a plan that was carried out, as events keep it (docs/engine.md, "Summarizer loop"). */
export const summary = z.object({
  finalAnswer: storedValue,
  qualityScore: z.number().min(0).max(1),
  qualityReasoning: z.string(),
  needReplan: z.boolean(),
  /** What is missing; empty when nothing is. */
  replanReason: z.string(),
  /** What the answer rests on: task ids, mostly. */
  usedEvidence: z.array(z.string()),
});
export type Summary = z.infer<typeof summary>;

export const summaryEvents = {
  summarized: summary,
  /** No summary could be read: the answer is written without one, and nothing is done again. */
  summary_failed: z.object({ reason: z.string() }),
  iteration_routed: z.object({
    needReplan: z.boolean(),
    iteration: z.int().min(0),
    limit: z.int().min(0),
    decision: z.enum(ROUTES),
    limitReached: z.boolean(),
  }),
  /** The planner is asked for what is missing; `iteration` counts from 1. */
  iteration_started: z.object({ iteration: z.int().min(1), limit: z.int().min(1), reason: z.string() }),
} as const;
