const ASCII = /^[\t\n\r -~]*$/;
const ALONE = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}]";
/** Scripts without spaces between words give one word a character; any other word is a run of letters and digits. */
const WORD = new RegExp(`${ALONE}|(?:(?!${ALONE})[\\p{L}\\p{N}])+`, "gu");

/** A text as it is compared: lower case, without accents, compatible characters made one. */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The words of a folded text, the plural s of longer ones left off. */
export function wordsOf(foldedText: string): string[] {
  return (foldedText.match(WORD) ?? []).map(stem);
}

const stem = (word: string): string =>
  word.length > 3 && word.endsWith("s") && !/[siu]s$/.test(word) ? word.slice(0, -1) : word;
