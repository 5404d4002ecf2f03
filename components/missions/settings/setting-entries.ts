import { formatBudgetAmount } from "@/lib/core/describe/costs/budgets";
import { type FormField, formEntries, readEntries } from "@/lib/core/form";
import type { Json, JsonObject } from "@/lib/core/json";
import { valueAt } from "@/lib/core/json-path";
import { getOwn } from "@/lib/core/own";
import type { RunSettings } from "@/lib/core/run/settings";
import { DEFAULT_MAX_TOTAL_REPLANS } from "@/lib/core/run/state/ledger";
import { type ChosenSettings, withSetting } from "./chosen-settings";

/** The settings that hold. */
const effective = (chosen: ChosenSettings, defaults: Readonly<RunSettings>) =>
  ({ ...defaults, ...chosen }) as JsonObject;

const isNumber = ({ kind }: FormField) => kind === "number" || kind === "integer";

/** Text of a field: of a number nothing where it has its default, and what is none as it was typed. */
export function entryOf(field: FormField, chosen: ChosenSettings, defaults: Readonly<RunSettings>): string {
  const value = valueAt(effective(chosen, defaults), field.path);
  if (isNumber(field) && typeof value === "string") return value;
  if (isNumber(field) && value === field.default) return "";
  return getOwn(formEntries([field], effective(chosen, defaults)), field.id) ?? "";
}

/** Value that a field says; what cannot be read stays as it was typed, and is refused when it is sent. */
export function saidBy(field: FormField, text: string): Json | undefined {
  const nodes = [{ ...field, required: false, path: ["said"], when: {} }];
  const reading = readEntries(nodes, { [field.id]: text });
  return "problems" in reading ? text : valueAt(reading.value, ["said"]);
}

/** The choices with what was typed in a field. */
export function withEntry(
  field: FormField,
  chosen: ChosenSettings,
  defaults: Readonly<RunSettings>,
  text: string,
): ChosenSettings {
  const said = saidBy(field, text);
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
