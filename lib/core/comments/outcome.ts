import type { CheckedDisposition, PlaceChange } from "./schema";
import type { StoredStatus } from "./words";

export const isChange = ({ fields, added, removed, tasks }: PlaceChange): boolean =>
  removed || added > 0 || fields.length > 0 || (tasks !== undefined && tasks.removed + tasks.changed > 0);

/** Whether "addressed" is said and the version shows nothing of it. */
export const isEmptyClaim = ({ outcome, change }: Pick<CheckedDisposition, "outcome" | "change">): boolean =>
  outcome === "addressed" && !isChange(change);

/** The status of a comment after its round: what nobody answered, or claimed without a change, is open again. */
export function statusAfter(checked: CheckedDisposition): StoredStatus {
  const { outcome } = checked;
  return outcome === "unanswered" || isEmptyClaim(checked) ? "open" : outcome;
}
