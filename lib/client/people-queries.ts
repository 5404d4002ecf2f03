import { queryOptions } from "@tanstack/react-query";
import type { KnownPeople } from "@/lib/core/describe/gates/stuck";
import type { Answerer } from "@/lib/core/people";
import { fetchJson } from "./fetch-json";

/** Who looks at the page. */
export const meQuery = () =>
  queryOptions({
    queryKey: ["me"] as const,
    queryFn: ({ signal }) => fetchJson<Answerer>("/api/v1/me", signal),
  });

/** Who could answer gates, and who could once. Keys are made and revoked elsewhere: it is read again now and then. */
export const peopleQuery = () =>
  queryOptions({
    queryKey: ["people"] as const,
    staleTime: 0,
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) => fetchJson<KnownPeople>("/api/v1/people", signal),
  });
