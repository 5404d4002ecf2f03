import { type RouteInput, withQuery } from "@/lib/client/call";
import type { AddressQuery } from "@/lib/core/inputs/address";

const NAMES = ["a", "b", "c", "d", "e"] as const;

/** What the page calls the run at this place. */
export const letterOf = (index: number): string => NAMES[index]?.toUpperCase() ?? "?";

export type ComparedIds = RouteInput<"GET /api/v1/compare">;

/** The runs that an address names, each once, in their order. */
export function namedIds(params: AddressQuery): string[] {
  return [...new Set(NAMES.flatMap((name) => params[name] ?? []).filter((id) => id !== ""))];
}

/** The runs that an address compares; undefined where it names fewer than two. */
export function comparedIds(params: AddressQuery): ComparedIds | undefined {
  const [a, b, c, d, e] = namedIds(params);
  if (a === undefined || b === undefined) return;
  return { a, b, c, d, e };
}

/** The address of the page that sets these runs side by side. */
export const compareHref = ([a, b, c, d, e]: readonly string[]): string =>
  withQuery("/compare", { a, b, c, d, e });
