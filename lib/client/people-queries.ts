import { queryOptions } from "@tanstack/react-query";
import { call } from "./call";

/** Who looks at the page. */
export const meQuery = () =>
  queryOptions({
    queryKey: ["me"] as const,
    queryFn: ({ signal }) => call("GET /api/v1/me", {}, { signal }),
  });

/** Who could answer gates, and who could once. Keys are made and revoked elsewhere: it is read again now and then. */
export const peopleQuery = () =>
  queryOptions({
    queryKey: ["people"] as const,
    staleTime: 0,
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) => call("GET /api/v1/people", {}, { signal }),
  });
