import { failParse } from "./faults";

const ESCAPES: Record<string, string> = { "\\": "\\", '"': '"', n: "\n", t: "\t", r: "\r" };
const CHARACTERS: Record<string, string> = { newline: "\n", space: " ", tab: "\t", return: "\r" };
const CODE = /^u[0-9a-fA-F]{4}$/;

/** What stands between two offsets of the source, its escapes read. Throws `parse_error` for an unknown escape. */
export function readEscapes(source: string, from: number, to: number): string {
  let text = "";
  let done = from;
  for (let at = source.indexOf("\\", from); at !== -1 && at < to; at = source.indexOf("\\", done)) {
    const code = source.slice(at + 1, Math.min(at + 6, to));
    const known = Object.hasOwn(ESCAPES, code.charAt(0)) ? ESCAPES[code.charAt(0)] : undefined;
    if (known === undefined && !CODE.test(code)) {
      failParse(`"\\${code.charAt(0)}" is no escape; a backslash is written "\\\\".`, at);
    }
    text += source.slice(done, at) + (known ?? String.fromCharCode(Number.parseInt(code.slice(1), 16)));
    done = at + (known === undefined ? 6 : 2);
  }
  return text + source.slice(done, to);
}

/** The character whose backslash stands at `at`: one character, or a name or code that ends where the word does. */
export function readCharacter(
  source: string,
  at: number,
  wordEnd: number,
): { text: string; at: number; end: number } {
  const first = String.fromCodePoint(source.codePointAt(at + 1) ?? failParse("A character is missing.", at));
  const end = Math.max(wordEnd, at + 1 + first.length);
  const name = source.slice(at + 1, end);
  if (name === first) return { text: first, at, end };
  if (Object.hasOwn(CHARACTERS, name)) return { text: CHARACTERS[name] as string, at, end };
  if (CODE.test(name)) return { text: String.fromCharCode(Number.parseInt(name.slice(1), 16)), at, end };
  failParse(`"\\${name}" is no character.`, at);
}
