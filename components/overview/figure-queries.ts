import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import { queryKeys } from "@/lib/client/query";

/** How the runs of the last days came out. */
export function overviewQuery() {
  return queryOptions({
    queryKey: queryKeys.overview,
    queryFn: ({ signal }) => call("GET /api/v1/overview", {}, { signal }),
  });
}

/** What is spent today, for the place that shows it: each begins with a reading of its own. */
export function spendingQuery(place: "overview" | "frame") {
  return queryOptions({
    queryKey: [...queryKeys.spending, place] as const,
    queryFn: ({ signal }) => call("GET /api/v1/spending", {}, { signal }),
  });
}
