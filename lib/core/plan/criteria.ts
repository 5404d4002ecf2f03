import type { StoredTask } from "./stored";

/** What of a run's settings says which results models judge. */
export type CheckSettings = { llmReviewCritical: boolean };

/** By which criteria a model judges the result of a task: its own, or `true` for the general ones; undefined where none does. */
export function criteriaOf(
  { llmReview, critical }: Pick<StoredTask, "llmReview" | "critical">,
  { llmReviewCritical }: CheckSettings,
): string | true | undefined {
  if (typeof llmReview === "string" && llmReview.trim() !== "") return llmReview;
  return llmReview === true || (critical && llmReviewCritical) ? true : undefined;
}
