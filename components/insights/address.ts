import { type RouteInput, routeAddress, withQuery } from "@/lib/client/call";
import type { Behind } from "@/lib/core/describe/learning/insights";
import { facetName } from "@/lib/core/insights/facets";
import type { InsightScope } from "@/lib/core/insights/report";
import type { ApprovalKind } from "@/lib/core/run/gates/table";

/** What a report is about; all of it is in the page's address. */
export type InsightsView = RouteInput<"GET /api/v1/insights">;

const DAY_MS = 86_400_000;

/** The list of the runs behind a part of a report. */
export const runsHref = (scope: InsightScope, behind?: Behind): string =>
  withQuery("/runs", runsBehind(scope, behind));

function runsBehind(scope: InsightScope, { facet, tag, week }: Behind = {}) {
  const sunday = week && new Date(Date.parse(week) + 6 * DAY_MS).toISOString().slice(0, 10);
  return {
    tag: tag ?? scope.tag ?? undefined,
    from: week && week > scope.from ? week : scope.from,
    to: sunday && sunday < scope.to ? sunday : scope.to,
    runs: scope.runs,
    behind: facet && facetName(facet),
  };
}

/** The list of the closed drills of a report's days, of one kind of gate where one is named. */
export const drillsHref = ({ from, to }: InsightScope, kind?: ApprovalKind): string =>
  withQuery("/insights/drills", { from, to, kind });

/** The file with all runs of a report. */
export const exportHref = (scope: InsightScope): string =>
  routeAddress("GET /api/v1/runs/export", runsBehind(scope));
