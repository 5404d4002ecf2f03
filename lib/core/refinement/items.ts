import { z } from "zod";
import type { Json } from "../json";
import type { Task } from "../plan/schema";
import { cutText } from "../text";

/** What a refinement may do to the tasks that have not started, by part. */
export const REFINEMENT_PARTS = ["modify", "add", "skip"] as const;
export type RefinementPart = (typeof REFINEMENT_PARTS)[number];

/** What is to become of the rest of a plan; what is left out of a modification stays as it is. */
export type RefinementItems = {
  modify: { taskId: string; input?: Json; title?: string; details?: string[]; reason: string }[];
  add: { task: Task; after: string[]; reason: string }[];
  skip: { taskId: string; reason: string }[];
};

/** Why an item is left out while the others are taken. */
const DROP_REASONS = [
  "unknown_task",
  "started",
  "kind",
  "guarded",
  "writes",
  "unchanged",
  "twice",
  "id_used",
  "unknown_agent",
  "no_result",
  "cycle",
  "named",
  "order",
  "shown",
  "checked",
  "passed",
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

const item = z.object({ taskId: z.string(), reason: z.string() });
export type RefinedItem = z.infer<typeof item>;

/** What a refinement came to: of each part what is taken, with the model's reason, and what was dropped. */
export const refinementFacts = z.object({
  summary: z.string(),
  modified: z.array(item),
  added: z.array(item),
  skipped: z.array(item),
  dropped: z.array(
    z.object({ part: z.enum(REFINEMENT_PARTS), taskId: z.string(), why: z.enum(DROP_REASONS) }),
  ),
});
export type RefinementFacts = z.infer<typeof refinementFacts>;

/** Of each part no more than this is read. */
export const MAX_ITEMS = 8;
const SUMMARY_CHARS = 500;
const REASON_CHARS = 150;

/** The facts at the length that events hold. */
export function truncateRefinement(facts: RefinementFacts): RefinementFacts {
  const cut = (items: readonly RefinedItem[]) =>
    items.map(({ taskId, reason }) => ({ taskId, reason: cutText(reason, REASON_CHARS) }));
  return {
    summary: cutText(facts.summary, SUMMARY_CHARS),
    modified: cut(facts.modified),
    added: cut(facts.added),
    skipped: cut(facts.skipped),
    dropped: facts.dropped,
  };
}
