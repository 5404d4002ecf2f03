import { isDay } from "@/lib/core/cost/days";
import type { Behind } from "@/lib/core/describe/learning/insights";
import { MAX_RUN_TAG_CHARS } from "@/lib/core/inputs/limits";
import { facetName } from "@/lib/core/insights/facets";
import type { InsightScope } from "@/lib/core/insights/report";
import type { ApprovalKind } from "@/lib/core/run/gates/table";

/** What a report is about; all of it is in the page's address. */
export type InsightsView = {
  from?: string;
  to?: string;
  tag?: string;
  runs?: "demo";
  by?: "prompt";
};

type Params = Record<string, string | string[] | undefined>;

/** The view that an address asks for; what it does not understand is passed over. */
export function viewOf({ from, to, tag, runs, by }: Params): InsightsView {
  const days = [from, to].map((day) => (typeof day === "string" && isDay(day) ? day : undefined));
  const [first, last] = days;
  const isRange = first === undefined || last === undefined || first <= last;
  return {
    ...(first !== undefined && { from: first }),
    ...(last !== undefined && isRange && { to: last }),
    ...(typeof tag === "string" &&
      tag.trim() !== "" &&
      tag.trim().length <= MAX_RUN_TAG_CHARS && { tag: tag.trim() }),
    ...(runs === "demo" && { runs }),
    ...(by === "prompt" && { by }),
  };
}

/** The same as the end of an address, at a page or a route. */
export function withView(path: string, view: InsightsView & { chart?: string }): string {
  const query = new URLSearchParams(view);
  return query.size === 0 ? path : `${path}?${query}`;
}

const DAY_MS = 86_400_000;

/** The list of the runs behind a part of a report. */
export function runsHref(scope: InsightScope, { facet, tag, week }: Behind = {}): string {
  const sunday = week && new Date(Date.parse(week) + 6 * DAY_MS).toISOString().slice(0, 10);
  const query = new URLSearchParams();
  const wantedTag = tag ?? scope.tag;
  if (wantedTag !== null) query.set("tag", wantedTag);
  query.set("from", week && week > scope.from ? week : scope.from);
  query.set("to", sunday && sunday < scope.to ? sunday : scope.to);
  query.set("runs", scope.runs);
  if (facet) query.set("behind", facetName(facet));
  return `/runs?${query}`;
}

/** The list of the closed drills of a report's days, of one kind of gate where one is named. */
export function drillsHref({ from, to }: InsightScope, kind?: ApprovalKind): string {
  return `/insights/drills?${new URLSearchParams({ from, to, ...(kind && { kind }) })}`;
}

/** The file with all runs of a report. */
export const exportHref = (scope: InsightScope): string =>
  runsHref(scope).replace("/runs", "/api/v1/runs/export");
