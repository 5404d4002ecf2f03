import { REPLAN_OUTCOMES, type ReplanOutcome } from "@/lib/core/run/state";

/** What of the history is shown; all of it is in the page's address. */
export type HistoryView = { outcome: ReplanOutcome | undefined; cursor: string | undefined };

type Params = Record<string, string | string[] | undefined>;

/** The view that an address asks for; what it does not understand is passed over. */
export function viewOf({ outcome, cursor }: Params): HistoryView {
  return {
    outcome: REPLAN_OUTCOMES.find((one) => one === outcome),
    cursor: typeof cursor === "string" && cursor !== "" ? cursor : undefined,
  };
}

export function addressOf({ outcome, cursor }: HistoryView): string {
  const params = new URLSearchParams({ ...(outcome && { outcome }), ...(cursor && { cursor }) });
  const query = params.toString();
  return query === "" ? "/history" : `/history?${query}`;
}

/** The same as the service wants it. */
export const filterOf = ({ outcome, cursor }: HistoryView) => ({
  ...(outcome && { outcome }),
  ...(cursor !== undefined && { cursor }),
});

type Changed = { runId: string; fromVersion: number; toVersion: number | null };

/** The run's page with its versions, at what this replan changed. */
export function changesHref({ runId, fromVersion, toVersion }: Changed): string {
  const pair = toVersion === null ? "" : `&from=${fromVersion}&to=${toVersion}`;
  return `/runs/${encodeURIComponent(runId)}?tab=replans${pair}`;
}
