import { formatBudgetAmount } from "@/lib/core/describe/costs/budgets";
import { DEFAULT_MAX_TOTAL_REPLANS } from "@/lib/core/run/state/ledger";
import { type ChosenSettings, withSetting } from "./chosen-settings";

/** Limits that the workspace may have a default of. */
export const LIMITS = [
  "maxTokens",
  "maxCostMicroUsd",
  "maxHops",
  "maxDurationMs",
  "maxTotalReplans",
] as const;
type Limit = (typeof LIMITS)[number];

/** Where the limit of a field comes from, and what leaving it empty means. */
export function limitSource(
  budget: Limit,
  own: number | null | undefined,
  ofWorkspace: number | undefined,
): string {
  if (ofWorkspace === undefined)
    return budget === "maxTotalReplans"
      ? `Default: ${DEFAULT_MAX_TOTAL_REPLANS}.`
      : "Leave empty for no limit.";
  if (own === undefined)
    return `Set by the workspace default.${budget === "maxTotalReplans" ? "" : " Leave empty for no limit."}`;
  const amount = formatBudgetAmount(budget, ofWorkspace);
  return own === null
    ? `No limit for this run; the workspace default is ${amount}.`
    : `Workspace default: ${amount}.`;
}

/** The choices with what was typed as a limit: what the workspace says anyway is none, and empty lifts what it says. */
export function withLimit(
  chosen: ChosenSettings,
  budget: Limit,
  { limit, ofWorkspace }: { limit: number | undefined; ofWorkspace: number | undefined },
): ChosenSettings {
  const isLifted = limit === undefined && ofWorkspace !== undefined;
  if (budget === "maxTotalReplans")
    return withSetting(chosen, budget, limit === ofWorkspace ? undefined : limit);
  return withSetting(chosen, budget, isLifted ? null : limit === ofWorkspace ? undefined : limit);
}
