import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "@/lib/client/fetch-json";
import { queryKeys } from "@/lib/client/query";
import type { DaySpending } from "@/lib/core/cost/spending-cap";
import type { OverviewFigures } from "@/lib/core/views";

/** How the runs of the last days came out. */
export function overviewQuery() {
  return queryOptions({
    queryKey: queryKeys.overview,
    queryFn: ({ signal }) => fetchJson<OverviewFigures>("/api/v1/overview", signal),
  });
}

/** What is spent today, for the place that shows it: each begins with a reading of its own. */
export function spendingQuery(place: "overview" | "frame") {
  return queryOptions({
    queryKey: [...queryKeys.spending, place] as const,
    queryFn: ({ signal }) => fetchJson<DaySpending>("/api/v1/spending", signal),
  });
}
