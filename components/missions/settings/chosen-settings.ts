import type { CreateRunInput } from "@/lib/core/inputs/create-run";
import { getOwn } from "@/lib/core/own";
import type { RunSettings } from "@/lib/core/run/settings";
import type { RunBudgets } from "@/lib/core/run/state/ledger";

/** Settings as somebody chose them. What is not chosen stays at its default. */
export type ChosenSettings = Partial<Omit<RunSettings, "models" | keyof RunBudgets>> &
  Pick<NonNullable<CreateRunInput["settings"]>, keyof RunBudgets>;

/** What groups of fields of their own are given. */
export type SettingsGroupProps = { chosen: ChosenSettings; onChoose(chosen: ChosenSettings): void };

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

/** Of the settings of a run those that differ from the defaults, those without a field of the form among them. */
export function chosenOf(
  { models: _models, ...settings }: RunSettings,
  defaults: Readonly<RunSettings>,
): ChosenSettings {
  const changed = Object.entries(settings).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(getOwn<unknown>(defaults, name)),
  );
  return Object.fromEntries(changed);
}
