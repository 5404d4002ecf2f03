import type { RouteInput } from "@/lib/client/call";
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
export const GROUP_CHOICES = REPLAY_GROUPS.map((group) => [group, GROUPS[group].label] as const);

/** The runs that a new replay offers before anything is searched; the server reads them with the page. */
export const RUNS_AT_FIRST = { limit: 8 };

/** Which replays the page's address asks for. */
export type ReplaysView = Omit<RouteInput<"GET /api/v1/replays">, "status"> & { show?: ReplayGroup };

/** The same as the service wants it. */
export const filterOf = ({ show, ...others }: ReplaysView): RouteInput<"GET /api/v1/replays"> =>
  show ? { ...others, status: [...GROUPS[show].status] } : others;

export const replayHref = (id: string): string => `/replays/${encodeURIComponent(id)}`;
