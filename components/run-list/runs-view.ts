import { MAX_RUN_TAG_CHARS } from "@/lib/core/inputs/limits";
import { isTerminalRun, RUN_STATUSES, type RunStatus } from "@/lib/core/run/status";

/** The filters of the list of runs, by their name in the address. */
export const GROUPS = [
  { key: "all", label: "All" },
  { key: "needs-me", label: "Needs me" },
  { key: "live", label: "Live" },
  { key: "completed", label: "Completed" },
  { key: "failed", label: "Failed" },
  { key: "cancelled", label: "Cancelled" },
] as const;

export type GroupKey = (typeof GROUPS)[number]["key"];

const LIVE = RUN_STATUSES.filter((status) => !isTerminalRun(status));

const STATUSES: Record<GroupKey, RunStatus[] | undefined> = {
  all: undefined,
  "needs-me": undefined,
  live: LIVE,
  completed: ["completed"],
  failed: ["failed", "aborted"],
  cancelled: ["cancelled"],
};

export const RUNS_PER_PAGE = 25;

/** What the address of the list says. */
export type RunsView = { group: GroupKey; text: string; tag: string; cursor: string | undefined };

type Query = Record<string, string | string[] | undefined>;

/** The view that an address names; what it does not know is left out. */
export function viewOf({ show, q, tag, cursor }: Query): RunsView {
  return {
    group: GROUPS.find(({ key }) => key === show)?.key ?? "all",
    text: typeof q === "string" ? q.trim().slice(0, 200) : "",
    tag: typeof tag === "string" ? tag.trim().slice(0, MAX_RUN_TAG_CHARS) : "",
    cursor: typeof cursor === "string" && cursor !== "" ? cursor : undefined,
  };
}

/** The address of a view. */
export function addressOf({ group, text, tag, cursor }: RunsView): string {
  const query = new URLSearchParams();
  if (group !== "all") query.set("show", group);
  if (text !== "") query.set("q", text);
  if (tag !== "") query.set("tag", tag);
  if (cursor !== undefined) query.set("cursor", cursor);
  return query.size === 0 ? "/runs" : `/runs?${query}`;
}

/** What to ask the server for. */
export function filterOf({ group, text, tag, cursor }: RunsView) {
  const status = STATUSES[group];
  return {
    limit: RUNS_PER_PAGE,
    ...(status && { status }),
    ...(group === "needs-me" && { gate: "open" as const }),
    ...(text !== "" && { text }),
    ...(tag !== "" && { tag }),
    ...(cursor !== undefined && { cursor }),
  };
}

/** A tag as people read it. */
export const tagLabel = (tag: string): string => (tag === "demo" ? "simulated" : tag);
