"use client";

import { type DehydratedState, HydrationBoundary, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { catchUp } from "@/lib/client/use-workspace";

type ServerRenderedProps = { state: DehydratedState; children: ReactNode };

/** Puts what the server read into the cache, so that nothing of it is fetched again, and what was heard of since. */
export function ServerRendered({ state, children }: ServerRenderedProps) {
  const client = useQueryClient();
  useEffect(() => {
    catchUp(client, Math.min(...state.queries.map((query) => query.state.dataUpdatedAt)));
  }, [client, state]);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
