import { cleanText, cutText } from "../text";
import { MAX_NAME_CHARS } from "./limits";

/** Words that SQL keeps for itself: a table of such a name could only be asked in quotes. */
const RESERVED = new Set(
  (
    "all and any array as asc both case cast check collate column constraint create default desc describe distinct " +
    "do else end except false fetch for foreign from grant group having in initially intersect into lateral " +
    "leading limit not null offset on only or order pivot placing primary qualify references returning select " +
    "show some summarize symmetric table then to trailing true union unique unpivot using variadic when where " +
    "window with"
  ).split(" "),
);
const MAX_TABLE_CHARS = 50;

/** The name of a file without folders and without what cannot be seen; empty when nothing is left. */
export function cleanFileName(name: string): string {
  const seen = cleanText(name.replace(/^.*[\\/]/s, ""))
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return /^\.*$/.test(seen) ? "" : shortened(seen);
}

/** Names that differ, in the same order: the second `a.csv` is `a (2).csv`. */
export function uniqueNames(names: readonly string[]): string[] {
  const given = new Set(names);
  const taken = new Set<string>();
  return names.map((name) => {
    const free = taken.has(name) ? numbered(name, (one) => given.has(one) || taken.has(one)) : name;
    taken.add(free);
    return free;
  });
}

/** For each file the name of its table: lower-case letters, digits and `_`, unique, and no word of SQL's own. */
export function tableNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const stem = tableStem(name);
    let free = stem;
    for (let n = 2; taken.has(free); n += 1) free = `${stem}_${n}`;
    taken.add(free);
    return free;
  });
}

function tableStem(name: string): string {
  const plain = name
    .replace(/\.[^.]*$/, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "_")
    .slice(0, MAX_TABLE_CHARS)
    .replace(/^_+|_+$/g, "");
  if (plain === "") return "data";
  return /^\d/.test(plain) || RESERVED.has(plain) ? `t_${plain}` : plain;
}

function numbered(name: string, isTaken: (name: string) => boolean): string {
  const { stem, extension } = parts(name);
  for (let n = 2; ; n += 1) {
    const next = `${stem} (${n})${extension}`;
    if (!isTaken(next)) return next;
  }
}

/** A long name keeps its extension, which says what the file is. */
function shortened(name: string): string {
  if (name.length <= MAX_NAME_CHARS) return name;
  const { stem, extension } = parts(name);
  return cutText(stem, MAX_NAME_CHARS - extension.length) + extension;
}

function parts(name: string): { stem: string; extension: string } {
  const extension = /\.[^.\s]{1,10}$/.exec(name)?.[0] ?? "";
  return { stem: name.slice(0, name.length - extension.length), extension };
}
