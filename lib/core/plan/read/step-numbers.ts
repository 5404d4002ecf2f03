// As many as a plan may have tasks.
const MAX_NUMBERS = 2_000;
const MAX_CHARS = 50_000;

/** Numbers of steps as words, from one on. */
export const NUMBER_WORDS: readonly string[] = (
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen twenty"
).split(" ");
const NUMBER_WORD = new RegExp(`\\b(?:${NUMBER_WORDS.join("|")})\\b`, "g");

/**
 * The numbers in a text such as "Steps 1, 3-4 and 6", "all" for every earlier step, or undefined when the text says
 * anything else.
 */
export function stepNumbers(text: string): number[] | "all" | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const words = text
    .replace(/\s+/g, " ")
    .toLowerCase()
    .replace(NUMBER_WORD, (word) => String(NUMBER_WORDS.indexOf(word) + 1))
    .replace(/\([^()]*\)/g, " ")
    .replace(/\b(?:steps?|tasks?|and)\b|[#&,;.*`[\]]/g, " ")
    .replace(/ *(?:[-–—]|\bto\b|\bthrough\b) */g, "-")
    .split(/\s+/)
    .filter((word) => word !== "");
  if (/^all(?: (?:of|the|previous|prior|earlier|above))*$/.test(words.join(" "))) return "all";
  const numbers: number[] = [];
  for (const word of words) {
    const more = range(word);
    if (!more || numbers.length + more.length > MAX_NUMBERS) return undefined;
    numbers.push(...more);
  }
  return numbers.length === 0 ? undefined : numbers;
}

function range(word: string): number[] | undefined {
  const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(word) ?? [];
  const from = Number(first);
  const length = Number(last) - from + 1;
  if (first === undefined || length < 1 || length > MAX_NUMBERS) return undefined;
  return Array.from({ length }, (_, index) => from + index);
}
