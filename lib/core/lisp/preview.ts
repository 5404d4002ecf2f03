import { cutText } from "../text";
import { DEFAULT_LIMITS, type Limits } from "./limits";
import type { Machine } from "./machine";
import { isMap, isVector, mapEntries } from "./map-access";
import { mapOf, setOf } from "./maps";
import { printReadable } from "./print";
import { Run } from "./run";
import { LispSet, Sym, type Value } from "./values";

const MAX_CHARS = 500;
const MAX_TEXT_CHARS = 120;
const MAX_ITEMS = 8;
const MAX_LEVELS = 4;
const MORE = new Sym("…");

/** What is shown is short: it needs no limits. */
const UNLIMITED: Limits = {
  ...DEFAULT_LIMITS,
  fuel: Number.POSITIVE_INFINITY,
  memoryBytes: Number.POSITIVE_INFINITY,
};

/** The beginning of a value as text, for a diagnosis: long texts, long collections and deep values are cut. */
export function preview(value: Value): string {
  const machine = new Run({}, 0, UNLIMITED);
  const text = printReadable(shorten(value, 0, machine), machine);
  return text.length > MAX_CHARS ? `${cutText(text, MAX_CHARS)}…` : text;
}

function shorten(value: Value, level: number, machine: Machine): Value {
  if (typeof value === "string") {
    return value.length > MAX_TEXT_CHARS ? `${cutText(value, MAX_TEXT_CHARS)}…` : value;
  }
  const isSet = value instanceof LispSet;
  if (!isVector(value) && !isSet && !isMap(value)) return value;
  if (level >= MAX_LEVELS) return MORE;
  const short = (item: Value) => shorten(item, level + 1, machine);
  if (isVector(value)) return cut(value, MORE, short);
  if (isSet) return setOf(cut([...value.members.values()], MORE, short), machine);
  return mapOf(
    cut(mapEntries(value), [MORE, MORE] as const, ([key, item]) => [short(key), short(item)] as const),
    machine,
  );
}

function cut<T>(items: readonly T[], more: T, short: (item: T) => T): T[] {
  const shown = items.slice(0, MAX_ITEMS).map(short);
  return items.length > MAX_ITEMS ? [...shown, more] : shown;
}
