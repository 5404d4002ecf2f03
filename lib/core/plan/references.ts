import { isJsonObject, type Json } from "../json";
import { snakeCase } from "./fields";
import type { Report } from "./report";
import { stepNumbers } from "./step-numbers";

/** What names in a plan mean: ids, other names of tasks, names of phases, numbers of steps. */
export type Names = {
  ids: ReadonlySet<string>;
  /** Keys, names and phase names, each with the ids it stands for. */
  groups: ReadonlyMap<string, readonly string[]>;
  numbers: ReadonlyMap<number, readonly string[]>;
};

const NOTHING = new Set(["", "none", "nothing", "null", "n/a", "-", "[]"]);

/**
 * The ids that one written reference means; for one that means nothing in this plan the text itself, which may be a
 * task of an earlier version. `before` are the ids that "all" stands for.
 */
export function resolveReference(
  written: Json,
  names: Names,
  before: readonly string[],
  at: { path: string; report: Report },
): string[] {
  if (at.report.hasTooManyReferences) return [];
  const allowed = (ids: readonly string[]): string[] => (at.report.allowsReferences(ids) ? [...ids] : []);
  if (typeof written === "number") return allowed(byNumber(written, names));
  if (typeof written === "string") return byText(written, names, before, allowed);
  const inner = isJsonObject(written) ? (written.id ?? written.task ?? written.step) : undefined;
  if (typeof inner === "string" || typeof inner === "number") {
    return resolveReference(inner, names, before, at);
  }
  at.report.notUnderstood(at.path, written, "the id of a task");
  return [];
}

/** `allowed` copies ids as long as there are not too many. */
function byText(
  written: string,
  names: Names,
  before: readonly string[],
  allowed: (ids: readonly string[]) => string[],
): string[] {
  if (names.ids.has(written)) return allowed([written]);
  const text = written.trim();
  const known = names.ids.has(text) ? [text] : names.groups.get(text);
  if (known) return allowed(known);
  if (NOTHING.has(text.toLowerCase())) return [];
  const numbers = stepNumbers(text);
  if (numbers === "all") return allowed(before);
  if (numbers) return numbers.flatMap((number) => allowed(byNumber(number, names)));
  const parts = text.split(",").map((part) => part.trim());
  if (parts.length > 1) return parts.flatMap((part) => byText(part, names, before, allowed));
  const spelled = snakeCase(text);
  return allowed([names.ids.has(spelled) ? spelled : written]);
}

function byNumber(number: number, { ids, groups, numbers }: Names): readonly string[] {
  const name = String(number);
  if (ids.has(name)) return [name];
  const known = numbers.get(number) ?? groups.get(name);
  return known ?? [ids.has(`task_${number}`) ? `task_${number}` : `step_${number}`];
}
