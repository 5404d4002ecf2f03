import type { Json } from "../json";

/** Finding JSON in the text of a model (docs/plans.md, "JSON in text"). */

/** `salvaged`: it stands inside something larger that is broken. */
export type JsonSpan = { start: number; end: number; value: Json; salvaged: boolean };
export type JsonScan = {
  /** Outermost objects and lists, in order. */
  found: JsonSpan[];
  /** Where the scan that came furthest broke off, as an offset in the text; -1 when none did. */
  brokenAt: number;
};

/** Deepest nesting that is read. */
export const MAX_DEPTH = 200;

// A broken object is searched again for whole ones inside it, until this many times the text has been looked at.
const PASSES = 16;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /(?:\s+|\/\/[^\n]*)*/y;

/**
 * The JSON objects and lists in a text, whatever stands around them. Forgiven inside: trailing commas, line
 * comments, raw line breaks in strings and unknown escapes. Linear in the length of the text.
 */
export function scanJson(text: string): JsonScan {
  const scan: JsonScan = { found: [], brokenAt: -1 };
  let fuel = PASSES * text.length;
  for (let start = nextOpener(text, 0); start >= 0; ) {
    const value = readValue(text, start);
    fuel -= value.end - start;
    if (value.ok) {
      const salvaged = start < scan.brokenAt;
      scan.found.push({ start, end: value.end, value: JSON.parse(value.json) as Json, salvaged });
    } else scan.brokenAt = Math.max(scan.brokenAt, value.end);
    start = nextOpener(text, value.ok || fuel <= 0 ? value.end : start + 1);
  }
  return scan;
}

function nextOpener(text: string, from: number): number {
  const opener = /[{[]/g;
  opener.lastIndex = from;
  return opener.exec(text)?.index ?? -1;
}

/** `json` is strict JSON; `end` is behind the value, or where it broke. */
type ReadValue = { ok: true; end: number; json: string } | { ok: false; end: number };

function readValue(text: string, start: number): ReadValue {
  const reader = new Reader(text, start);
  return reader.read() ? { ok: true, end: reader.at, json: reader.json() } : { ok: false, end: reader.at };
}

/** One pass over one value, with a stack instead of recursion, noting what to mend on the way. */
class Reader {
  at: number;
  private readonly closers: string[] = [];
  private readonly pieces: string[] = [];
  private copied: number;

  constructor(
    private readonly text: string,
    start: number,
  ) {
    this.at = start;
    this.copied = start;
  }

  json(): string {
    return this.pieces.join("") + this.text.slice(this.copied, this.at);
  }

  read(): boolean {
    if (!this.value()) return false;
    while (this.closers.length > 0) {
      this.space();
      const closer = this.closers.at(-1);
      if (this.text[this.at] === ",") {
        const { at, copied } = this;
        const mends = this.pieces.length;
        this.at += 1;
        this.space();
        if (this.text[this.at] !== closer) {
          if (this.member()) continue;
          return false;
        }
        this.pieces.length = mends;
        this.copied = copied;
        this.mend(at, this.at, "");
      }
      if (this.text[this.at] !== closer) return false;
      this.at += 1;
      this.closers.pop();
    }
    return true;
  }

  /** A value; an object or list is only opened, with its first member if it has one. */
  private value(): boolean {
    const char = this.text[this.at];
    if (char === '"') return this.string();
    if (char === "{" || char === "[") {
      if (this.closers.length === MAX_DEPTH) return false;
      const closer = char === "{" ? "}" : "]";
      this.closers.push(closer);
      this.at += 1;
      this.space();
      return this.text[this.at] === closer || this.member();
    }
    return this.skip(SCALAR) > 0;
  }

  private member(): boolean {
    if (this.closers.at(-1) === "]") return this.value();
    if (this.text[this.at] !== '"' || !this.string()) return false;
    this.space();
    if (this.text[this.at] !== ":") return false;
    this.at += 1;
    this.space();
    return this.value();
  }

  private string(): boolean {
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      const code = this.text.charCodeAt(this.at);
      if (code === 34) {
        this.at += 1;
        return true;
      }
      if (code < 32) this.mend(this.at, this.at + 1, JSON.stringify(this.text[this.at]).slice(1, -1));
      if (code === 92) this.escape();
    }
    return false;
  }

  private escape(): void {
    const known = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
    known.lastIndex = this.at;
    if (known.test(this.text)) this.at += 1;
    else this.mend(this.at, this.at, "\\");
  }

  private space(): void {
    const from = this.at;
    if (this.skip(SPACE) > 0 && this.text.slice(from, this.at).includes("/")) this.mend(from, this.at, " ");
  }

  private skip(pattern: RegExp): number {
    pattern.lastIndex = this.at;
    const length = pattern.exec(this.text)?.[0].length ?? 0;
    this.at += length;
    return length;
  }

  private mend(from: number, to: number, by: string): void {
    this.pieces.push(this.text.slice(this.copied, from), by);
    this.copied = to;
  }
}
