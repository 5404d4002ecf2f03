import { routeAddress, withQuery } from "@/lib/client/call";
import type { RunsFilter } from "@/lib/client/query";
import { DAY_PERIODS, type DayPeriod } from "@/lib/core/cost/days";
import { formatDays } from "@/lib/core/describe/amounts";
import type { AddressView } from "@/lib/core/inputs/address";
import { isTerminalRun, RUN_STATUSES } from "@/lib/core/run/status";

/** Groups of runs by their names in the address, which shows all where it names none. */
export const RUN_GROUPS = ["needs-me", "live", "completed", "failed", "cancelled"] as const;
type RunGroup = (typeof RUN_GROUPS)[number];

const LIVE = RUN_STATUSES.filter((status) => !isTerminalRun(status));

const GROUPS: Record<RunGroup, { label: string; filter: Pick<RunsFilter, "status" | "gate"> }> = {
  "needs-me": { label: "Needs me", filter: { gate: "mine" } },
  live: { label: "Live", filter: { status: LIVE } },
  completed: { label: "Completed", filter: { status: ["completed"] } },
  failed: { label: "Failed", filter: { status: ["failed", "aborted"] } },
  cancelled: { label: "Cancelled", filter: { status: ["cancelled"] } },
};
export const GROUP_CHOICES = RUN_GROUPS.map((group) => [group, GROUPS[group].label] as const);

const RUNS_PER_PAGE = 25;

/** What the address of the list says: a group, words of the mission, and fields as the list of runs takes them. */
export type RunsView = Omit<AddressView<RunsFilter>, "status" | "gate" | "order" | "text"> & {
  show?: RunGroup;
  q?: string;
};

/** Fields that say who started the runs and from what, what they cost, and when they started. */
type StartedField =
  | "owner"
  | "template"
  | "minCostUsd"
  | "maxCostUsd"
  | "period"
  | "createdFrom"
  | "createdTo";
type Started = Pick<RunsView, StartedField>;

/** The part of a report that the runs are behind: days in which they ended, real or demo runs, and `decision:REPLAN`. */
export const REPORT_FIELDS = ["from", "to", "runs", "behind"] as const;
/** Days in which runs started that people ask for the most: on a button, and of the runs. */
const PERIOD_LABELS: Record<DayPeriod, [button: string, started: string]> = {
  today: ["Today", "today"],
  yesterday: ["Yesterday", "yesterday"],
  "7d": ["Last 7 days", "in the last 7 days"],
};
export const PERIODS = DAY_PERIODS.map((period) => ({ period, label: PERIOD_LABELS[period][0] }));

export const isOfReport = (view: RunsView): boolean =>
  REPORT_FIELDS.some((field) => view[field] !== undefined);

/** The same view, from its first page on, without what these fields say. */
export function without(view: RunsView, fields: readonly (keyof RunsView)[]): RunsView {
  const gone = Object.fromEntries(fields.map((field) => [field, undefined]));
  return { ...view, ...gone, cursor: undefined };
}

/** Whether the view leaves anything out, whichever page of it is shown. */
export const isFiltered = (view: RunsView): boolean => queryOf(view) !== "";

/** The address of a view. */
export const addressOf = (view: RunsView): string => withQuery("/runs", view);

/** What the address says of a view, whichever page of it is shown. */
export const queryOf = (view: RunsView): string => withQuery("", { ...view, cursor: undefined }).slice(1);

/** Writes a query without the page that it was kept on, in an order that does not hang on who wrote it. */
export function sortedQuery(query: string): string {
  const fields = new URLSearchParams(query);
  fields.delete("cursor");
  fields.sort();
  return fields.toString();
}

/** The address of the runs that a saved query names. */
export const savedHref = (query: string): string =>
  withQuery("/runs", Object.fromEntries(new URLSearchParams(sortedQuery(query))));

/** What to ask the server for. */
export const filterOf = ({ show, q, ...fields }: RunsView): RunsFilter => ({
  limit: RUNS_PER_PAGE,
  text: q,
  ...fields,
  ...(show && GROUPS[show].filter),
});

/** The file with the ended runs of a view; undefined where the view has none. */
export function exportHref(view: RunsView): string | undefined {
  if (view.show === "live" || view.show === "needs-me") return undefined;
  const { limit: _limit, cursor: _cursor, ...filter } = filterOf(view);
  return routeAddress("GET /api/v1/runs/export", filter);
}

/** A group as people read it. */
export const groupLabel = (group: RunGroup): string => GROUPS[group].label;

/** A tag as people read it. */
export const tagLabel = (tag: string): string => (tag === "demo" ? "simulated" : tag);

type StartedLabel = { label: string; fields: StartedField[] };

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
  if (view.period !== undefined)
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
