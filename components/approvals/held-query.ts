import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import { queryKeys } from "@/lib/client/query";
import type { HeldDecision } from "@/lib/core/views";

/** A worker applies a decision within seconds: read this long after its time, it is not being applied. */
const OVERDUE_MS = 15_000;

/** In milliseconds: not sooner than the first, and not later than the second. */
const POLL_MS = [1_000, 60_000] as const;

/** The decisions of the workspace that apply by themselves. Read again with every change of a run, and once one has applied. */
export const heldQuery = () =>
  queryOptions({
    queryKey: queryKeys.held,
    queryFn: ({ signal }) => call("GET /api/v1/approvals/held", {}, { signal }),
    refetchInterval: ({ state }) => untilReadMs(state.data?.items ?? [], Date.now()),
  });

/**
 * Those whose time has not passed, and those that nothing has applied long after it, as when no worker runs; all of them while
 * `now` is unknown. `readAt`: when the list was read.
 */
export const stillHeld = (
  items: readonly HeldDecision[],
  now: number | undefined,
  readAt: number,
): readonly HeldDecision[] =>
  now === undefined
    ? items
    : items.filter(({ heldUntil }) => heldUntil > now || heldUntil + OVERDUE_MS <= readAt);

/** How long from `now` until the next of them applies, or is overdue, within the bounds of reading again. */
export function untilReadMs(items: readonly HeldDecision[], now: number): number {
  const [soonest, latest] = POLL_MS;
  const turns = items.flatMap(({ heldUntil }) => [heldUntil, heldUntil + OVERDUE_MS]);
  const ahead = turns.filter((at) => at > now).map((at) => at - now);
  return Math.max(soonest, Math.min(latest, ...ahead));
}
