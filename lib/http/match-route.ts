import type { RouteKey } from "./route-types";
import { pathOf, ROUTE_KEYS } from "./routes";

/** The route of a request, and the parts of its path that its address leaves open, by their names. */
type MatchedRoute = { key: RouteKey; params: Record<string, string> };

type Address = { key: RouteKey; segments: readonly string[] };

const isOpen = (segment: string): boolean => segment.startsWith("{");

/** By method and number of segments; where two addresses fit, the one that names more of the path comes first. */
const ADDRESSES: ReadonlyMap<string, readonly Address[]> = Map.groupBy(
  ROUTE_KEYS.map((key): Address => ({ key, segments: pathOf(key).split("/") })).sort((one, other) =>
    orderOf(one).localeCompare(orderOf(other)),
  ),
  ({ key, segments }) => placeOf(key.slice(0, key.indexOf(" ")), segments.length),
);

function orderOf({ segments }: Address): string {
  return segments.map((one) => (isOpen(one) ? "1" : "0")).join("");
}

function placeOf(method: string, segments: number): string {
  return `${method} ${segments}`;
}

/** The route of the table (`ROUTE_KEYS`) for a method and a path as it stands in an address; undefined where there is none. */
export function matchRoute(method: string, pathname: string): MatchedRoute | undefined {
  const given = pathname.split("/").map(decoded);
  if (!given.every((one) => one !== undefined)) return;
  const found = ADDRESSES.get(placeOf(method, given.length))?.find(({ segments }) =>
    segments.every((one, n) => (isOpen(one) ? given[n] !== "" : one === given[n])),
  );
  if (!found) return;
  const params = found.segments.flatMap((one, n) =>
    isOpen(one) ? [[one.slice(1, -1), given[n] ?? ""]] : [],
  );
  return { key: found.key, params: Object.fromEntries(params) };
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return;
  }
}
