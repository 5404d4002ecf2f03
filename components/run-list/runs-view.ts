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
export type RunsView = { group: GroupKey; text: string; tag: string; cursor: string | undefined } & Ended;

/** The part of a report that the runs are behind: days in which they ended, real or demo runs, and `decision:REPLAN`. */
type Ended = Partial<Record<(typeof ENDED_FIELDS)[number], string>>;
const ENDED_FIELDS = ["from", "to", "runs", "behind"] as const;
const MAX_FIELD_CHARS = 300;

export const isOfReport = (view: Ended): boolean => ENDED_FIELDS.some((field) => view[field] !== undefined);

/** The same view with all ended and other runs. */
export function withoutReport({ group, text, tag, cursor }: RunsView): RunsView {
  return { group, text, tag, cursor };
}

type Query = Record<string, string | string[] | undefined>;

/** The view that an address names; what it does not know is left out. */
export function viewOf({ show, q, tag, cursor, ...others }: Query): RunsView {
  return {
    group: GROUPS.find(({ key }) => key === show)?.key ?? "all",
    text: typeof q === "string" ? q.trim().slice(0, 200) : "",
    tag: typeof tag === "string" ? tag.trim().slice(0, MAX_RUN_TAG_CHARS) : "",
    cursor: typeof cursor === "string" && cursor !== "" ? cursor : undefined,
    ...endedOf(others),
  };
}

function endedOf(query: Query): Ended {
  const ended: Ended = {};
  for (const field of ENDED_FIELDS) {
    const given = query[field];
    if (typeof given === "string" && given !== "" && given.length <= MAX_FIELD_CHARS) ended[field] = given;
  }
  return ended;
}

/** The address of a view. */
export function addressOf({ group, text, tag, cursor, ...ended }: RunsView): string {
  const query = new URLSearchParams();
  if (group !== "all") query.set("show", group);
  if (text !== "") query.set("q", text);
  if (tag !== "") query.set("tag", tag);
  for (const field of ENDED_FIELDS) if (ended[field] !== undefined) query.set(field, ended[field]);
  if (cursor !== undefined) query.set("cursor", cursor);
  return query.size === 0 ? "/runs" : `/runs?${query}`;
}

/** What to ask the server for. */
export function filterOf({ group, text, tag, cursor, ...ended }: RunsView) {
  const status = STATUSES[group];
  return {
    limit: RUNS_PER_PAGE,
    ...(status && { status }),
    ...(group === "needs-me" && { gate: "open" as const }),
    ...(text !== "" && { text }),
    ...(tag !== "" && { tag }),
    ...ended,
    ...(cursor !== undefined && { cursor }),
  };
}

/** The file with the ended runs of a view; undefined where the view has none. */
export function exportHref(view: RunsView): string | undefined {
  if (view.group === "live" || view.group === "needs-me") return undefined;
  const { limit: _limit, cursor: _cursor, status, ...filter } = filterOf(view);
  const query = new URLSearchParams({ ...filter, ...(status && { status: status.join() }) });
  return query.size === 0 ? "/api/v1/runs/export" : `/api/v1/runs/export?${query}`;
}

/** A tag as people read it. */
export const tagLabel = (tag: string): string => (tag === "demo" ? "simulated" : tag);
