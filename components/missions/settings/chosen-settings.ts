import { type FormField, formEntries, readEntries } from "@/lib/core/form";
import type { CreateRunInput } from "@/lib/core/inputs/create-run";
import type { Json, JsonObject } from "@/lib/core/json";
import { valueAt } from "@/lib/core/json-path";
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

/** The settings that hold. */
const effective = (chosen: ChosenSettings, defaults: Readonly<RunSettings>) =>
  ({ ...defaults, ...chosen }) as JsonObject;

const isNumber = ({ kind }: FormField) => kind === "number" || kind === "integer";

/** What stands in a field: of a number nothing where it has its default, and what is none as it was typed. */
export function entryOf(field: FormField, chosen: ChosenSettings, defaults: Readonly<RunSettings>): string {
  const value = valueAt(effective(chosen, defaults), field.path);
  if (isNumber(field) && typeof value === "string") return value;
  if (isNumber(field) && value === field.default) return "";
  return getOwn(formEntries([field], effective(chosen, defaults)), field.id) ?? "";
}

/** The choices with what was typed in a field; what cannot be read stays as it is, and is refused when it is sent. */
export function withEntry(
  field: FormField,
  chosen: ChosenSettings,
  defaults: Readonly<RunSettings>,
  text: string,
): ChosenSettings {
  const reading = readEntries([{ ...field, required: false, path: ["said"], when: {} }], {
    [field.id]: text,
  });
  const said = "problems" in reading ? text : valueAt(reading.value, ["said"]);
  const [name = "", part] = field.path;
  const setting = name as keyof ChosenSettings;
  const group = valueAt(effective(chosen, defaults), [name]);
  const value = part === undefined ? said : withPart(group as JsonObject, part, said ?? field.default);
  return withSetting(chosen, setting, value as ChosenSettings[typeof setting]);
}

function withPart({ ...group }: JsonObject, part: string, value: Json | undefined): JsonObject {
  delete group[part];
  return value === undefined ? group : { ...group, [part]: value };
}

/** The texts of a field whose default stands in its place while it is empty. */
export function defaultTexts({
  help,
  ...field
}: FormField): Pick<FormField, "help" | "placeholder"> | undefined {
  if (!isNumber(field) || field.default === undefined) return;
  const placeholder = getOwn(formEntries([field], undefined), field.id) ?? "";
  return { help: `${help} Default: ${placeholder}.`, placeholder };
}
