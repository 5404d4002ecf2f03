import { digestOfText } from "../bytes";
import { hideSecrets } from "../hide-secrets";
import { MAX_LESSON_CHARS } from "../inputs/limits";
import { markedText } from "../legible/marked";
import { cleanText, cutText } from "../text";

const ID_CHARS = 24;

/** The text of a lesson as it is stored: without secrets, spaces at its ends and more than one blank in a row, nothing unseen. */
export const lessonText = (text: string): string =>
  markedText(hideSecrets(cleanText(text)).replace(/\s+/g, " ").trim());

/** The same, cut to what a lesson may have: for texts that nobody can be asked to shorten. */
export function shortLessonText(text: string, chars = MAX_LESSON_CHARS): string {
  const whole = lessonText(text);
  return whole.length <= chars ? whole : `${cutText(whole, chars - 1).trimEnd()}…`;
}

/** Equal for texts that say the same in other letters: case, spacing, quotes and closing punctuation do not count. */
export function lessonKey(text: string): string {
  const plain = lessonText(text)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/["'“”„‘’]/g, "")
    .replace(/[\s.!…]+$/, "");
  return digestOfText(plain);
}

/** The id of a lesson that begins with a text of this key: the same wherever it is proposed. */
export const lessonIdOf = (key: string): string => `les_${key.slice(0, ID_CHARS)}`;
