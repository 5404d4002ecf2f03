import { isStepWord, NUMBER_WORDS } from "../read/edges/step-numbers";

/** Numbers at the beginning of a line, in every usual notation (docs/plans.md, "Lists as steps"). */

/** The place that a number gives in one notation; a letter may be a Roman number as well. */
export type Ordinal = { notation: string; value: number };
/** `dress`: what the items of one list share. */
type Numbered = { ordinals: Ordinal[]; dress: string; rest: string; rank: number };

const SIGNS = "(?:(?!🔟)\\p{Extended_Pictographic}\\uFE0F?\\s*){0,3}";
const LEAD = new RegExp(`^(#{1,6}\\s+)?${SIGNS}(?:\\*\\*|__)?${SIGNS}`, "u");
const NUMBER = "\\d{1,3}|[a-z]|[ivxl]{1,7}";
/** Beside a word the number may be written out. */
const SPELLED = `\\s*[#№]?(?:\\d{1,3}|[一二三四五六七八九十])|\\s(?:${NUMBER}|${NUMBER_WORDS.join("|")})`;
const OF_ALL = "(?:\\s*(?:/|of|von|de|di|z)\\s*\\d{1,3})?";
const MARK = "(?:\\*\\*|__)?\\s*(?:[:：.)．、]+|[-–—](?=\\s)|$)(?:\\*\\*|__)?";
const WORD_FIRST = new RegExp(`^(\\p{L}[\\p{L}\\p{M}-]{0,19})(${SPELLED})${OF_ALL}${MARK}`, "iu");
const WORD_BEHIND = new RegExp(
  `^第?(\\d{1,3}|[一二三四五六七八九十])\\.?\\s?(\\p{L}[\\p{L}\\p{M}-]{0,19})${MARK}`,
  "iu",
);
const KEYCAP = /^(\d\uFE0F?\u20E3(?:\d\uFE0F?\u20E3)?|🔟)(?:\*\*|__)?\s*(?:[.:)]|[-–—](?=\s))?/u;
const CIRCLED = /^([①-⑳❶-❿])\s*(?:[.:)]|[-–—](?=\s))?/u;
const ENCLOSED = new RegExp(`^[([](${NUMBER})[)\\]](?:\\*\\*|__)?\\s*(?:[.:]|[-–—](?=\\s))?`, "iu");
const BARE = new RegExp(
  `^(?:(${NUMBER})(?:\\*\\*|__)?([.)]{1,2})(?=\\s|\\*\\*|$)|(\\d{1,3})(?:\\*\\*|__)?(\\s*:(?=\\s)|\\s[-–—](?=\\s)))`,
  "iu",
);
const ROMAN = /^x{0,3}(?:ix|iv|v?i{0,3})$/i;
const VALUES = new Map([
  ["i", 1],
  ["v", 5],
  ["x", 10],
]);

/** The number that a line begins with, behind its bullet; undefined for any other. */
export function readOrdinal(text: string): Numbered | undefined {
  const [lead = "", heading = ""] = LEAD.exec(text) ?? [];
  const bare = text.slice(lead.length);
  const found = numberIn(bare);
  if (!found) return undefined;
  const { number, word, mark, length } = found;
  const level = heading.trim().length;
  return {
    ordinals: ordinalsOf(number),
    dress: [level, word, mark].join(" "),
    rest: bare.slice(length).trim(),
    rank: level > 0 ? 10 - level : word === "" ? 0 : 1,
  };
}

function numberIn(text: string): { number: string; word: string; mark: string; length: number } | undefined {
  const [first, word = "", spelled = ""] = WORD_FIRST.exec(text) ?? [];
  if (first && isStepWord(word))
    return {
      number: spelled.replace(/[\s#№]/g, ""),
      word: word.toLowerCase(),
      mark: "",
      length: first.length,
    };
  const [behind, number = "", of = ""] = WORD_BEHIND.exec(text) ?? [];
  if (behind && isStepWord(of)) return { number, word: of.toLowerCase(), mark: "", length: behind.length };
  for (const [mark, form] of [
    ["keycap", KEYCAP],
    ["circled", CIRCLED],
    ["enclosed", ENCLOSED],
  ] as const) {
    const [whole, sign = ""] = form.exec(text) ?? [];
    if (whole) return { number: plainNumber(sign), word: "", mark, length: whole.length };
  }
  const [whole, any, sign = "", digits = "", colon = ""] = BARE.exec(text) ?? [];
  return whole
    ? { number: any ?? digits, word: "", mark: (sign || colon).trim(), length: whole.length }
    : undefined;
}

const DARK_ONE = 0x2776;

/** "1️⃣", "①" and "❶" as the number. */
function plainNumber(sign: string): string {
  if (sign === "🔟") return "10";
  const code = sign.codePointAt(0) ?? 0;
  return /[❶-❿]/u.test(sign)
    ? String(code - DARK_ONE + 1)
    : sign.normalize("NFKC").replace(/[\uFE0F\u20E3]/gu, "");
}

function ordinalsOf(number: string): Ordinal[] {
  if (/^\d+$/.test(number)) return [{ notation: "digits", value: Number(number) }];
  const kind = number === number.toLowerCase() ? "small" : "capital";
  const word = NUMBER_WORDS.indexOf(number.toLowerCase()) + 1 || "一二三四五六七八九十".indexOf(number) + 1;
  if (word > 0 && number !== "") return [{ notation: "words", value: word }];
  const ordinals: Ordinal[] = [];
  if (number.length === 1)
    ordinals.push({ notation: `${kind} letters`, value: number.toLowerCase().charCodeAt(0) - 96 });
  if (ROMAN.test(number))
    ordinals.push({ notation: `${kind} Roman`, value: romanValue(number.toLowerCase()) });
  return ordinals;
}

const romanValue = (number: string): number =>
  [...number]
    .map((sign) => VALUES.get(sign) ?? 0)
    .reduce((sum, value, at, all) => sum + (value < (all[at + 1] ?? 0) ? -value : value), 0);
