import { isJsonObject, isSameJson, type Json, parseExactly } from "../json";

/** Finding JSON in the text of a model (docs/plans.md, "JSON in text"). */

/** Deepest nesting that is read. */
export const MAX_DEPTH = 200;

/** `salvaged`: it stands inside something larger that is broken, as the value `of` a key if that has one. */
export type JsonSpan = {
  start: number;
  end: number;
  value: Json;
  salvaged: boolean;
  of?: string;
  /** Keys that are written twice in one object with different values, of which `value` has the last. */
  doubled?: Doubled[];
  /** What stands in comments; the same one may come twice. */
  comments?: string;
};
export type Doubled = { path: string; value: Json };
export type JsonScan = {
  /** Outermost objects and lists, in order. */
  found: JsonSpan[];
  /** Where the scan that came furthest broke off, as an offset in the text; -1 when none did. */
  brokenAt: number;
};

// A broken object is searched again for whole ones inside it, until this many times the text has been looked at.
const PASSES = 8;
const KEY_BEFORE = /["']?(\w{1,40})["']?\s{0,20}:\s{0,20}$/;

/**
 * The JSON objects and lists in a text, whatever stands around them. Forgiven inside: trailing commas,
 * comments, names without quotation marks, other quotation marks, Python's words, raw line breaks in texts and unknown
 * escapes. Linear in the length of the text.
 */
export function scanJson(text: string): JsonScan {
  const scan: JsonScan = { found: [], brokenAt: -1 };
  const lastCommentEnd = text.lastIndexOf("*/");
  let fuel = PASSES * text.length;
  for (let start = nextOpener(text, 0); start >= 0; ) {
    const value = readValue(text, start, lastCommentEnd);
    fuel -= value.end - start;
    if (value.ok) {
      const salvaged = start < scan.brokenAt;
      const parsed = parseExactly(value.json);
      const doubled: Doubled[] = [];
      const found = value.hasDoubles ? withLast(parsed, "", doubled) : parsed;
      const [, of] = salvaged ? (KEY_BEFORE.exec(text.slice(Math.max(0, start - 100), start)) ?? []) : [];
      scan.found.push({
        start,
        end: value.end,
        value: found,
        salvaged,
        ...(of !== undefined && { of }),
        ...(doubled.length > 0 && { doubled }),
        ...(value.comments !== "" && { comments: value.comments }),
      });
    } else scan.brokenAt = Math.max(scan.brokenAt, value.end);
    start = nextOpener(text, value.ok || fuel <= 0 ? value.end : start + 1);
  }
  return scan;
}

/** Why JSON that names something twice, with different values, says nothing that can be acted on; undefined for all other. */
export function doubledName(spans: readonly JsonSpan[]): string | undefined {
  const [first] = spans.flatMap(({ doubled = [] }) => doubled);
  return first && `"${first.path}" is written twice, with different values: give it once.`;
}

function nextOpener(text: string, from: number): number {
  const opener = /[{[]/g;
  opener.lastIndex = from;
  return opener.exec(text)?.index ?? -1;
}

/** `json` is strict JSON; `end` is behind the value, or where it broke. */
type ReadValue =
  | { ok: true; end: number; json: string; hasDoubles: boolean; comments: string }
  | { ok: false; end: number };

function readValue(text: string, start: number, lastCommentEnd: number): ReadValue {
  const reader = new JsonReader(text, start, lastCommentEnd);
  if (!reader.read()) return { ok: false, end: reader.at };
  const { at: end, hasDoubles, comments } = reader;
  return { ok: true, end, json: reader.json(), hasDoubles, comments: comments.join("\n") };
}

/** Stands behind a key that its object has already, and in no text that is JSON: it is a control character. */
const TWICE = "\u0001";

/** A key of the JSON that a reader wrote, without its mark. */
const keyNamed = (written: string): string => written.split(TWICE, 1).join();

/** The value in which of each key that is written twice the last one counts; those that differ are noted. */
function withLast(value: Json, path: string, doubled: Doubled[]): Json {
  if (Array.isArray(value)) return value.map((item, index) => withLast(item, `${path}[${index}]`, doubled));
  if (!isJsonObject(value)) return value;
  const last = new Map<string, Json>();
  for (const [written, item] of Object.entries(value)) {
    const key = keyNamed(written);
    const at = path === "" ? key : `${path}.${key}`;
    const known = last.get(key);
    const next = withLast(item, at, doubled);
    if (known !== undefined && !isSameJson(known, next)) doubled.push({ path: at, value: known });
    last.set(key, next);
  }
  return Object.fromEntries(last);
}

const SCALAR = /true|false|null|True|False|None|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

const LITERALS = new Map([
  ["True", "true"],
  ["False", "false"],
  ["None", "null"],
]);

const SPACE = /(?:\s+|(?:\/\/|#)[^\n]*)*/y;
const NAME = /[\p{L}_$][\p{L}\p{N}_$-]*/uy;

const CLOSING = new Map([
  ['"', '"'],
  ["'", "'"],
  ["“", "”"],
]);

/** What a written key names, whatever its quotation marks. */
function nameIn(written: string): string {
  const inner = CLOSING.has(written[0] ?? "") ? written.slice(1, -1) : written;
  if (!inner.includes("\\")) return inner;
  try {
    return String(JSON.parse(`"${inner.replaceAll('"', '\\"')}"`));
  } catch {
    return inner;
  }
}

/**
 * One pass over one JSON value, with a stack instead of recursion, noting what to fix on the way (docs/plans.md,
 * "JSON in text"). `lastCommentEnd` is where the last "*" + "/" of the text stands.
 */
class JsonReader {
  at: number;
  /** An object has a key twice. */
  hasDoubles = false;
  readonly comments: string[] = [];
  private readonly closers: string[] = [];
  /** The keys of each object that is open; of a list none. */
  private readonly keys: (Set<string> | undefined)[] = [];
  private readonly pieces: string[] = [];
  private copied: number;

  private readonly text: string;
  private readonly lastCommentEnd: number;

  constructor(text: string, start: number, lastCommentEnd: number) {
    this.text = text;
    this.lastCommentEnd = lastCommentEnd;
    this.at = start;
    this.copied = start;
  }

  /** Strict JSON for what was read. */
  json(): string {
    return this.pieces.join("") + this.text.slice(this.copied, this.at);
  }

  /** Reads one value; false where it breaks, which is at `at`. */
  read(): boolean {
    if (!this.value()) return false;
    while (this.closers.length > 0) {
      const behind = this.at;
      this.space();
      const closer = this.closers.at(-1);
      if (this.isCommaMissing(behind)) {
        this.fix(this.at, this.at, ",");
        if (this.member()) continue;
        return false;
      }
      if (this.text[this.at] === ",") {
        const { at, copied } = this;
        const fixCount = this.pieces.length;
        this.at += 1;
        this.space();
        if (this.text[this.at] !== closer) {
          if (this.member()) continue;
          return false;
        }
        this.pieces.length = fixCount;
        this.copied = copied;
        this.fix(at, this.at, "");
      }
      if (this.text[this.at] !== closer) return false;
      this.at += 1;
      this.closers.pop();
      this.keys.pop();
    }
    return true;
  }

  /** A member that begins on a line of its own needs no comma before it. */
  private isCommaMissing(behind: number): boolean {
    const char = this.text[this.at] ?? "";
    return /["{[]/.test(char) && this.text.slice(behind, this.at).includes("\n");
  }

  /** A value; an object or list is only opened, with its first member if it has one. */
  private value(): boolean {
    const char = this.text[this.at];
    if (char !== undefined && CLOSING.has(char)) return this.string();
    if (char === "{" || char === "[") {
      if (this.closers.length === MAX_DEPTH) return false;
      const closer = char === "{" ? "}" : "]";
      this.closers.push(closer);
      this.keys.push(char === "{" ? new Set() : undefined);
      this.at += 1;
      this.space();
      return this.text[this.at] === closer || this.member();
    }
    const from = this.at;
    if (this.skip(SCALAR) === 0) return false;
    const written = this.text.slice(from, this.at);
    const literal = LITERALS.get(written);
    if (literal !== undefined) this.fix(from, this.at, literal);
    // No number is as large as that: it stays what is written.
    else if (Math.abs(Number(written)) === Number.POSITIVE_INFINITY) this.fix(from, this.at, `"${written}"`);
    return true;
  }

  private member(): boolean {
    if (this.closers.at(-1) === "]") return this.value();
    if (!this.uniqueKey()) return false;
    this.space();
    if (this.text[this.at] !== ":") return false;
    this.at += 1;
    this.space();
    return this.value();
  }

  /** The name of a member; one that its object has already gets a mark, so that neither value is lost. */
  private uniqueKey(): boolean {
    const { at: from, copied } = this;
    const fixCount = this.pieces.length;
    if (!this.key()) return false;
    const written = this.text.slice(from, this.at);
    const name = nameIn(written);
    const known = this.keys.at(-1);
    if (!known?.has(name)) {
      known?.add(name);
      return true;
    }
    this.hasDoubles = true;
    this.pieces.length = fixCount;
    this.copied = copied;
    this.fix(from, this.at, JSON.stringify(`${name}${TWICE}${known.size}${from}`));
    return true;
  }

  /** The name of a member, also without quotation marks. */
  private key(): boolean {
    const from = this.at;
    if (CLOSING.has(this.text[from] ?? "")) return this.string();
    if (this.skip(NAME) === 0) return false;
    this.fix(from, this.at, JSON.stringify(this.text.slice(from, this.at)));
    return true;
  }

  /** A text in any quotation marks; only one in `"` may go over several lines. */
  private string(): boolean {
    const opener = this.text[this.at] as string;
    const closer = CLOSING.get(opener) as string;
    const usual = opener === '"';
    if (!usual) this.fix(this.at, this.at + 1, '"');
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      const char = this.text[this.at] as string;
      if (char === closer) {
        if (!usual) this.fix(this.at, this.at + 1, '"');
        this.at += 1;
        return true;
      }
      if (!usual && char === "\n") return false;
      if (char === '"') this.fix(this.at, this.at, "\\");
      else if (char < " ") this.fix(this.at, this.at + 1, JSON.stringify(char).slice(1, -1));
      else if (char === "\\") this.escape();
    }
    return false;
  }

  private escape(): void {
    const known = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
    known.lastIndex = this.at;
    if (known.test(this.text)) this.at += 1;
    else if (this.text[this.at + 1] === "'") {
      this.fix(this.at, this.at + 1, "");
      this.at += 1;
    } else this.fix(this.at, this.at, "\\");
  }

  /** White space of any kind and comments. */
  private space(): void {
    const from = this.at;
    const code = this.text.charCodeAt(from);
    // Nearly always there is none: letters, digits and signs but the slash and the hash.
    if (code > 32 && code < 127 && code !== 47 && code !== 35) return;
    this.skip(SPACE);
    // The "*" that opens a comment cannot close it: an end must come behind both signs.
    while (this.at + 2 <= this.lastCommentEnd && this.text.startsWith("/*", this.at)) {
      this.at = this.text.indexOf("*/", this.at + 2) + 2;
      this.skip(SPACE);
    }
    const skipped = this.text.slice(from, this.at);
    if (!/[^ \t\r\n]/.test(skipped)) return;
    this.comments.push(skipped);
    this.fix(from, this.at, " ");
  }

  private skip(pattern: RegExp): number {
    pattern.lastIndex = this.at;
    const length = pattern.exec(this.text)?.[0].length ?? 0;
    this.at += length;
    return length;
  }

  private fix(from: number, to: number, by: string): void {
    this.pieces.push(this.text.slice(this.copied, from), by);
    this.copied = to;
  }
}
