"use client";

import {
  type DehydratedState,
  HydrationBoundary,
  hashKey,
  type QueryKey,
  type UseSuspenseQueryOptions,
  useQueryClient,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import { fromPageText, type PageText } from "@/lib/client/page-text";
import { useIsHydrated } from "@/lib/client/use-is-hydrated";
import { catchUp } from "@/lib/client/use-workspace";

/** What the server read, by the hash of its query. */
const Rendered = createContext<ReadonlyMap<string, unknown>>(new Map());

type ServerRenderedProps = { state: PageText<DehydratedState>; children: ReactNode };

/** Puts what the server read into the cache, so that nothing of it is fetched again, and what was heard of since. */
export function ServerRendered({ state: { json }, children }: ServerRenderedProps) {
  const state = useMemo((): DehydratedState => fromPageText({ json }), [json]);
  const client = useQueryClient();
  const around = useContext(Rendered);
  const rendered = useMemo(() => {
    const own = state.queries.map(({ queryHash, state: { data } }) => [queryHash, data] as const);
    return new Map([...own, ...around]);
  }, [state, around]);
  useEffect(() => {
    catchUp(client, Math.min(...state.queries.map((query) => query.state.dataUpdatedAt)));
  }, [client, state]);
  return (
    <HydrationBoundary state={state}>
      <Rendered value={rendered}>{children}</Rendered>
    </HydrationBoundary>
  );
}

/**
 * A list that `ServerRendered` put into the cache, kept up to date. A page is taken over after the frame around it, which
 * hears of changes by then: until it is, this is what the server drew, and never what the cache has come to since.
 */
export function useRendered<T, K extends QueryKey>(query: UseSuspenseQueryOptions<T, Error, T, K>): T {
  const { data } = useSuspenseQuery(query);
  const rendered = useContext(Rendered).get(hashKey(query.queryKey));
  return useIsHydrated() || rendered === undefined ? data : (rendered as T);
}
