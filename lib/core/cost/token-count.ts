import type { Usage } from "../ports";

/** The largest count that a record holds; a larger one is no count of one call. */
const MAX_TOKENS = 2_147_483_647;

/** A count of tokens as somebody outside reports it: rounded up, also from text; undefined for what is none. */
export function tokenCount(reported: unknown): number | undefined {
  const count = typeof reported === "string" && reported.trim() !== "" ? Number(reported) : reported;
  if (typeof count !== "number" || !(count >= 0 && count <= MAX_TOKENS)) return undefined;
  return Math.ceil(count) + 0;
}

/** The counts of a call that are counts; the others are unknown. */
export function knownUsage(usage: Usage): Usage {
  const counts = Object.entries(usage).map(([key, reported]) => [key, tokenCount(reported)] as const);
  return Object.fromEntries(counts.filter(([, count]) => count !== undefined));
}
