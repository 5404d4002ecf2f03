/** Something that a text names exactly: which kind of thing, and which of them. */
export type Specific = { kind: string; value: string; isIdentifier: boolean };

const NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const AMOUNT = `\\d[\\d.,:]*|${NUMBERS.join("|")}`;
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const PATH = /(?:[\w-]+\/)+[\w.-]*\w|\b[\w-]+\.[a-z][a-z\d]{1,4}\b/g;
const VERSION = /\bv?(\d+(?:\.\d+){2,})\b/g;
const NAME = /\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)+/gu;
const AMOUNT_OF = new RegExp(`(?<![\\w.])(${AMOUNT})[ \\u00a0]?([\\p{L}]{3,}|[€$%£])`, "giu");
const NUMBERED = new RegExp(`([\\p{L}]{3,})["']?[ :#=]{1,3}(${AMOUNT})(?![\\w/@])`, "giu");
/** Words beside a number that say nothing of what is counted. */
const NO_KIND = new Set(
  "and are but for from least less more most nor not than that the was with".split(" "),
);
const MAX_CHARS = 4_000;

/** What this text names exactly: addresses, paths, versions, names of several words, and numbers by the word beside them. */
export function specificsIn(text: string): Specific[] {
  const searched = text.slice(0, MAX_CHARS);
  const all = (pattern: RegExp) => [...searched.matchAll(pattern)];
  const identifiers = [
    ...all(MAIL).map(([value]) => ["mail", value]),
    ...all(PATH).map(([value]) => ["path", value]),
    ...all(VERSION).map(([, value = ""]) => ["version", value]),
  ];
  const others = [
    ...all(NAME).map(([value]) => [value.split(" ").at(-1) ?? "", value]),
    ...all(AMOUNT_OF).map(([, value = "", kind = ""]) => [kind, value]),
    ...all(NUMBERED).map(([, kind = "", value = ""]) => [kind, value]),
  ];
  const read = (pairs: string[][], isIdentifier: boolean) =>
    pairs.map(([kind = "", value = ""]) => ({ kind: stemOf(kind), value: plain(value), isIdentifier }));
  return [...read(identifiers, true), ...read(others, false)].filter(({ kind }) => !NO_KIND.has(kind));
}

/** "Pages" and "page" are one kind. */
const stemOf = (word: string): string => word.toLowerCase().replace(/(?<=..)s$/, "");

/** "Three" and "3" are one value, and so are "12,000" and "12000". */
function plain(value: string): string {
  const small = value.toLowerCase().replace(/[.,:]+$/, "");
  const at = NUMBERS.indexOf(small);
  if (at >= 0) return String(at + 1);
  return /^\d{1,3}(?:,\d{3})+$/.test(small) ? small.replaceAll(",", "") : small;
}
