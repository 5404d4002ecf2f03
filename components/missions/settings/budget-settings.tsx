"use client";

import { formatBudgetAmount } from "@/lib/core/describe/costs/budgets";
import { DEFAULT_MAX_TOTAL_REPLANS, type RunBudgets } from "@/lib/core/run/state/ledger";
import { type FormLimit, LIMITS, LimitField } from "../../budgets/limit-field";
import { type ChosenSettings, type SettingsGroupProps, withSetting } from "./chosen-settings";

type BudgetFieldsProps = SettingsGroupProps & {
  /** What the workspace gives to runs that bring no limits of their own. */
  budgets: RunBudgets;
};

/** What the run may use. */
export function BudgetFields({ chosen, onChoose, budgets }: BudgetFieldsProps) {
  const usualReplans = budgets.maxTotalReplans ?? DEFAULT_MAX_TOTAL_REPLANS;
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      {LIMITS.map(({ budget, label, help }) => (
        <LimitField
          key={budget}
          budget={budget}
          label={label}
          help={`${help} ${limitSource(budget, chosen[budget], budgets[budget])}`}
          placeholder={budget === "maxTotalReplans" ? String(usualReplans) : "No limit"}
          value={(chosen[budget] === undefined ? budgets[budget] : chosen[budget]) ?? undefined}
          onChange={(limit) => onChoose(withLimit(chosen, budget, { limit, ofWorkspace: budgets[budget] }))}
        />
      ))}
    </div>
  );
}

/** Where the limit of a field comes from, and what leaving it empty means. */
export function limitSource(
  budget: FormLimit,
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
  budget: FormLimit,
  { limit, ofWorkspace }: { limit: number | undefined; ofWorkspace: number | undefined },
): ChosenSettings {
  const isLifted = limit === undefined && ofWorkspace !== undefined;
  if (budget === "maxTotalReplans")
    return withSetting(chosen, budget, limit === ofWorkspace ? undefined : limit);
  return withSetting(chosen, budget, isLifted ? null : limit === ofWorkspace ? undefined : limit);
}
