import { pilesIn } from "./piles";

/**
 * Characters that nobody sees, that change the order in which others are read, or that pile up on one letter (docs/console.md,
 * "Gates"). Those that a script or an emoji is written with are none of them: Persian and Hindi join letters by them.
 */

/** One such character, or several of a kind next to each other. `code`: of the first, as `U+202E`. */
export type Unseen = { at: number; raw: string; code: string; name: string; count: number; kind: UnseenKind };

/**
 * `order`: it reorders what stands around it. `smuggled`: nobody writes it, and whole sentences can be hidden in it.
 * `control`: terminals obey it. `private`: it looks different
 * from font to font, or may be of a newer Unicode. `hidden`: it has no width. `piled`: drawn as
 * one with the letter before it, so that no line breaks there.
 */
type UnseenKind = "order" | "smuggled" | "control" | "private" | "hidden" | "piled";

const SUSPECT =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\p{Surrogate}\u2028\u2029\u2800\u2d7f\ufffc\u{1107f}\u{13441}\u{13442}\u{16fe4}\u{1d159}]|\r(?!\n)|(?![\t\n\r])\p{Cc}/gu;
const HAS_SUSPECT = new RegExp(SUSPECT.source, "u");

/** Whether a text has to be looked at more closely: most have nothing but letters. */
const mayHide = (text: string): boolean => HAS_SUSPECT.test(text);

/** Every run of such characters in a text, in order. */
export function unseenIn(text: string): Unseen[] {
  const piles = pilesIn(text).map(({ at, raw, ...pile }): Unseen => {
    return { at, raw, code: codeOf(raw.codePointAt(0) as number), ...pile, kind: "piled" };
  });
  const hidden = hiddenIn(text, piles);
  return piles.length === 0 ? hidden : [...piles, ...hidden].sort((a, b) => a.at - b.at);
}

function hiddenIn(text: string, piles: readonly Unseen[]): Unseen[] {
  if (!mayHide(text)) return [];
  const known = [...flagsIn(text), ...piles.map(({ at, raw }) => [at, at + raw.length] as const)];
  const found: Unseen[] = [];
  for (const { 0: raw, index: at } of text.matchAll(SUSPECT)) {
    const point = raw.codePointAt(0) as number;
    if (known.some(([start, end]) => at >= start && at < end) || belongs(text, at, raw, point)) continue;
    const name = nameOf(point);
    const last = found.at(-1);
    const code = codeOf(point);
    const isAlike =
      last && (last.code === code || (last.name === name && (isTag(point) || isSelector(point))));
    if (isAlike && last.at + last.raw.length === at) {
      last.raw += raw;
      last.count += 1;
    } else {
      found.push({ at, raw, code, name, count: 1, kind: kindOf(point) });
    }
  }
  return found.map(asSmuggled);
}

/** Variation selectors in a row are bytes that somebody hid; one alone was left over. */
const asSmuggled = (one: Unseen): Unseen =>
  one.count > 1 && isSelector(one.raw.codePointAt(0) as number) ? { ...one, kind: "smuggled" } : one;

/** `U+00A0`. */
export const codeOf = (point: number): string => `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;

/** England, Scotland and Wales: the flags that fonts know by tag characters. */
const FLAG =
  /\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/gu;
const flagsIn = (text: string): [start: number, end: number][] =>
  text.includes("\u{1F3F4}")
    ? [...text.matchAll(FLAG)].map(({ 0: flag, index }) => [index, index + flag.length])
    : [];

/** Scripts whose letters join or part by characters without a width. */
const JOINING =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Tibt}\p{scx=Java}\p{scx=Bali}\p{scx=Newa}\p{scx=Tirh}\p{scx=Gran}]/u;
/** A sign that drops the vowel of its letter: a joiner after it may end a word. */
const VIRAMA =
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u103a\u17d2\u1b44\ua9c0]/u;
/** Scripts without spaces: a space without a width says where a line may break. */
const UNSPACED = /[\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Java}\p{scx=Bali}]/u;
const RIGHT_TO_LEFT =
  /(?=\p{L})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const PICTURE = /\p{Extended_Pictographic}/u;
const ARABIC = /\p{scx=Arab}/u;
const MONGOLIAN = /\p{scx=Mong}/u;
const HAN = /\p{Script=Han}/u;
const MARK = /\p{M}/u;
/** Without the fillers: one beside the other writes no syllable. */
const JAMO = /[\u1100-\u115e\u1161-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u;

/** How far around a mark of direction its script is looked for: a line, at most. */
const LINE_CHARS = 200;

/** Whether a character is part of how the text around it is written. */
function belongs(text: string, at: number, raw: string, point: number): boolean {
  const before = charBefore(text, at);
  const after = charAt(text, at + raw.length);
  switch (point) {
    case 0x200e:
    case 0x200f:
    case 0x061c:
      return RIGHT_TO_LEFT.test(lineAround(text, at));
    case 0x200b:
      return UNSPACED.test(before) && UNSPACED.test(after);
    case 0x200c:
      return JOINING.test(before) && (JOINING.test(after) || VIRAMA.test(before));
    case 0x200d:
      return joins(text, at, before, after);
    case 0x034f:
      return MARK.test(before) || MARK.test(after);
    case 0x115f:
    case 0x1160:
      return JAMO.test(before) || JAMO.test(after);
    case 0x180e:
      return MONGOLIAN.test(before) && MONGOLIAN.test(after);
    case 0x2800:
      return /[\u2801-\u28ff]/.test(lineAround(text, at));
    case 0xfeff:
      return at === 0;
    case 0xfe0e:
    case 0xfe0f:
      return PICTURE.test(before) || /\p{S}/u.test(before) || (/[0-9#*]/.test(before) && after === "\u20e3");
  }
  if (isVisibleSign(point)) return true;
  const script = OF_SCRIPT.find(([signs]) => signs.test(raw))?.[1];
  if (script) return script.test(before) || script.test(after);
  if (point >= 0x180b && point <= 0x180f) return MONGOLIAN.test(before);
  if (point >= 0xfe00 && point <= 0xfe0d)
    return /[\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Sm}\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f]/u.test(
      before,
    );
  return point >= 0xe0100 && point <= 0xe01ef && HAN.test(before);
}

/** A joiner within an emoji, or of a script that joins its letters. */
function joins(text: string, at: number, before: string, after: string): boolean {
  if (PICTURE.test(after)) {
    const skipped = /[\ufe0f\u{1F3FB}-\u{1F3FF}]/u.test(before)
      ? charBefore(text, at - before.length)
      : before;
    return PICTURE.test(skipped);
  }
  if (ARABIC.test(before) || ARABIC.test(after)) return true;
  return JOINING.test(before) && (JOINING.test(after) || VIRAMA.test(before));
}

/** Format characters that are drawn: signs over numbers. */
const isVisibleSign = (point: number): boolean =>
  (point >= 0x0600 && point <= 0x0605) || [0x06dd, 0x0890, 0x0891, 0x08e2, 0x110bd, 0x110cd].includes(point);

/** Signs that are drawn, or hold a place, beside what is written with them, and nowhere else. */
const OF_SCRIPT: readonly (readonly [signs: RegExp, script: RegExp])[] = [
  [/[\u{13430}-\u{1343f}\u{13441}\u{13442}]/u, /[\u{13000}-\u{1342f}\u{13443}-\u{143fa}]/u],
  [/\u{16fe4}/u, /[\u{18b00}-\u{18cff}]/u],
  [/\u{1d159}/u, /[\u{1d100}-\u{1d158}\u{1d15a}-\u{1d172}\u{1d17b}-\u{1d1ea}]/u],
  [/\u070f/u, /[\u0710-\u072f\u074d-\u074f]/u],
  [/\u2d7f/u, /[\u2d30-\u2d6f]/u],
  [/\u{1107f}/u, /[\u{11003}-\u{11075}]/u],
];

const charAt = (text: string, at: number): string => {
  const point = text.codePointAt(at);
  return point === undefined ? "" : String.fromCodePoint(point);
};

function charBefore(text: string, at: number): string {
  const isPair = /[\udc00-\udfff]/.test(text.charAt(at - 1)) && /[\ud800-\udbff]/.test(text.charAt(at - 2));
  return at <= 0 ? "" : charAt(text, at - (isPair ? 2 : 1));
}

function lineAround(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf("\n", at) + 1, at - LINE_CHARS);
  const end = text.indexOf("\n", at);
  return text.slice(start, Math.min(end < 0 ? text.length : end, at + LINE_CHARS));
}

const isSelector = (point: number): boolean =>
  (point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0100 && point <= 0xe01ef);
const isTag = (point: number): boolean => point >= 0xe0000 && point <= 0xe007f;

const REORDERING: ReadonlyMap<number, string> = new Map([
  [0x061c, "Arabic letter mark"],
  [0x200e, "left-to-right mark"],
  [0x200f, "right-to-left mark"],
  [0x202a, "left-to-right embedding"],
  [0x202b, "right-to-left embedding"],
  [0x202c, "end of direction"],
  [0x202d, "left-to-right override"],
  [0x202e, "right-to-left override"],
  [0x2066, "left-to-right isolate"],
  [0x2067, "right-to-left isolate"],
  [0x2068, "first strong isolate"],
  [0x2069, "end of isolate"],
]);

const NAMES: ReadonlyMap<number, string> = new Map([
  ...REORDERING,
  [0x0008, "backspace"],
  [0x000d, "carriage return"],
  [0x001b, "escape"],
  [0x007f, "delete"],
  [0x00ad, "soft hyphen"],
  [0x034f, "grapheme joiner"],
  [0x115f, "Hangul filler"],
  [0x1160, "Hangul filler"],
  [0x180e, "vowel separator"],
  [0x200b, "zero-width space"],
  [0x200c, "zero-width non-joiner"],
  [0x200d, "zero-width joiner"],
  [0x2028, "line separator"],
  [0x2029, "paragraph separator"],
  [0x2060, "word joiner"],
  [0x2800, "blank"],
  [0x3164, "Hangul filler"],
  [0xfffc, "object that is not there"],
  [0xfeff, "byte order mark"],
  [0xffa0, "Hangul filler"],
]);

function nameOf(point: number): string {
  const known = NAMES.get(point);
  if (known !== undefined) return known;
  if (isTag(point)) return "tag character";
  if (isSelector(point)) return "variation selector";
  switch (kindOf(point)) {
    case "control":
      return "control character";
    case "private":
      return isUndefined(point) ? "character that nobody has defined" : "private-use character";
    default:
      return point >= 0xd800 && point <= 0xdfff ? "half of a character" : "invisible character";
  }
}

/** It may be one of a newer Unicode: fonts draw what they know. */
const isUndefined = (point: number): boolean =>
  /(?!\p{Noncharacter_Code_Point})\p{Cn}/u.test(String.fromCodePoint(point)) &&
  !/\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(point));

function kindOf(point: number): UnseenKind {
  if (REORDERING.has(point)) return "order";
  if (isTag(point) || (point >= 0x206a && point <= 0x206f) || (point >= 0xfff9 && point <= 0xfffb))
    return "smuggled";
  const char = String.fromCodePoint(point);
  if (/\p{Cc}/u.test(char)) return "control";
  return /\p{Co}/u.test(char) || isUndefined(point) ? "private" : "hidden";
}
