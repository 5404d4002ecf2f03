import { quoted } from "../legible/marked";
import { elideText } from "../text";
import { placeholderParts } from "./interpolate";

/** Limits the words of a human gate's question, as it is shown: an event has room for so much (docs/plans.md, "Validation"). */
export const MAX_QUESTION_CHARS = 2_000;
export const QUOTED_TITLE_CHARS = 60;

/** Label that stands in a question in the place of a result; a title cannot end it. */
export const quoteLabel = (title: string): string =>
  `[result of ${quoted(elideText(title, QUOTED_TITLE_CHARS).replace(/[[\]]/g, "'"))}]`;

/** How long a question is when it is shown, a label in the place of each result. */
export function questionChars(prompt: string, titles: ReadonlyMap<string, string>): number {
  const parts = placeholderParts(prompt, titles);
  const chars = parts.map((part) =>
    typeof part === "string" ? part.length : quoteLabel(titles.get(part.id) ?? part.id).length,
  );
  return chars.reduce((sum, one) => sum + one, 0);
}
