import { z } from "zod";
import { newSettings, type RunSettings } from "../run/settings";
import { DEFAULT_MAX_TOTAL_REPLANS, type RunBudgets } from "../run/state/ledger";
import { describeForm } from "../schema-form";

const { maxTokens, maxCostMicroUsd, maxHops, maxDurationMs, maxTotalReplans } = newSettings.shape;
const replans = maxTotalReplans
  .unwrap()
  .optional()
  .meta({ ...maxTotalReplans.meta(), look: { placeholder: `${DEFAULT_MAX_TOTAL_REPLANS}` } });

/** Limits that a workspace gives to new runs which bring none of their own (docs/costs.md, "Run budgets"). */
export const runBudgetsInput = z.strictObject({
  maxTokens,
  maxCostMicroUsd,
  maxHops,
  maxDurationMs,
  maxTotalReplans: replans,
});
export const budgetForm = describeForm(runBudgetsInput);
export type BudgetNodes = typeof budgetForm;

/** The same as a new run may bring them: null asks for no limit, whatever its workspace says. */
export const givenBudgets = {
  maxTokens: maxTokens.nullable(),
  maxCostMicroUsd: maxCostMicroUsd.nullable(),
  maxHops: maxHops.nullable(),
  maxDurationMs: maxDurationMs.nullable(),
  maxTotalReplans: replans,
};
type GivenBudgets = { [Name in keyof RunBudgets]: RunBudgets[Name] | null };

/** The settings of a new run, each limit by its own word, else that of its workspace, else the default of all runs. */
export function withRunBudgets(
  given: Omit<RunSettings, keyof RunBudgets> & GivenBudgets,
  ofWorkspace: RunBudgets,
): RunSettings {
  const settings = {
    ...given,
    maxTotalReplans: maxTotalReplans.parse(given.maxTotalReplans ?? ofWorkspace.maxTotalReplans),
  };
  for (const limit of ["maxTokens", "maxCostMicroUsd", "maxHops", "maxDurationMs"] as const) {
    const chosen = given[limit] === undefined ? ofWorkspace[limit] : given[limit];
    if (chosen === undefined || chosen === null) delete settings[limit];
    else settings[limit] = chosen;
  }
  return settings as RunSettings;
}
