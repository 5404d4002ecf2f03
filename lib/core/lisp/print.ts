import { getOwn } from "../own";
import { type AnyMap, isMap, isVector, mapEntries } from "./kinds";
import { levelBelow } from "./limits";
import { type Fn, Keyword, LispSet, type Machine, Regex, Sym, type Value } from "./values";

/** An entry of a map, or a member of a set. */
type Entry = readonly [first: Value, second?: Value];

/**
 * The text that reads back as the value: strings in quotes, maps and sets sorted (docs/predicates.md, "Printing").
 * Spends and counts by size; throws `limit_exceeded` for values nested too deep.
 */
export function printReadable(value: Value, machine: Machine): string {
  const out: string[] = [];
  write(value, out, machine, 0);
  return out.join("");
}

/** The text for people: nil is empty and a string is itself; inside collections as `printReadable`. */
export function printPlain(value: Value, machine: Machine): string {
  if (value === null) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (value instanceof Regex) return value.source;
  return printReadable(value, machine);
}

function write(value: Value, out: string[], machine: Machine, level: number): void {
  if (isVector(value)) {
    writeAll("[", value, " ", "]", out, machine, levelBelow(level));
  } else if (value instanceof LispSet || isMap(value)) {
    writeSorted(value, out, machine, levelBelow(level));
  } else {
    if (typeof value === "string") machine.allocate(2 * value.length);
    put(atomText(value), out, machine);
  }
}

function writeAll(
  open: string,
  items: readonly Value[],
  separator: string,
  close: string,
  out: string[],
  machine: Machine,
  level: number,
): void {
  put(open, out, machine);
  for (const [index, item] of items.entries()) {
    if (index > 0) put(separator, out, machine);
    write(item, out, machine, level);
  }
  put(close, out, machine);
}

function writeSorted(value: LispSet | AnyMap, out: string[], machine: Machine, level: number): void {
  const textOf = (key: Value) => {
    const parts: string[] = [];
    write(key, parts, machine, level);
    return parts.join("");
  };
  const entries = sortedEntries(value, textOf, machine);
  const isSet = value instanceof LispSet;
  put(isSet ? "#{" : "{", out, machine);
  for (const [index, entry] of entries.entries()) {
    if (index > 0) put(isSet ? " " : ", ", out, machine);
    writeAll("", entry as readonly Value[], " ", "", out, machine, level);
  }
  put("}", out, machine);
}

function put(text: string, out: string[], machine: Machine): void {
  machine.spend(1 + (text.length >> 10));
  machine.allocate(2 * text.length);
  out.push(text);
}

type Atom = null | boolean | number | string | Keyword | Sym | Regex | Fn;

function atomText(value: Atom): string {
  if (value === null) return "nil";
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number") return numberText(value);
  if (typeof value === "boolean") return String(value);
  if (value instanceof Keyword) return `:${value.name}`;
  if (value instanceof Sym) return value.name;
  if (value instanceof Regex) return `#"${value.source.replace(/\\.|"/gs, escapedQuote)}"`;
  return `#<fn ${value.name}>`;
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return "##NaN";
  if (Number.isFinite(value)) return String(value);
  return value > 0 ? "##Inf" : "##-Inf";
}

const ESCAPES: Record<string, string> = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r" };

function quoted(text: string): string {
  return `"${text.replace(/["\\\n\t\r]/g, (char) => getOwn(ESCAPES, char) as string)}"`;
}

function escapedQuote(match: string): string {
  return match === '"' ? '\\"' : match;
}

/**
 * Entries of a map, or members of a set, in the order in which they are shown: numbers by value, then everything else
 * by its text, a keyword like its string. `textOf` gives the text of a key that is neither.
 */
export function sortedEntries(
  collection: AnyMap | LispSet,
  textOf: (key: Value) => string,
  machine: Machine,
): readonly Entry[] {
  const entries: readonly Entry[] =
    collection instanceof LispSet
      ? Array.from(collection.members.values(), (member): Entry => [member])
      : mapEntries(collection);
  machine.spend(2 * entries.length);
  const keyed = entries.map((entry) => ({ entry, text: keyText(entry[0], textOf) }));
  keyed.sort((a, b) => compareNumbers(a.entry[0], b.entry[0]) || compareTexts(a.text, b.text));
  return keyed.map(({ entry }) => entry);
}

function keyText(key: Value, textOf: (key: Value) => string): string {
  if (typeof key === "string") return key;
  return key instanceof Keyword ? key.name : textOf(key);
}

function compareNumbers(a: Value, b: Value): number {
  if (typeof a === "number") return typeof b === "number" ? a - b : -1;
  return typeof b === "number" ? 1 : 0;
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
