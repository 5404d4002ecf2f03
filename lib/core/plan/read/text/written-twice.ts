import type { Doubled } from "../../../answers/scan-json";
import { isJsonObject, type Json, type JsonObject } from "../../../json";
import { getOwn, setOwn } from "../../../own";
import { ALIASES } from "../aliases";
import { asFlag, asInteger, isNothing, snakeCase } from "../fields";

/**
 * Keys that a plan writes twice with different values (docs/plans.md, "What is not read"): of two values of one guard that have an
 * order the stricter counts, and all other stay an error.
 */

/** Of two values of a guard the stricter; undefined where neither is. */
type Stricter = (one: Json, other: Json) => Json | undefined;

/** Some value over none: true over false, people over nobody. */
const wanted: Stricter = (one, other) => {
  const isNone = (value: Json) => isNothing(value) || asFlag(value) === false;
  if (isNone(one)) return other;
  return isNone(other) ? one : undefined;
};
const numbers =
  (choose: (...all: number[]) => number): Stricter =>
  (one, other) => {
    const [a, b] = [asInteger(one, 1), asInteger(other, 1)];
    return a === undefined || b === undefined ? undefined : choose(a, b);
  };

const table = (names: readonly string[], stricter: Stricter): [string, Stricter][] =>
  names.map((name) => [name, stricter]);

const GUARDS: ReadonlyMap<string, Stricter> = new Map([
  ...table(
    [...ALIASES.approval, "four_eyes", "requires_reason", "require_reason", "reason_required"],
    wanted,
  ),
  ...table(["quality_gate"], wanted),
  ...table(["quorum", "min_approvals", "required_approvals"], numbers(Math.max)),
  ...table(["timeout_ms", "max_turns", "hop_budget", "token_budget", "max_parallel"], numbers(Math.min)),
]);

/** The value with the stricter of guards that it has twice, with the paths of these, and what stays written twice. */
export function withStricter(
  value: Json,
  doubled: readonly Doubled[],
): { value: Json; settled: string[]; left: Doubled[] } {
  const settled = new Set<string>();
  const left: Doubled[] = [];
  let read = value;
  for (const one of doubled) {
    const place = one.path.match(/[^.[\]]+|\[\d+\]/g) ?? [];
    const stricter = GUARDS.get(snakeCase(place.at(-1) ?? ""));
    const last = at(read, place);
    const chosen = last === undefined ? undefined : stricter?.(one.value, last);
    if (chosen === undefined) left.push(one);
    else {
      read = replaced(read, place, chosen);
      settled.add(one.path);
    }
  }
  return { value: read, settled: [...settled], left };
}

function at(value: Json | undefined, place: readonly string[]): Json | undefined {
  const [step, ...rest] = place;
  if (value === undefined || step === undefined) return value;
  const inner = Array.isArray(value)
    ? value[indexOf(step)]
    : isJsonObject(value)
      ? getOwn(value, step)
      : undefined;
  return at(inner, rest);
}

function replaced(value: Json, place: readonly string[], by: Json): Json {
  const [step, ...rest] = place;
  if (step === undefined) return by;
  if (Array.isArray(value))
    return value.map((item, index) => (index === indexOf(step) ? replaced(item, rest, by) : item));
  const copy: JsonObject = {};
  for (const [key, item] of Object.entries(value as JsonObject))
    setOwn(copy, key, key === step ? replaced(item, rest, by) : item);
  return copy;
}

const indexOf = (step: string): number => Number(step.slice(1, -1));
