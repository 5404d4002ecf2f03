import type { TaskTotals } from "../run/state/totals";

/** Says of how many results only form and limits were checked; undefined where of none. */
export function formatSelfChecked(
  selfChecked: number,
  { verified, approved = 0, unverified }: Pick<TaskTotals, "verified" | "approved" | "unverified">,
): string | undefined {
  if (selfChecked === 0) return;
  const results = verified + approved + unverified;
  const which =
    results === 1
      ? "The result was"
      : `${selfChecked} of ${results} results ${selfChecked === 1 ? "was" : "were"}`;
  return `${which} checked for form and limits alone: a wrong figure would have passed.`;
}
