import type { Json } from "../json";
import { getOwn } from "../own";
import { elideText } from "../text";
import { disguisedKeys, readsAs, type Spoof, spoofsIn } from "./look-alikes";
import { type Unseen, unseenIn } from "./unseen";

/** What is said of a value at most, and how many characters or words one sentence names. */
const MAX_WARNINGS = 6;
const MAX_NAMED = 4;
const WORD_CHARS = 40;

/** What misleads in a text, or in a value's keys and texts, in sentences; none for what is what it looks like. */
export function textWarnings(value: Json): string[] {
  const { unseen, spoofs, twins, disguised } = look(value);
  const reorders = unseen.filter(({ kind }) => kind === "order");
  const piles = unseen.filter(({ kind }) => kind === "piled");
  const hidden = unseen.filter(({ kind }) => kind !== "order" && kind !== "piled");
  const mixed = spoofs.filter(({ isWhole }) => !isWhole);
  return [
    ...(reorders.length > 0 ? [`Characters reorder the text: ${namesOf(reorders)}.`] : []),
    ...(hidden.length > 0 ? [`Characters are invisible or not printable: ${namesOf(hidden)}.`] : []),
    ...(piles.length > 0 ? [`Marks are piled up so that they hide other text: ${pilesNamed(piles)}.`] : []),
    ...named(mixed.filter(({ script }) => script !== "punctuation")).map(
      ({ word, script }) => `${quoted(word)} holds ${script} letters that look like others.`,
    ),
    ...named(mixed.filter(({ script }) => script === "punctuation")).map(
      ({ word }) => `The address ${quoted(word)} holds a sign that only looks like a slash or a dot.`,
    ),
    ...named(spoofs.filter(({ isWhole }) => isWhole)).map(
      ({ word, script }) =>
        `The address ${quoted(word)} is written in ${script} letters that look like Latin ones.`,
    ),
    ...twins.map((key) => `Two keys read the same: ${quoted(key)}.`),
    ...disguised.map(
      ({ key, script }) =>
        `The key ${quoted(key)} is written in ${script} letters that look like Latin ones.`,
    ),
  ].slice(0, MAX_WARNINGS);
}

type Findings = {
  unseen: Unseen[];
  spoofs: Spoof[];
  twins: string[];
  disguised: { key: string; script: string }[];
};

function look(value: Json): Findings {
  const found: Findings = { unseen: [], spoofs: [], twins: [], disguised: [] };
  const left: Json[] = [value];
  while (left.length > 0) {
    const one = left.pop() as Json;
    if (typeof one === "string") lookAtText(one, found);
    else if (Array.isArray(one)) for (const item of one) left.push(item);
    else if (typeof one === "object" && one !== null) {
      const keys = Object.keys(one);
      for (const key of keys) lookAtText(key, found);
      found.twins.push(...twinsIn(keys));
      found.disguised.push(...disguisedKeys(keys));
      for (const key of keys) left.push(getOwn(one, key) as Json);
    }
  }
  return found;
}

function lookAtText(text: string, found: Findings): void {
  found.unseen.push(...unseenIn(text));
  found.spoofs.push(...spoofsIn(text));
}

function twinsIn(keys: readonly string[]): string[] {
  const seen = new Set<string>();
  return keys.map(readsAs).filter((key) => seen.size === seen.add(key).size);
}

/** `U+202E (right-to-left override), U+200B ×2 (zero-width space)`. */
function namesOf(unseen: readonly Unseen[]): string {
  const counts = new Map<string, { name: string; count: number }>();
  for (const { code, name, count } of unseen) {
    const known = counts.get(code);
    counts.set(code, { name, count: (known?.count ?? 0) + count });
  }
  const names = [...counts].map(
    ([code, { name, count }]) => `${code}${count > 1 ? ` ×${count}` : ""} (${name})`,
  );
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** `57 marks over one letter and 2 more places`. */
function pilesNamed(piles: readonly Unseen[]): string {
  const names = piles.slice(0, MAX_NAMED).map(({ count, name }) => `${count} ${name}`);
  const more = piles.length - names.length;
  return names.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** Each word once. */
const named = (spoofs: readonly Spoof[]): Spoof[] =>
  [...new Map(spoofs.map((one) => [one.word, one])).values()].slice(0, MAX_NAMED);

const quoted = (word: string): string => `“${elideText(word, WORD_CHARS)}”`;
