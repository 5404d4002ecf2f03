/** The first characters of a text, at most `chars`, never half of a surrogate pair. */
export function cutText(text: string, chars: number): string {
  return text.length <= chars ? text : text.slice(0, chars).replace(/[\uD800-\uDBFF]$/, "");
}

/** A text of at most `chars` characters, with an ellipsis in the place of what was cut. */
export const elideText = (text: string, chars: number): string =>
  text.length <= chars ? text : `${cutText(text, chars - 1)}…`;

/** The same for sentences: cut between words, where there is a gap in the second half. */
export function elideWords(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const cut = cutText(text, chars - 1);
  const gap = /\s/.test(text.charAt(cut.length)) ? cut.length : cut.search(/\s\S*$/u);
  return `${(gap > chars / 2 ? cut.slice(0, gap) : cut).trimEnd()}…`;
}

/** The beginning of a text, and how much of it there is no more. */
export const withLeft = (text: string, shown: string): string =>
  shown.length === text.length
    ? text
    : `${shown}\n‹${text.length - shown.length} more characters are not shown›`;

/** The text without what no store accepts: NUL characters and lone surrogates become U+FFFD. */
export function cleanText(text: string): string {
  if (text.isWellFormed() && !text.includes("\u0000")) return text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the NUL character is what is looked for
  return text.replace(/\p{Surrogate}|\u0000/gu, "\uFFFD");
}

/** Facts with their texts cut: what quotes others never grows with what they wrote. */
export const withCutTexts = <Facts extends object>(facts: Facts, chars: number): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === "string" ? cutText(value, chars) : value,
    ]),
  ) as Facts;
