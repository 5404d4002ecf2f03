import type { Json, JsonObject } from "../json";
import { raise } from "./errors";
import { isVector, mapEntries } from "./kinds";
import { levelBelow } from "./limits";
import { printReadable, sortedEntries } from "./print";
import {
  BYTES_PER_ITEM,
  Fn,
  Keyword,
  LispMap,
  LispSet,
  type Machine,
  Regex,
  Sym,
  type Value,
} from "./values";

/** What a number is in the result. */
type OfNumber = (number: number) => number;

/**
 * A value as JSON (docs/predicates.md, "Programs"): keywords and symbols are their names, sets sorted lists, other keys
 * of maps their printed texts. Objects of data, and lists of nothing but JSON, are given back as they are. Throws `type_error` for functions, and for
 * numbers that JSON has not.
 */
export function toJson(value: Value, machine: Machine): Json {
  return convert(value, machine, 0, (number) => {
    if (Number.isFinite(number)) return number;
    raise("type_error", `${printReadable(number, machine)} cannot be given as JSON.`);
  });
}

/** The same, with `NaN` and infinite numbers as they are. */
export function toPlain(value: Value, machine: Machine): Json {
  return convert(value, machine, 0, (number) => number);
}

function convert(value: Value, machine: Machine, level: number, ofNumber: OfNumber): Json {
  machine.spend(1);
  if (typeof value === "number") return ofNumber(value);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Keyword || value instanceof Sym) return value.name;
  if (value instanceof Regex) return value.source;
  if (value instanceof Fn) raise("type_error", "A function cannot be given as a value.");
  const below = levelBelow(level);
  const convertItem = (item: Value) => convert(item, machine, below, ofNumber);
  if (isVector(value)) return convertList(value, machine, convertItem);
  if (value instanceof LispMap) return convertMap(value, machine, convertItem);
  if (!(value instanceof LispSet)) return value as JsonObject;
  const members = sortedEntries(value, (member) => printReadable(member, machine), machine);
  return convertList(
    members.map(([member]) => member),
    machine,
    convertItem,
  );
}

type Convert = (item: Value) => Json;

function convertList(items: readonly Value[], machine: Machine, convertItem: Convert): Json {
  machine.allocate(items.length * BYTES_PER_ITEM);
  const converted = items.map(convertItem);
  return converted.every((item, index) => item === items[index]) ? (items as Json[]) : converted;
}

/** `fromEntries` makes own properties of all keys, `__proto__` too. */
function convertMap(map: LispMap, machine: Machine, convertItem: Convert): Json {
  const entries = mapEntries(map);
  machine.allocate(2 * entries.length * BYTES_PER_ITEM);
  return Object.fromEntries(entries.map(([key, item]) => [keyText(key, machine), convertItem(item)]));
}

function keyText(key: Value, machine: Machine): string {
  if (typeof key === "string") return key;
  return key instanceof Keyword || key instanceof Sym ? key.name : printReadable(key, machine);
}
