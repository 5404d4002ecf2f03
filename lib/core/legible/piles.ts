/**
 * Characters that are drawn as one letter, more of them than any script takes: no line breaks within, so that they cover, or
 * push out of sight, what stands beside them (docs/console.md, "Gates"). `at`: behind the first of them, unless that is a mark.
 */
type Pile = { at: number; raw: string; name: string; count: number };

/** Most marks that any letter takes, and most that a script itself puts on a letter or joins to one. */
const MAX_MARKS = 3;
const MAX_JOINED = 12;

/** Marks on a letter, with what has no width between them: that parts no letter. */
const MARKS = /[\p{M}\p{Emoji_Modifier}\uff9e\uff9f\p{Default_Ignorable_Code_Point}]{4,}/gu;
const DRAWN = /(?!\p{Default_Ignorable_Code_Point})[\p{M}\p{Emoji_Modifier}\uff9e\uff9f]/gu;
/** Marks of no script, of symbols, and those that stand on Cyrillic letters. */
const FOR_ANY_LETTER =
  /\p{Emoji_Modifier}|[\u0300-\u036f]|[\u0483-\u0489]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\u2de0-\u2dff]|[\ua66f-\ua67d]|[\ufe20-\ufe2f]|[\uff9e\uff9f]/gu;

/** Where letters may be joined into one, and by what: emoji and consonants by a sign, parts of a syllable, signs before a letter. */
const STRETCH = new RegExp(
  String.raw`[\p{M}\p{Emoji_Modifier}\p{Lo}\uff9e\uff9f\p{Extended_Pictographic}\p{Default_Ignorable_Code_Point}\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]{${MAX_JOINED + 1},}`,
  "gu",
);
const JOINS =
  /\u200d|\p{M}\p{Lo}|[\u1100-\u11ff]|[\ua960-\ua97c]|[\ud7b0-\ud7fb]|[\u0600-\u0605]|[\u06dd\u070f\u0890\u0891\u08e2]|\u{110bd}|\u{110cd}/u;
const WIDTHLESS = /\p{Default_Ignorable_Code_Point}/gu;
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Every pile of a text, in order. */
export function pilesIn(text: string): Pile[] {
  const marks = [...text.matchAll(MARKS)].flatMap(({ 0: run, index }) => marksIn(run, index));
  const joined = [...text.matchAll(STRETCH)].flatMap(({ 0: stretch, index }) =>
    JOINS.test(stretch) ? joinedIn(stretch, index) : [],
  );
  const isFree = ({ at, raw }: Pile) =>
    !marks.some((one) => one.at < at + raw.length && at < one.at + one.raw.length);
  return [...marks, ...joined.filter(isFree)].sort((a, b) => a.at - b.at);
}

/** The marks of a run from the first to the last that is drawn, where they are too many. */
function marksIn(run: string, start: number): Pile[] {
  const drawn = [...run.matchAll(DRAWN)];
  const [first, last] = [drawn[0], drawn.at(-1)];
  const forAny = run.match(FOR_ANY_LETTER)?.length ?? 0;
  if (!first || !last || (forAny <= MAX_MARKS && drawn.length <= MAX_JOINED)) return [];
  const raw = run.slice(first.index, last.index + last[0].length);
  return [{ at: start + first.index, raw, name: "marks over one letter", count: drawn.length }];
}

/** Finds what is joined to the first character of a letter, where it is too much. */
function joinedIn(stretch: string, start: number): Pile[] {
  return [...letters.segment(stretch)].flatMap(({ segment, index }): Pile[] => {
    if (segment.length <= MAX_JOINED) return [];
    const count = [...segment.replace(WIDTHLESS, "")].length - 1;
    const head = String.fromCodePoint(segment.codePointAt(0) ?? 0).length;
    const raw = segment.slice(head);
    const name = "more characters drawn as one letter";
    return count <= MAX_JOINED ? [] : [{ at: start + index + head, raw, name, count }];
  });
}
