import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "@/lib/client/fetch-json";
import { queryKeys } from "@/lib/client/query";
import type { HeldDecision } from "@/lib/core/views";

/** In milliseconds: not sooner than the first, and not later than the second. */
const POLL_MS = [1_000, 60_000] as const;

/** The decisions of the workspace that apply by themselves. Read again with every change of a run, and once one has applied. */
export const heldQuery = () =>
  queryOptions({
    queryKey: queryKeys.held,
    queryFn: ({ signal }) => fetchJson<{ items: HeldDecision[] }>("/api/v1/approvals/held", signal),
    refetchInterval: ({ state }) => untilReadMs(state.data?.items ?? [], Date.now()),
  });

/** Those whose time has not passed; all of them while `now` is unknown. */
export const stillHeld = (
  items: readonly HeldDecision[],
  now: number | undefined,
): readonly HeldDecision[] => (now === undefined ? items : items.filter(({ heldUntil }) => heldUntil > now));

/** How long from `now` until the next of them applies, within the bounds of reading again. */
export function untilReadMs(items: readonly HeldDecision[], now: number): number {
  const [soonest, latest] = POLL_MS;
  const ends = stillHeld(items, now).map(({ heldUntil }) => heldUntil - now);
  return Math.max(soonest, Math.min(latest, ...ends));
}
