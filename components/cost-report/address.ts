import { routeAddress, withQuery } from "@/lib/client/call";
import type { CostFilter, CostReport } from "@/lib/core/cost/views";

/** Days, step and filter of a report; absent: the last thirty days, everything. */
export type CostView = Partial<CostReport["days"]> & CostFilter;

/** The view of a report that was made. */
export const viewOfReport = ({ days, filter }: Pick<CostReport, "days" | "filter">): CostView => ({
  ...days,
  ...filter,
});

/** The page of a view. */
export const addressOf = (view: CostView): string => withQuery("/costs", view);

/** The file of the same calls. */
export const csvHref = (view: CostView): string => routeAddress("GET /api/v1/costs/csv", view);

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
