import { isDay } from "@/lib/core/cost/days";
import { describeFacet } from "@/lib/core/describe/learning/insights";
import { RUN_KINDS } from "@/lib/core/inputs/insights";
import { readFacet } from "@/lib/core/insights/facets";
import { type RunsView, without, withoutReport } from "./runs-view";

/** The view without what its address says of a report and the server would not understand. */
export function knownView(given: RunsView): RunsView {
  const { from, to, runs, behind, template, minCostUsd, maxCostUsd, createdFrom, createdTo } = given;
  const view = without(given, ["template", "minCostUsd", "maxCostUsd", "createdFrom", "createdTo"]);
  return {
    ...withoutReport(view),
    ...(template !== undefined && /^\w{1,100}(@[1-9]\d{0,5})?$/.test(template) && { template }),
    ...(isAmount(minCostUsd) && { minCostUsd }),
    ...(isAmount(maxCostUsd) && { maxCostUsd }),
    ...(createdFrom !== undefined && isDay(createdFrom) && { createdFrom }),
    ...(createdTo !== undefined && isDay(createdTo) && { createdTo }),
    ...(from !== undefined && isDay(from) && { from }),
    ...(to !== undefined && isDay(to) && { to }),
    ...(RUN_KINDS.some((kind) => kind === runs) && runs !== undefined && { runs }),
    ...(behind !== undefined && readFacet(behind) && { behind }),
  };
}

const isAmount = (text: string | undefined): text is string =>
  text !== undefined && /^\d{1,9}(\.\d+)?$/.test(text);

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
