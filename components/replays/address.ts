import type { ReplayStatus } from "@/lib/core/replay/words";

/** What the list may show, by the word in its address. */
const GROUPS = {
  open: { label: "At work", status: ["queued", "running"] },
  matched: { label: "Matched", status: ["matched"] },
  differs: { label: "Mismatched", status: ["mismatched", "stopped"] },
  failed: { label: "Failed", status: ["failed"] },
} as const satisfies Record<string, { label: string; status: readonly ReplayStatus[] }>;
type ReplayGroup = keyof typeof GROUPS;
export const REPLAY_GROUPS = Object.keys(GROUPS) as ReplayGroup[];
export const groupLabel = (group: ReplayGroup): string => GROUPS[group].label;

/** The runs that a new replay offers before anything is searched; the server reads them with the page. */
export const RUNS_AT_FIRST = { limit: 8 };

/** Which replays are shown; all of it is in the page's address. */
export type ReplaysView = { group: ReplayGroup | undefined; cursor: string | undefined };

/** The view that an address asks for; what it does not understand is passed over. */
export function viewOf({ show, cursor }: Record<string, string | string[] | undefined>): ReplaysView {
  return {
    group: REPLAY_GROUPS.find((group) => group === show),
    cursor: typeof cursor === "string" && cursor !== "" ? cursor : undefined,
  };
}

export function addressOf({ group, cursor }: Partial<ReplaysView>): string {
  const query = new URLSearchParams({ ...(group && { show: group }), ...(cursor && { cursor }) }).toString();
  return query === "" ? "/replays" : `/replays?${query}`;
}

/** The same as the service wants it. */
export const filterOf = ({ group, cursor }: ReplaysView) => ({
  ...(group && { status: [...GROUPS[group].status] as ReplayStatus[] }),
  ...(cursor !== undefined && { cursor }),
});

export const replayHref = (id: string): string => `/replays/${encodeURIComponent(id)}`;
