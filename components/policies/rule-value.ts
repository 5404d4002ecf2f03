import { type Json, lossyNumber, readTypedJson } from "@/lib/core/json";
import type { ArgumentPath, ArgumentRule } from "@/lib/core/policy";
import { argumentPaths } from "@/lib/core/policy/check";
import { MAX_BOUND_USD } from "@/lib/core/policy/words";
import { isHostPattern } from "@/lib/core/web-address";
import type { ToolInfo } from "./types";

type Operator = ArgumentRule["operator"];

/** How the value of a rule is written: the types its argument may have, and what it may be. */
type ValueKind = { types: readonly string[]; choices?: readonly Json[] };

const LISTS: readonly Operator[] = ["in", "not_in", "host_not_in"];
const NUMBERS: readonly string[] = ["number", "integer"];
const HOSTS = "Enter hosts such as example.com, *.example.com or example.com:8443.";
const UNKNOWN: ValueKind = { types: [] };

export const takesList = (operator: Operator): boolean => LISTS.includes(operator);

/** What the schema of the rule's tool says of the argument that it looks at; nothing of one that it does not name. */
export function kindOf(rule: Pick<ArgumentRule, "tool" | "path">, tools: readonly ToolInfo[]): ValueKind {
  const tool = tools.find(({ name }) => name === rule.tool);
  const named: ArgumentPath[] = tool ? argumentPaths(tool.inputSchema) : [];
  const wanted = rule.path.replace(/^\$\.?/, "").replaceAll(/\[(\d+|\*)\]/g, ".$1");
  return named.find(({ path }) => path === wanted) ?? UNKNOWN;
}

/** A value as its field holds it: lists a line for each item. */
export function valueText({ operator, value }: ArgumentRule, kind: ValueKind): string {
  if (operator === "exists") return "";
  if (takesList(operator) && Array.isArray(value)) {
    const ofItem = operator === "host_not_in" ? { types: ["string"] } : kind;
    return value.map((one) => itemText(one, ofItem)).join("\n");
  }
  return itemText(value, kind);
}

/** What stands in a field as the value of a rule, or why it is none. */
export function readValue(
  text: string,
  operator: Operator,
  kind: ValueKind,
): { value: Json; problem?: string } {
  if (operator === "exists") return { value: null };
  if (!takesList(operator)) return readItem(text, operator, kind);
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) return { value: [], problem: "Enter at least one value, one per line." };
  const read = lines.map((line) => readItem(line.trim(), operator, kind));
  const problem = read.find((one) => one.problem !== undefined)?.problem;
  return { value: read.map(({ value }) => value), ...(problem !== undefined && { problem }) };
}

/** A bound of costs as it is typed, or why it is none; what cannot be read bounds at nothing. */
export function readUsd(text: string): { usd: number; problem?: string } {
  const usd = Number(text);
  const isAmount = text.trim() !== "" && usd >= 0 && usd <= MAX_BOUND_USD && lossyNumber(text) === undefined;
  return isAmount ? { usd } : { usd: 0, problem: "Enter an amount in US dollars, such as 0.05." };
}

function itemText(value: Json, { types }: ValueKind): string {
  if (typeof value !== "string") return value === null ? "" : JSON.stringify(value);
  if (isOnly(types, ["string"])) return value;
  return readsAsJson(value) ? JSON.stringify(value) : value;
}

function readItem(text: string, operator: Operator, { types }: ValueKind): { value: Json; problem?: string } {
  if (operator === "host_not_in")
    return isHostPattern(text) ? { value: text } : { value: text, problem: HOSTS };
  const isPart = operator === "contains" || operator === "starts_with" || operator === "ends_with";
  if (isOnly(types, NUMBERS) && !isPart) {
    const number = Number(text);
    const fits = text.trim() !== "" && Number.isFinite(number) && lossyNumber(text) === undefined;
    return fits ? { value: number } : { value: text, problem: "Enter a number." };
  }
  if (isOnly(types, ["boolean"]) && !isPart) {
    if (text === "true" || text === "false") return { value: text === "true" };
    return { value: text, problem: "Choose yes or no." };
  }
  if (text === "") return { value: "", problem: "Enter a value." };
  if (isOnly(types, ["string"])) return { value: text };
  const read = readTypedJson(text);
  if ("value" in read) return read;
  return read.error ? { value: text } : { value: text, problem: read.problem };
}

function isOnly(types: readonly string[], wanted: readonly string[]): boolean {
  return types.length > 0 && types.every((type) => wanted.includes(type));
}

function readsAsJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
