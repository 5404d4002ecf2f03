import { isSameJson, type Json, type JsonObject } from "../../json";
import { getOwn } from "../../own";
import type { Piece, Report } from "./report";

export type Found = { key: string; path: string; value: Json };

/** A word for what has been done. */
const STATE = /ed$/;

/** What a guard is not that stands in no field, with where it can stand. */
const IN_NO_FIELD =
  "in a known field: say it as an edge, a gate, a check, or the condition of a planning review";

/**
 * Reads an object under any of several names for each field, in snake_case or camelCase; the first that is not
 * null wins. `finish` reports every key that was passed over, so that nothing is silently lost.
 */
export class Fields {
  private readonly keys = new Map<string, string[]>();
  /** The same without what says whose they are: a task's "task_title" is its title, where none stands beside it. */
  private readonly owned = new Map<string, string[]>();
  private readonly consumed = new Set<string>();
  /** Keys whose field another name has given. */
  private readonly second = new Set<string>();

  readonly object: JsonObject;
  readonly path: string;
  readonly report: Report;

  constructor(object: JsonObject, path: string, report: Report, owner?: RegExp) {
    this.object = object;
    this.path = path;
    this.report = report;
    for (const key of Object.keys(object)) {
      const name = snakeCase(key);
      this.keys.set(name, [...(this.keys.get(name) ?? []), key]);
      const bare = owner ? name.replace(owner, "") : name;
      if (bare !== name) this.owned.set(bare, [...(this.owned.get(bare) ?? []), key]);
    }
  }

  /** The first alias with a value. What stands under the others is left to be accounted for. */
  find(aliases: readonly string[]): Found | undefined {
    return this.choose(this.keysOf(aliases));
  }

  /** All values under any of the aliases, for fields of which several add up. */
  all(aliases: readonly string[]): Found[] {
    return this.keysOf(aliases).flatMap((key) => {
      if (this.consumed.has(key) || this.at(key) === null) return [];
      this.consumed.add(key);
      return [{ key, path: this.pathOf(key), value: this.at(key) }];
    });
  }

  /** The same for names that differ only in spelling. */
  findExactly(names: readonly string[]): Found | undefined {
    return this.choose(names.filter((name) => Object.hasOwn(this.object, name)));
  }

  /** Is there a value under any of the aliases? Settles nothing. */
  has(aliases: readonly string[]): boolean {
    return this.keysOf(aliases).some((key) => this.at(key) !== null);
  }

  /** The value under a name, which is left for others to read. */
  peek(name: string): Json | undefined {
    return this.keysOf([name]).map((key) => this.at(key))[0];
  }

  /** The same, where false and words for nothing count as no value. */
  gives(aliases: readonly string[]): boolean {
    return this.keysOf(aliases).some((key) => !isNothing(this.at(key)));
  }

  text(aliases: readonly string[]): string | undefined {
    return this.read(aliases, "a text", asText);
  }

  flag(aliases: readonly string[]): boolean | undefined {
    return this.read(aliases, "true or false", asFlag);
  }

  /** A whole number, also when it is written as text. */
  integer(aliases: readonly string[], min: number): number | undefined {
    return this.read(aliases, `a whole number from ${min}`, (value) => asInteger(value, min));
  }

  /** A list of texts, or a single one; items that are none are reported. */
  texts(aliases: readonly string[]): string[] | undefined {
    const found = this.find(aliases);
    return found && textsOf(found, this.report);
  }

  /** The value read by `as`; one that it does not understand is reported. */
  read<T>(aliases: readonly string[], wanted: string, as: (value: Json) => T | undefined): T | undefined {
    const found = this.find(aliases);
    const value = found && as(found.value);
    if (found && value === undefined) this.report.notUnderstood(found.path, found.value, wanted);
    return value;
  }

  /** The value of a field that guards something: one that `as` does not understand is an error. */
  guard<T>(aliases: readonly string[], wanted: string, as: (value: Json) => T | undefined): T | undefined {
    const found = this.find(aliases);
    const value = found && as(found.value);
    if (found && value === undefined) this.report.refuse("unreadable_guard", found.path, found.value, wanted);
    return value;
  }

  /**
   * Accounts for the keys that were not read. One that sounds as if it guards something is an error; `note` takes words
   * that belong to what this object is.
   */
  finish({
    guards,
    ...to
  }: Pick<Piece, "note" | "fromWords" | "isAllWords"> & { guards?: RegExp } = {}): void {
    for (const [key, value] of Object.entries(this.object)) {
      if (value === null || this.consumed.has(key)) continue;
      const path = this.pathOf(key);
      const name = snakeCase(key);
      if (!guards?.test(name)) this.report.leave({ path, key, value, ...to });
      // Of several words it may be the guard to say no, "auto_approve: false"; so may a state: "approved: false".
      else if (name.includes("_") || STATE.test(name) ? value !== "" : !isNothing(value))
        this.report.refuse("unreadable_guard", path, value, IN_NO_FIELD);
    }
  }

  /** As they are called first, then those whose names say whose they are; none is under both. */
  private keysOf(aliases: readonly string[]): string[] {
    const [keys, owned] = [this.keys, this.owned].map((names) =>
      aliases.flatMap((alias) => names.get(alias) ?? []),
    ) as [string[], string[]];
    return [...keys, ...owned.filter((key) => !keys.includes(key))];
  }

  private choose(keys: readonly string[]): Found | undefined {
    const given = keys.filter(
      (key) => !this.consumed.has(key) && !this.second.has(key) && this.at(key) !== null,
    );
    const [chosen, ...others] = given;
    if (chosen === undefined) return undefined;
    this.consumed.add(chosen);
    // What another name says stays to be accounted for, unless it is the same.
    for (const key of others) {
      if (isSameJson(this.at(key), this.at(chosen))) this.consumed.add(key);
      else this.second.add(key);
    }
    return { key: chosen, path: this.pathOf(chosen), value: this.at(chosen) };
  }

  private at(key: string): Json {
    return getOwn(this.object, key) ?? null;
  }

  private pathOf(key: string): string {
    const name = key === "" ? '""' : key;
    return this.path === "" ? name : `${this.path}.${name}`;
  }
}

const NOTHING: ReadonlySet<string> = new Set(["", "none", "no", "false", "n/a", "null"]);

/** A value that says that there is none. */
export function isNothing(value: Json): boolean {
  if (typeof value === "string") return NOTHING.has(value.trim().toLowerCase());
  return value === null || value === false;
}

/** What the first of several objects that has a value says. */
export function firstOf<T>(
  sources: readonly Fields[],
  read: (fields: Fields) => T | undefined,
): T | undefined {
  for (const source of sources) {
    const value = read(source);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** `dependsOn`, `Depends on` and `depends-on` are all `depends_on`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[\s-]+/g, "_")
    .toLowerCase();
}

/** A name as people and models mean it: neither case nor separators count. */
export function spelling(name: string): string {
  return snakeCase(name.trim()).replace(/[^\p{L}\p{N}]+/gu, "");
}

export function asText(value: Json): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

export function asFlag(value: Json): boolean | undefined {
  if (typeof value === "boolean") return value;
  return typeof value === "string" ? FLAGS.get(value.trim().toLowerCase()) : undefined;
}

const FLAGS = new Map([
  ["true", true],
  ["yes", true],
  ["false", false],
  ["no", false],
]);

export function asInteger(value: Json, min: number): number | undefined {
  const number = typeof value === "string" && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) >= min ? (number as number) : undefined;
}

const SECONDS: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["s", 1],
  ["m", 60],
  ["h", 3_600],
  ["d", 86_400],
]);

/** A time in whole seconds, with or without its unit: 30, "90 s", "2 hours". */
export function asSeconds(value: Json): number | undefined {
  const form = /^\s*(\d{1,16})\s*(?:(s|m|h|d)(?:ecs?|econds?|ins?|inutes?|rs?|ours?|ays?)?)?\s*$/i;
  const [, digits, unit = ""] = form.exec(asText(value) ?? "") ?? [];
  return digits === undefined
    ? undefined
    : asInteger(Number(digits) * (SECONDS.get(unit.toLowerCase()) ?? 1), 1);
}

/** An amount of US dollars, also when it is written as text: "0.50", "$2", "2 US dollars". */
export function asUsd(value: Json): number | undefined {
  const [, digits] =
    /^\s*\$?\s*(\d+(?:\.\d+)?(?:e-?\d+)?)\s*(?:(?:us )?dollars?|usd)?\s*$/i.exec(asText(value) ?? "") ?? [];
  const usd = Number(digits);
  return Number.isFinite(usd) ? usd : undefined;
}

/** The word itself for any spelling of it: another case, camelCase, a leading colon. */
export function asOneOf<W extends string>(value: Json, words: readonly W[]): W | undefined {
  if (typeof value !== "string") return undefined;
  const wanted = snakeCase(value.trim().replace(/^:/, ""));
  return words.find((word) => word === value) ?? words.find((word) => snakeCase(word) === wanted);
}

export function textsOf(found: Found, report: Report): string[] {
  if (typeof found.value === "string") return [found.value];
  if (!Array.isArray(found.value)) {
    report.notUnderstood(found.path, found.value, "a list of texts");
    return [];
  }
  return found.value.flatMap((item, index) => {
    const text = asText(item);
    if (text === undefined) report.notUnderstood(`${found.path}[${index}]`, item, "a text");
    return text ?? [];
  });
}

/** Fields that were read as absent must be absent, so that a plan reads back as the plan it was. */
export function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}
