import { getOwn } from "../../own";
import { failParse } from "../errors";

const ESCAPES: Record<string, string> = { "\\": "\\", '"': '"', n: "\n", t: "\t", r: "\r" };
const CHARACTERS: Record<string, string> = { newline: "\n", space: " ", tab: "\t", return: "\r" };
const CODE = /^u[0-9a-fA-F]{4}$/;

export type Token = {
  kind: "open" | "close" | "quote" | "discard" | "atom" | "text" | "character" | "regex";
  /** The brackets or the word as written; of texts, characters and regexes what they mean. */
  text: string;
  at: number;
  end: number;
};

const WHITE = /[\s,]/;
const DELIMITER = /[\s,()[\]{}";\\]/;
const NOT_PART_OF_IT = /[@^`~]/;

/** The token at or behind an offset, past white space and comments; undefined at the end of the source. */
export function tokenFrom(source: string, offset: number): Token | undefined {
  const at = skipBlank(source, offset);
  const char = source[at];
  if (char === undefined) return;
  if (char === '"') return { kind: "text", ...readText(source, at) };
  if (char === "\\") return { kind: "character", ...readCharacter(source, at, wordEnd(source, at + 2)) };
  if (char === "'") return { kind: "quote", text: char, at, end: at + 1 };
  if ("([{".includes(char)) return { kind: "open", text: char, at, end: at + 1 };
  if (")]}".includes(char)) return { kind: "close", text: char, at, end: at + 1 };
  if (char === "#") return dispatch(source, at);
  if (NOT_PART_OF_IT.test(char)) failParse(`"${char}" is not part of the language.`, at);
  const end = wordEnd(source, at);
  return { kind: "atom", text: source.slice(at, end), at, end };
}

function dispatch(source: string, at: number): Token {
  const next = source[at + 1] ?? "";
  if (next === "(" || next === "{") return { kind: "open", text: `#${next}`, at, end: at + 2 };
  if (next === "_") return { kind: "discard", text: "#_", at, end: at + 2 };
  if (next === '"') {
    const end = textEnd(source, at + 1);
    return { kind: "regex", text: source.slice(at + 2, end - 1), at, end };
  }
  const end = wordEnd(source, at + 1);
  const text = source.slice(at, end);
  if (text.startsWith("##")) return { kind: "atom", text, at, end };
  failParse(`"#${next}" is not part of the language.`, at);
}

function readText(source: string, at: number): Omit<Token, "kind"> {
  const end = textEnd(source, at);
  return { text: readEscapes(source, at + 1, end - 1), at, end };
}

/** The offset behind the quotation mark that ends the text which begins at `at`. */
function textEnd(source: string, at: number): number {
  let end = at + 1;
  while (source[end] !== '"') {
    if (end >= source.length) failParse("The text is not closed.", at);
    end += source[end] === "\\" ? 2 : 1;
  }
  return end + 1;
}

function skipBlank(source: string, offset: number): number {
  let at = offset;
  for (;;) {
    const char = source[at];
    if (char === ";") at = lineEnd(source, at);
    else if (char !== undefined && WHITE.test(char)) at += 1;
    else return at;
  }
}

function lineEnd(source: string, at: number): number {
  const end = source.indexOf("\n", at);
  return end === -1 ? source.length : end;
}

function wordEnd(source: string, offset: number): number {
  let end = offset;
  while (end < source.length && !DELIMITER.test(source[end] as string)) end += 1;
  return end;
}

/** What stands between two offsets of the source, its escapes read. Throws `parse_error` for an unknown escape. */
function readEscapes(source: string, from: number, to: number): string {
  let text = "";
  let done = from;
  for (let at = source.indexOf("\\", from); at !== -1 && at < to; at = source.indexOf("\\", done)) {
    const code = source.slice(at + 1, Math.min(at + 6, to));
    const known = getOwn(ESCAPES, code.charAt(0));
    if (known === undefined && !CODE.test(code)) {
      failParse(`"\\${code.charAt(0)}" is not an escape; a backslash is written "\\\\".`, at);
    }
    text += source.slice(done, at) + (known ?? String.fromCharCode(Number.parseInt(code.slice(1), 16)));
    done = at + (known === undefined ? 6 : 2);
  }
  return text + source.slice(done, to);
}

/** The character whose backslash stands at `at`: one character, or a name or code that ends where the word does. */
function readCharacter(
  source: string,
  at: number,
  wordEnd: number,
): { text: string; at: number; end: number } {
  const first = String.fromCodePoint(source.codePointAt(at + 1) ?? failParse("A character is missing.", at));
  const end = Math.max(wordEnd, at + 1 + first.length);
  const name = source.slice(at + 1, end);
  if (name === first) return { text: first, at, end };
  const named = getOwn(CHARACTERS, name);
  if (named !== undefined) return { text: named, at, end };
  if (CODE.test(name)) return { text: String.fromCharCode(Number.parseInt(name.slice(1), 16)), at, end };
  failParse(`"\\${name}" is not a character.`, at);
}
