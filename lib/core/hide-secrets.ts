import { isJsonObject, type Json } from "./json";
import { cleanText } from "./text";

/** What is shorter would, encoded, stand in too many other texts. */
const MIN_ENCODED_CHARS = 8;
const HIDDEN = "[hidden]";

/**
 * The forms in which secrets may come back: whole, what stands between their blanks (`Bearer <key>` is a scheme and a
 * key), and both as they stand in JSON and in addresses; those of eight characters also as base64, alone or within
 * more, hexadecimal, and percent-encoded throughout. The longest first, so that no rest of one stays.
 */
export function secretForms(secrets: readonly string[], minChars: number): string[] {
  const parts = secrets.flatMap((secret) => [secret.trim(), ...secret.split(/\s+/)]);
  const forms = parts
    .filter(({ length }) => length >= minChars)
    .flatMap((part) => [
      part,
      JSON.stringify(part).slice(1, -1),
      encodeURIComponent(cleanText(part)),
      ...(part.length < MIN_ENCODED_CHARS ? [] : encodedForms(part)),
    ]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** The text with `instead` in the place of each of these forms. */
export const redactSecrets = (text: string, forms: readonly string[], instead: string): string =>
  forms.reduce((kept, form) => kept.replaceAll(form, () => instead), text);

function encodedForms(secret: string): string[] {
  const bytes = bytesOf(secret);
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0"));
  const percent = hex.map((pair) => `%${pair}`).join("");
  const base64 = [0, 1, 2].flatMap((before) => base64Forms(bytes, before));
  return [
    ...[hex.join(""), percent].flatMap((form) => [form, form.toUpperCase()]),
    ...base64.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]),
  ];
}

/**
 * The base64 of these bytes behind so many others (RFC 4648, 4): without the characters that hold bits of what stands
 * before or behind them, and, where nothing does, also as a whole.
 */
function base64Forms(bytes: readonly number[], before: number): string[] {
  const whole = base64(before, bytes);
  const shared = Math.ceil((before * 8) / 6);
  const ownEnd = Math.floor(((before + bytes.length) * 8) / 6);
  const own = whole.slice(shared, ownEnd);
  return before === 0 ? [whole, whole.replace(/=+$/, ""), own] : [own];
}

/** A text as UTF-8. */
const bytesOf = (text: string): number[] =>
  [...encodeURIComponent(cleanText(text)).matchAll(/%(..)|./g)].map(([char, hex]) =>
    hex === undefined ? char.charCodeAt(0) : Number.parseInt(hex, 16),
  );

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The base64 of so many zeros and these bytes, six bits a character, filled up with `=`. */
function base64(zeros: number, bytes: readonly number[]): string {
  const bits = [...Array<number>(zeros).fill(0), ...bytes].map((byte) => byte.toString(2).padStart(8, "0"));
  const chars = bits.join("").match(/.{1,6}/g) ?? [];
  const text = chars.map((six) => BASE64[Number.parseInt(six.padEnd(6, "0"), 2)]).join("");
  return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}

/** What looks like a key, a token or a password, no matter whose; common words such as "key-value store" do not. */
const SECRET_PATTERNS: readonly RegExp[] = [
  /\b(?:sk|pk|rk|gsk|xai|hf|key)[-_](?=[\w*.-]*\d)[\w*.-]{6,}/gi,
  /\bAIza[\w-]{10,}/g,
  /\bAKIA[A-Z0-9]{12,}/g,
  /\b(?:gh[pousr]|github_pat|xox[abprs]|glpat)[-_][\w-]{10,}/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g,
  /\b(?:bearer|basic)\s+(?=\S*[\d=])[\w+/=.*~-]{6,}/gi,
  /\b(?:password|passwort|passwd|secret|api[-_ ]?key|token)\s*[:=]\s*[^\s,;]{4,}/gi,
  /(:\/\/)[^\s/:@]+:[^\s/@]+@/g,
];

/** The text with `[hidden]` in the place of everything that looks like a key, a token or a password. */
export const hideSecrets = (text: string): string =>
  SECRET_PATTERNS.reduce((rest, pattern) => rest.replace(pattern, HIDDEN), text);

const SECRET_NAME =
  /^(?:password|passwort|passwd|secret|api[-_ ]?key|(?:access[-_ ]?)?token|authorization)$/i;

/** The same for every text and name in a value; what stands under such a name is hidden whole. */
export function hideSecretsIn(value: Json): Json {
  if (typeof value === "string") return hideSecrets(value);
  if (Array.isArray(value)) return value.map(hideSecretsIn);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      hideSecrets(name),
      typeof one === "string" && one !== "" && SECRET_NAME.test(name) ? HIDDEN : hideSecretsIn(one),
    ]),
  );
}
