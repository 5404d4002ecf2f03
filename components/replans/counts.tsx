import type { ChangeCounts } from "@/lib/core/plan/compare/diff";

/** How many tasks a version added, removed and changed, and how many of these it rewrote under other ids. */
export function Counts({ added, removed, changed, rewritten = 0 }: ChangeCounts) {
  return (
    <span className="whitespace-nowrap text-ink text-xs">
      +{added} −{removed} ~{changed}
      {rewritten > 0 && ` (${rewritten} rewritten)`}
      <span className="sr-only">
        {" "}
        ({added} added, {removed} removed, {changed} changed)
      </span>
    </span>
  );
}
