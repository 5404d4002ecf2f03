import "@/lib/client/no-eval";
import { type RunSettings, runSettings } from "@/lib/core/run/settings";

/** Settings that the form has a field for. What is not chosen stays at its default. */
export type ChosenSettings = Partial<
  Pick<
    RunSettings,
    | "reviewMode"
    | "planApproval"
    | "fourEyes"
    | "critic"
    | "planStyle"
    | "detailOnDemand"
    | "llmReviewCritical"
    | "summarizer"
    | "maxIterations"
    | "reflection"
    | "maxConcurrency"
    | "maxTokens"
    | "maxCostMicroUsd"
    | "maxHops"
    | "maxDurationMs"
    | "onBudget"
    | "toolPolicy"
  >
>;

/** What every group of fields is given. */
export type SettingsGroupProps = { chosen: ChosenSettings; onChoose(chosen: ChosenSettings): void };

/** What a run does when nothing is chosen, as the fields show it. */
export const DEFAULTS: Readonly<RunSettings> = runSettings.parse({});

/** The choices with one of them made, or taken back by `undefined`. */
export function withSetting<Key extends keyof ChosenSettings>(
  chosen: ChosenSettings,
  key: Key,
  value: ChosenSettings[Key],
): ChosenSettings {
  const next = { ...chosen };
  delete next[key];
  return value === undefined ? next : { ...next, [key]: value };
}
