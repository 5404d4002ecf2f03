import type { Passage } from "./passages";

const ASCII = /^[\t\n\r -~]*$/;
const ALONE = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}]";

/** Scripts without spaces between words give one word a character; any other word is a run of letters and digits. */
const WORD = new RegExp(`${ALONE}|(?:(?!${ALONE})[\\p{L}\\p{N}])+`, "gu");

const stem = (word: string): string =>
  word.length > 3 && word.endsWith("s") && !/[siu]s$/.test(word) ? word.slice(0, -1) : word;

/** A passage that has one of the wanted words at least; `counts` says how often it has each. */
type Hit<Source> = { source: Source; passage: Passage; counts: number[]; chars: number };
export type Ranked<Source> = Hit<Source> & { score: number };

const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/** Collects hits over many texts and ranks them at the end, when it is known how rare each word is. */
export function createRanking<Source>(query: string) {
  const wanted = [...new Set(wordsOf(folded(query)))];
  const indexByWord = new Map(wanted.map((word, index) => [word, index]));
  const hits: Hit<Source>[] = [];
  const passagesWith = wanted.map(() => 0);
  let passages = 0;
  let allChars = 0;

  return {
    wanted,
    hits,
    add(source: Source, passage: Passage, text: string): void {
      passages += 1;
      allChars += text.length;
      const plain = folded(text);
      // Most passages have none of the words: they are not taken apart.
      if (!wanted.some((word) => plain.includes(word))) return;
      const counts = wanted.map(() => 0);
      for (const word of wordsOf(plain)) {
        const index = indexByWord.get(word);
        if (index !== undefined) counts[index] = (counts[index] ?? 0) + 1;
      }
      if (!counts.some((count) => count > 0)) return;
      for (const [index, count] of counts.entries()) {
        if (count > 0) passagesWith[index] = (passagesWith[index] ?? 0) + 1;
      }
      hits.push({ source, passage, counts, chars: text.length });
    },
    /** The best first (Okapi BM25, times the share of the wanted words that a passage has); equal ones in order. */
    best(limit: number): Ranked<Source>[] {
      const usualChars = allChars / passages;
      const rarity = passagesWith.map((df) => Math.log(1 + (passages - df + 0.5) / (df + 0.5)));
      return hits
        .map((hit) => ({ ...hit, score: scoreOf(hit, rarity, usualChars) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, limit);
    },
  };
}

function scoreOf({ counts, chars }: Hit<unknown>, rarity: number[], usualChars: number): number {
  const length = 1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * chars) / usualChars;
  const sum = counts.reduce(
    (total, count, index) =>
      total + ((rarity[index] ?? 0) * count * (SATURATION + 1)) / (count + SATURATION * length),
    0,
  );
  return (sum * counts.filter((count) => count > 0).length) / counts.length;
}

/** A text as it is compared: lower case, without accents, compatible characters made one. */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The words of a folded text, the plural s of longer ones left off. */
export function wordsOf(foldedText: string): string[] {
  return (foldedText.match(WORD) ?? []).map(stem);
}
