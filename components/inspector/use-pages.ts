"use client";

import { useQuery } from "@tanstack/react-query";
import { call, type RouteInput, type RouteOutput, routeAddress } from "@/lib/client/call";

type PagedRoute = "GET /api/v1/runs/{id}/calls" | "GET /api/v1/runs/{id}/trajectories";

type PagesRequest<Route extends PagedRoute> = {
  /** What the first page is asked with; also the identity of the list. */
  input: RouteInput<Route>;
  /** Asked for again when it changes; what was there stays in the meantime. */
  version: number | string;
  /** What the page after one is asked with as well, or nothing. */
  next(page: RouteOutput<Route>): Partial<RouteInput<Route>> | undefined;
};

/** All pages of a list of the API. */
export function useAllPages<Route extends PagedRoute>(
  route: Route,
  { input, version, next }: PagesRequest<Route>,
) {
  const address = routeAddress(route, input);
  return useQuery({
    queryKey: ["pages", address, version],
    queryFn: async ({ signal }) => {
      const pages: RouteOutput<Route>[] = [];
      for (let more: Partial<RouteInput<Route>> | undefined = {}; more !== undefined; ) {
        const page: RouteOutput<Route> = await call(route, { ...input, ...more }, { signal });
        pages.push(page);
        more = next(page);
      }
      return pages;
    },
    placeholderData: (before, query) => (query?.queryKey[1] === address ? before : undefined),
  });
}
