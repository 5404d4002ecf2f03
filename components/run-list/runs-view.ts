import { routeAddress } from "@/lib/client/call";
import type { RunsFilter } from "@/lib/client/query";
import { DAY_PERIODS, type DayPeriod } from "@/lib/core/cost/days";
import { formatDays } from "@/lib/core/describe/amounts";
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

type GroupKey = (typeof GROUPS)[number]["key"];

const LIVE = RUN_STATUSES.filter((status) => !isTerminalRun(status));

const STATUSES: Record<GroupKey, RunStatus[] | undefined> = {
  all: undefined,
  "needs-me": undefined,
  live: LIVE,
  completed: ["completed"],
  failed: ["failed", "aborted"],
  cancelled: ["cancelled"],
};

const RUNS_PER_PAGE = 25;

/** What the address of the list says. */
export type RunsView = { group: GroupKey; text: string; tag: string; cursor: string | undefined } & Ended &
  Started;

/** Who started the runs (`me`, or a person's id), from which template or version of it (`<id>@<version>`), what they cost at least and at most, and days in which they started, or a period that is counted back from the day on which it is read. */
type Started = Partial<Record<(typeof STARTED_FIELDS)[number], string>>;
const STARTED_FIELDS = [
  ...(["owner", "template", "minCostUsd", "maxCostUsd"] as const),
  ...(["period", "createdFrom", "createdTo"] as const),
] as const;

/** The part of a report that the runs are behind: days in which they ended, real or demo runs, and `decision:REPLAN`. */
type Ended = Partial<Record<(typeof ENDED_FIELDS)[number], string>>;
const ENDED_FIELDS = ["from", "to", "runs", "behind"] as const;
/** Days in which runs started that people ask for the most: on a button, and of the runs. */
const PERIOD_LABELS: Record<DayPeriod, [button: string, started: string]> = {
  today: ["Today", "today"],
  yesterday: ["Yesterday", "yesterday"],
  "7d": ["Last 7 days", "in the last 7 days"],
};
export const PERIODS = DAY_PERIODS.map((period) => ({ period, label: PERIOD_LABELS[period][0] }));
const isPeriod = (text: string): text is DayPeriod => Object.hasOwn(PERIOD_LABELS, text);

const FIELDS = [...STARTED_FIELDS, ...ENDED_FIELDS] as const;
const MAX_FIELD_CHARS = 300;

export const isOfReport = (view: Ended): boolean => ENDED_FIELDS.some((field) => view[field] !== undefined);

/** The same view with all ended and other runs. */
export const withoutReport = (view: RunsView): RunsView => without(view, ENDED_FIELDS);

/** The same view, from its first page on, without what these fields say. */
export function without(view: RunsView, fields: readonly (typeof FIELDS)[number][]): RunsView {
  const { ...rest } = view;
  for (const field of fields) delete rest[field];
  return rest;
}

/** Whether the view leaves anything out, whichever page of it is shown. */
export const isFiltered = (view: RunsView): boolean => queryOf(view) !== "";

type Query = Record<string, string | string[] | undefined>;

/** The view that an address names; what it does not know is left out. */
export function viewOf({ show, q, tag, cursor, ...others }: Query): RunsView {
  return {
    group: GROUPS.find(({ key }) => key === show)?.key ?? "all",
    text: typeof q === "string" ? q.trim().slice(0, 200) : "",
    tag: typeof tag === "string" ? tag.trim().slice(0, MAX_RUN_TAG_CHARS) : "",
    cursor: typeof cursor === "string" && cursor !== "" ? cursor : undefined,
    ...fieldsOf(others),
  };
}

function fieldsOf(query: Query): Ended & Started {
  const fields: Ended & Started = {};
  for (const field of FIELDS) {
    const given = query[field];
    if (typeof given === "string" && given !== "" && given.length <= MAX_FIELD_CHARS) fields[field] = given;
  }
  if (fields.period !== undefined && !isPeriod(fields.period)) delete fields.period;
  return fields;
}

/** The address of a view. */
export function addressOf(view: RunsView): string {
  const query = new URLSearchParams(queryOf(view));
  if (view.cursor !== undefined) query.set("cursor", view.cursor);
  return query.size === 0 ? "/runs" : `/runs?${query}`;
}

/** What the address says of a view, whichever page of it is shown. */
export function queryOf({ group, text, tag, cursor: _cursor, ...fields }: RunsView): string {
  const query = new URLSearchParams();
  if (group !== "all") query.set("show", group);
  if (text !== "") query.set("q", text);
  if (tag !== "") query.set("tag", tag);
  for (const field of FIELDS) if (fields[field] !== undefined) query.set(field, fields[field]);
  return query.toString();
}

/** The view that a query names, as an address has it behind its question mark. */
export const viewOfQuery = (query: string): RunsView =>
  viewOf({ ...Object.fromEntries(new URLSearchParams(query)), cursor: undefined });

/** What to ask the server for. */
export function filterOf({ group, text, tag, cursor, ...fields }: RunsView) {
  const status = STATUSES[group];
  return {
    limit: RUNS_PER_PAGE,
    ...(status && { status }),
    ...(group === "needs-me" && { gate: "mine" as const }),
    ...(text !== "" && { text }),
    ...(tag !== "" && { tag }),
    // As the address has them: the server refuses a value that it does not know.
    ...(fields as Pick<RunsFilter, keyof typeof fields>),
    ...(cursor !== undefined && { cursor }),
  };
}

/** The file with the ended runs of a view; undefined where the view has none. */
export function exportHref(view: RunsView): string | undefined {
  if (view.group === "live" || view.group === "needs-me") return undefined;
  const { limit: _limit, cursor: _cursor, ...filter } = filterOf(view);
  return routeAddress("GET /api/v1/runs/export", filter);
}

/** A tag as people read it. */
export const tagLabel = (tag: string): string => (tag === "demo" ? "simulated" : tag);

type StartedLabel = { label: string; fields: (typeof STARTED_FIELDS)[number][] };

/** What a view says of the start and the cost of its runs, in words, each with the fields that say it. */
export function startedLabels(
  view: Started,
  {
    ownerName = view.owner,
    templateName,
  }: { ownerName?: string | undefined; templateName?: string | undefined } = {},
): StartedLabel[] {
  const { owner, template, minCostUsd: min, maxCostUsd: max, createdFrom: from, createdTo: to } = view;
  const labels: StartedLabel[] = [];
  if (owner !== undefined)
    labels.push({ label: owner === "me" ? "Started by me" : `Started by ${ownerName}`, fields: ["owner"] });
  if (template !== undefined) {
    const [id, version] = template.split("@");
    const label = `Template: ${templateName ?? id}${version === undefined ? "" : `, version ${version}`}`;
    labels.push({ label, fields: ["template"] });
  }
  const cost = rangeLabel(min && `$${min}`, max && `$${max}`, "at least", "at most");
  if (cost) labels.push({ label: `Cost ${cost}`, fields: ["minCostUsd", "maxCostUsd"] });
  if (view.period !== undefined && isPeriod(view.period))
    labels.push({ label: `Started ${PERIOD_LABELS[view.period][1]}`, fields: ["period"] });
  const day = (one: string | undefined) => one && formatDays(one, one);
  const days = from && to ? formatDays(from, to) : rangeLabel(day(from), day(to), "from", "until");
  if (days) labels.push({ label: `Started ${days}`, fields: ["createdFrom", "createdTo"] });
  return labels;
}

function rangeLabel(from: string | undefined, to: string | undefined, least: string, most: string) {
  if (from !== undefined && to !== undefined) return from === to ? from : `${from} to ${to}`;
  if (from !== undefined) return `${least} ${from}`;
  return to === undefined ? undefined : `${most} ${to}`;
}
