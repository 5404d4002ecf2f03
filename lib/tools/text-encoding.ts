/** A text, or why its bytes are none. */
export type DecodedText = { text: string } | { problem: string };

const SAMPLE_BYTES = 65_536;

/**
 * The text that bytes are: UTF-8 and UTF-16, with a mark or without, and the older encodings that tell themselves by what
 * they say (docs/agents.md, "Encodings"). Anything else is a problem: a guess would change the words without a sign.
 */
export function decodeText(content: Uint8Array): DecodedText {
  const marked = markedEncoding(content);
  if (marked !== undefined) return decodedAs(marked, content) ?? { problem: BROKEN };
  if (content.includes(0))
    return (holdsZeros(content) ? undefined : decodeWide(content)) ?? { problem: BINARY };
  const plain = decodedAs("utf-8", content);
  if (plain) return plain;
  const encoding = olderEncoding(content);
  return (encoding === undefined ? undefined : decodedAs(encoding, content)) ?? { problem: UNKNOWN };
}

const BROKEN = "its characters do not fit the encoding that it begins with; save it as UTF-8";
const BINARY = "it holds bytes that no text has; save it as UTF-8";
const UNKNOWN = "the encoding of its characters cannot be told; save it as UTF-8";

function markedEncoding([first, second, third, fourth]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? "utf-32" : "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** The text without its mark; undefined where a byte is none of this encoding. */
function decodedAs(encoding: string, content: Uint8Array): { text: string } | undefined {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(content) };
  } catch {
    return undefined;
  }
}

/**
 * Is it UTF-8 in which a few zeros stand, which as pairs of bytes would be other words? Wide Latin is zeros to a half, and
 * other wide text has bytes that are no character by themselves.
 */
function holdsZeros(content: Uint8Array): boolean {
  const isControl = (byte: number) => byte < 0x20 && byte !== 0 && !within(byte, 0x09, 0x0d);
  const zeros = content.filter((byte) => byte === 0).length;
  return zeros < content.length / 4 && !content.some(isControl) && decodedAs("utf-8", content) !== undefined;
}

/** Every text has a line break, a separator or a blank, whose upper byte is 0: on one side of each pair alone. */
function decodeWide(content: Uint8Array): { text: string } | undefined {
  const zeros = [0, 0];
  content.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const read = decodedAs(odd > even ? "utf-16le" : "utf-16be", content);
  return read && !/[\0\uFFFE\uFFFF]/.test(read.text) ? read : undefined;
}

type Char = { lead: number; trail?: number };

/** What runs of bytes above ASCII look like. */
function olderEncoding(content: Uint8Array): string | undefined {
  const sample = content.subarray(0, SAMPLE_BYTES);
  const high = sample.filter((byte) => byte >= 0x80);
  const runLength = high.length / Math.max(1, runsOf(sample));
  const share = (bytes: ReadonlySet<number>) => high.filter((byte) => bytes.has(byte)).length / high.length;
  return (
    japanese(sample) ??
    chineseOrKorean(sample, runLength) ??
    (high.length >= MIN_RUSSIAN ? cyrillic(share, runLength) : undefined) ??
    western(sample, runLength)
  );
}

function runsOf(bytes: Uint8Array): number {
  let runs = 0;
  bytes.forEach((byte, index) => {
    if (byte >= 0x80 && (bytes[index - 1] ?? 0) < 0x80) runs += 1;
  });
  return runs;
}

const within = (byte: number | undefined, from: number, to: number): boolean =>
  byte !== undefined && byte >= from && byte <= to;

/** Bytes above ASCII as characters of two, where `isLead` says so; undefined where a second one is not what it may be. */
function pairsOf(
  bytes: Uint8Array,
  isLead: (byte: number) => boolean,
  isTrail: (byte: number | undefined) => boolean,
): Char[] | undefined {
  const chars: Char[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    if (!isLead(lead)) {
      chars.push({ lead });
      continue;
    }
    if (at + 1 === bytes.length) break;
    const trail = bytes[at + 1];
    if (trail === undefined || !isTrail(trail)) return undefined;
    chars.push({ lead, trail });
    at += 1;
  }
  return chars;
}

const countOf = (chars: readonly Char[], is: (char: Char) => boolean): number => chars.filter(is).length;

/** Shift-JIS where most is syllables or everyday characters in its own rows, EUC-JP where syllables are. */
function japanese(bytes: Uint8Array): string | undefined {
  const shifted = pairsOf(
    bytes,
    (byte) => within(byte, 0x81, 0x9f) || within(byte, 0xe0, 0xfc),
    (byte) => within(byte, 0x40, 0x7e) || within(byte, 0x80, 0xfc),
  );
  if (shifted && shifted.length >= 2) {
    const common = countOf(shifted, ({ lead, trail }) => trail !== undefined && within(lead, 0x81, 0x97));
    const known = countOf(shifted, ({ lead, trail }) => trail !== undefined || within(lead, 0xa1, 0xdf));
    if (common >= shifted.length * 0.7 && known === shifted.length) return "shift_jis";
  }
  const euc = eucPairs(bytes);
  const kana = euc ? countOf(euc, ({ lead }) => lead === 0xa4 || lead === 0xa5) : 0;
  return euc && kana >= 2 && kana >= euc.length * 0.2 ? "euc-jp" : undefined;
}

const eucPairs = (bytes: Uint8Array) =>
  pairsOf(
    bytes,
    (byte) => byte >= 0xa1,
    (byte) => within(byte, 0xa1, 0xfe),
  )?.filter(({ trail }) => trail !== undefined);

/** Everyday characters stand in the first rows of each of these; Korean has its own in the first 25 of them alone. */
function chineseOrKorean(bytes: Uint8Array, runLength: number): string | undefined {
  const euc = eucPairs(bytes);
  if (euc && euc.length >= 2 && runLength >= 3) {
    const common = countOf(euc, ({ lead }) => within(lead, 0xb0, 0xd7));
    const marks = countOf(euc, ({ lead }) => within(lead, 0xa1, 0xa3));
    if (common + marks >= euc.length * 0.75) {
      const hangul = countOf(euc, ({ lead }) => within(lead, 0xb0, 0xc8));
      return hangul === common && common >= 6 ? "euc-kr" : "gb18030";
    }
  }
  const big = pairsOf(
    bytes,
    (byte) => byte >= 0x81,
    (byte) => within(byte, 0x40, 0x7e) || within(byte, 0xa1, 0xfe),
  );
  if (!big || big.length < 3) return undefined;
  const common = countOf(big, ({ lead }) => within(lead, 0xa4, 0xc6));
  const marks = countOf(big, ({ lead }) => within(lead, 0xa1, 0xa3));
  const low = countOf(big, ({ trail }) => within(trail, 0x40, 0x7e));
  return common + marks >= big.length * 0.9 && low >= big.length * 0.15 && runLength >= 1.5
    ? "big5"
    : undefined;
}

/** Fewer letters say nothing of how often each is written. */
const MIN_RUSSIAN = 12;

/** The six letters that Russian words are made of most: о е а и н т. */
const RUSSIAN: [encoding: string, letters: ReadonlySet<number>][] = [
  ["windows-1251", new Set([0xee, 0xe5, 0xe0, 0xe8, 0xed, 0xf2, 0xce, 0xc5, 0xc0, 0xc8, 0xcd, 0xd2])],
  ["koi8-r", new Set([0xcf, 0xc5, 0xc1, 0xc9, 0xce, 0xd4, 0xef, 0xe5, 0xe1, 0xe9, 0xee, 0xf4])],
  ["ibm866", new Set([0xae, 0xa5, 0xa0, 0xa8, 0xad, 0xe2, 0x8e, 0x85, 0x80, 0x88, 0x8d, 0x92])],
];

function cyrillic(share: (bytes: ReadonlySet<number>) => number, runLength: number): string | undefined {
  if (runLength < 2.5) return undefined;
  const [best, next] = RUSSIAN.map(([encoding, letters]) => ({ encoding, share: share(letters) })).toSorted(
    (a, b) => b.share - a.share,
  );
  return best && next && best.share >= 0.38 && best.share > next.share * 1.2 ? best.encoding : undefined;
}

/** Signs of Windows-1252 that stand in no word: where they do, they are letters of another alphabet. */
const SIGNS = new Set([
  ...[0x86, 0x87, 0x89, 0x95, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa9, 0xac, 0xae],
  ...[0xaf, 0xb1, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb8, 0xb9, 0xbc, 0xbd, 0xbe, 0xbf, 0xd7, 0xf7],
]);
/** Of these, signs that stand behind no letter, unless a figure follows. */
const OPENING = new Set([0xa1, 0xa3, 0xa5, 0xa6, 0xac, 0xaf, 0xb1, 0xb6, 0xbc, 0xbd, 0xbe, 0xbf]);
/** A capital stands behind no small letter: there the byte is a small one of another encoding (Mac OS Roman). */
const isCapital = (byte: number): boolean =>
  (within(byte, 0xc0, 0xde) && byte !== 0xd7) || [0x8a, 0x8c, 0x8e, 0x9f].includes(byte);
const UNDEFINED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** A letter as UTF-8 writes it: where other bytes are none of UTF-8, somebody put two encodings into one file, or it is cut. */
const isUtf8Letter = (byte: number, next: number | undefined): boolean =>
  within(byte, 0xc2, 0xc3) && within(next, 0x80, 0xbf);

/** Letters with accents among plain ones, and signs outside words. */
function western(bytes: Uint8Array, runLength: number): string | undefined {
  if (runLength >= 2) return undefined;
  const isLetter = (byte: number | undefined) => within(byte, 0x41, 0x5a) || within(byte, 0x61, 0x7a);
  const isFigure = (byte: number | undefined) => within(byte, 0x30, 0x39);
  const isOdd = (byte: number, index: number) =>
    UNDEFINED.has(byte) ||
    (isCapital(byte) && within(bytes[index - 1], 0x61, 0x7a)) ||
    (OPENING.has(byte) && isLetter(bytes[index - 1]) && !isFigure(bytes[index + 1])) ||
    isUtf8Letter(byte, bytes[index + 1]) ||
    (SIGNS.has(byte) && isLetter(bytes[index - 1]) && isLetter(bytes[index + 1]));
  return bytes.some(isOdd) ? undefined : "windows-1252";
}
