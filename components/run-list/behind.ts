import { describeFacet } from "@/lib/core/describe/learning/insights";
import { readFacet } from "@/lib/core/insights/facets";
import type { RunsView } from "./runs-view";

/** What the runs have in common by the report that led to them, in words: "2 or more replans · ended 2026-09-28 to …". */
export function reportLabel({ from, to, runs, behind }: RunsView): string {
  const facet = behind === undefined ? undefined : readFacet(behind);
  return [
    facet && describeFacet(facet),
    (from ?? to) !== undefined && `ended ${[from, to].filter((day) => day !== undefined).join(" to ")}`,
    runs === "demo" && "simulated",
    runs === "real" && "not simulated",
  ]
    .filter(Boolean)
    .join(" · ");
}
