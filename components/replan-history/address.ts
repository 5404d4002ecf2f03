import { isDay } from "@/lib/core/cost/days";
import { MAX_RUN_TAG_CHARS } from "@/lib/core/inputs/limits";
import { REPLAN_TRIGGERS } from "@/lib/core/run/replans/triggers";
import { REPLAN_OUTCOMES } from "@/lib/core/run/state/replan";

export const TRIGGERS = [...REPLAN_TRIGGERS, "summarizer"] as const;
/** Who wanted the change, as people read it. */
export const DECIDERS = { person: "A person", model: "A model", policy: "A rule" } as const;

/** Days as `2026-11-24`, both ends included; empty strings are no filter. */
const FIELDS = ["outcome", "trigger", "decider", "tag", "from", "to", "cursor"] as const;
type Field = (typeof FIELDS)[number];

/** What of the history is shown; all of it is in the page's address. */
export type HistoryView = Partial<Record<Field, string>>;

type Params = Record<string, string | string[] | undefined>;

const understood: Record<Field, (text: string) => boolean> = {
  outcome: (text) => REPLAN_OUTCOMES.some((one) => one === text),
  trigger: (text) => TRIGGERS.some((one) => one === text),
  decider: (text) => Object.hasOwn(DECIDERS, text),
  tag: (text) => text.length <= MAX_RUN_TAG_CHARS,
  from: isDay,
  to: isDay,
  cursor: () => true,
};

/** The view that an address asks for; what it does not understand is passed over. */
export function viewOf(params: Params): HistoryView {
  const view: HistoryView = {};
  for (const field of FIELDS) {
    const given = params[field];
    const text = typeof given === "string" ? given.trim() : "";
    if (text !== "" && understood[field](text)) view[field] = text;
  }
  return view;
}

export function addressOf(view: HistoryView): string {
  const params = new URLSearchParams();
  for (const field of FIELDS) if (view[field] !== undefined) params.set(field, view[field]);
  return params.size === 0 ? "/history" : `/history?${params}`;
}

/** Whether the view leaves anything out. */
export const isFiltered = (view: HistoryView): boolean => FIELDS.some((field) => view[field] !== undefined);

type Changed = { runId: string; fromVersion: number; toVersion: number | null };

/** The run's page with its versions, at what this replan changed. */
export function changesHref({ runId, fromVersion, toVersion }: Changed): string {
  const pair = toVersion === null ? "" : `&from=${fromVersion}&to=${toVersion}`;
  return `/runs/${encodeURIComponent(runId)}?tab=replans${pair}`;
}
