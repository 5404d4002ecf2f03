import { COST_STEPS, isDay } from "@/lib/core/cost/days";
import type { CostReport } from "@/lib/core/cost/views";

/** What a report is of, by its names in the page's address; absent: the last thirty days, everything. */
const COST_FIELDS = ["from", "to", "by", "tag", "model", "role", "agent", "runId", "version"] as const;
type Field = (typeof COST_FIELDS)[number];
export type CostView = { readonly [Name in Field]?: string };

type Params = Record<string, string | string[] | undefined>;

/** The view that an address asks for; what is empty or unknown is passed over. */
export function viewOf(params: Params): CostView {
  return Object.fromEntries(
    COST_FIELDS.flatMap((name) => {
      const value = params[name];
      const text = typeof value === "string" ? value.trim() : "";
      return text !== "" && isUnderstood(name, text) ? [[name, text]] : [];
    }),
  );
}

function isUnderstood(name: Field, text: string): boolean {
  if (name === "from" || name === "to") return isDay(text);
  if (name === "version") return /^\d{1,6}$/.test(text);
  return name !== "by" || COST_STEPS.some((step) => step === text);
}

/** The view of a report that was made. */
export function viewOfReport({ days, filter }: Pick<CostReport, "days" | "filter">): CostView {
  const { version, ...named } = filter;
  return { ...days, ...named, ...(version !== undefined && { version: String(version) }) };
}

/** The page of a view; without some of it, and with more. */
export function addressOf(view: CostView, changed: { [Name in Field]?: string | undefined } = {}): string {
  return `/costs${queryOf({ ...view, ...changed })}`;
}

/** The file of the same calls. */
export const csvHref = (view: CostView): string => `/api/v1/costs/csv${queryOf(view)}`;

function queryOf(view: { readonly [Name in Field]?: string | undefined }): string {
  const query = new URLSearchParams();
  for (const name of COST_FIELDS) {
    const value = view[name];
    if (value !== undefined) query.set(name, value);
  }
  return query.size === 0 ? "" : `?${query}`;
}

/** What the calls of a report are narrowed to, in words. */
export const FILTER_LABELS = {
  tag: "Tag",
  model: "Model",
  role: "Role",
  agent: "Agent",
  runId: "Run",
  version: "Plan version",
} as const;
export type FilterName = keyof typeof FILTER_LABELS;
export const FILTER_NAMES = Object.keys(FILTER_LABELS) as FilterName[];
