/** Forms in which data holds a text that an answer may give as it reads (docs/agents.md, "Quotations"). */

const NAMED: ReadonlyMap<string, string> = new Map([
  ["quot", '"'],
  ["apos", "'"],
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["nbsp", " "],
  ["lcub", "{"],
  ["rcub", "}"],
  ["lbrace", "{"],
  ["rbrace", "}"],
  ["colon", ":"],
  ["comma", ","],
  ["lsqb", "["],
  ["rsqb", "]"],
]);
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi;
const ESCAPED = /\\+u\{([0-9a-f]{1,6})\}|\\+u([0-9a-f]{4})|\\+x([0-9a-f]{2})/gi;
const PERCENT = /(?:%[0-9a-f]{2})+/gi;
const BASE64 = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
const HEX = /(?:[0-9a-f]{2}[ :]?){12,}/gi;

/** Encodings in encodings; deeper than anyone writes who wants to be read. */
const MAX_LAYERS = 3;

/** The text, and what it holds encoded, each once: entities, escapes, percents, base64 and hex, also in one another. */
export function readingsOf(text: string): string[] {
  const readings = new Set([text]);
  let last = [text];
  for (let depth = 0; depth < MAX_LAYERS && last.length > 0; depth += 1) {
    const next = last.flatMap((one) => DECODERS.map((decode) => decode(one)));
    last = next.filter((one) => one !== "" && !readings.has(one) && readings.add(one));
  }
  return [...readings];
}

/** What stands escaped sign by sign, and what stands in runs of an encoding. */
const DECODERS: readonly ((text: string) => string)[] = [
  (text) =>
    text
      .replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? whole;
        return characterOf(Number.parseInt(decimal ?? hex ?? "", decimal === undefined ? 16 : 10)) ?? whole;
      })
      .replace(ESCAPED, (whole, braced?: string, four?: string, two?: string) => {
        return characterOf(Number.parseInt(braced ?? four ?? two ?? "", 16)) ?? whole;
      })
      .replace(PERCENT, (run) => utf8Of(run.split("%").slice(1).map(hexByte)) ?? run),
  (text) => pieces(text, BASE64, bytesOfBase64) + pieces(text, HEX, bytesOfHex),
];

const bytesOfHex = (run: string): number[] => (run.match(/[0-9a-f]{2}/gi) ?? []).map(hexByte);

const hexByte = (digits: string): number => Number.parseInt(digits, 16);

const characterOf = (code: number): string | undefined =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;

/** What the runs of an encoding hold, apart from each other; nothing of those that are no text. */
const pieces = (text: string, runs: RegExp, decode: (run: string) => number[]): string =>
  (text.match(runs) ?? []).flatMap((run) => utf8Of(decode(run)) ?? []).join("\n\n");

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const SEXTETS = new Map([...ALPHABET].map((letter, value) => [letter, value]));

function bytesOfBase64(run: string): number[] {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const letter of run.replace(/-/g, "+").replace(/_/g, "/").replace(/=+$/, "")) {
    bits = ((bits << 6) | (SEXTETS.get(letter) ?? 0)) & 0xffff;
    held += 6;
    if (held >= 8) bytes.push((bits >> (held - 8)) & 0xff);
    held %= 8;
  }
  return bytes;
}

/** The bytes as UTF-8; undefined where they are none, or no text that anyone reads. */
function utf8Of(bytes: readonly number[]): string | undefined {
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
    const rest = bytes.slice(at + 1, at + length);
    const isWhole = length > 0 && rest.length === length - 1 && rest.every((byte) => byte >> 6 === 2);
    if (!isWhole || (first < 0x20 && !/[\t\n\r]/.test(String.fromCharCode(first)))) return undefined;
    const lead = length === 1 ? first : first & (0xff >> (length + 1));
    const character = characterOf(rest.reduce((code, byte) => (code << 6) | (byte & 0x3f), lead));
    if (character === undefined) return undefined;
    text += character;
    at += length;
  }
  return text;
}
