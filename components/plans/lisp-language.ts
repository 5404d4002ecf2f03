import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { ATOMS, LISP_SYMBOLS } from "./lisp-words";

/** Whether the last line ended inside a text or a regex. */
type TokenizerState = { text: "string" | "regexp" | undefined };

const KINDS: ReadonlyMap<string, string> = new Map(
  LISP_SYMBOLS.map(({ name, kind }) => [
    name,
    { form: "controlKeyword", function: "function", data: "data" }[kind],
  ]),
);
const PREFIX = /^(?:str|string|clojure\.string|set|clojure\.set|core|clojure\.core)\/(?=.)/;
const WORD = /^[^\s,()[\]{}";]+/;

/** The kinds of tokens of the predicate language; it colours, and judges nothing. */
export const lispLanguage = StreamLanguage.define<TokenizerState>({
  name: "predicate",
  startState: () => ({ text: undefined }),
  copyState: ({ text }) => ({ text }),
  token(stream, state) {
    if (state.text) return textToken(stream, state);
    if (stream.eatSpace() || stream.eat(",")) return null;
    if (stream.match(";")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match('#"')) return startText(stream, state, "regexp");
    if (stream.match('"')) return startText(stream, state, "string");
    if (stream.match("#_")) return "comment";
    if (stream.match(/^#?[([{]|^[)\]}]/)) return "bracket";
    if (stream.match(/^\\(?:[a-zA-Z]+|.)/)) return "string";
    if (stream.match("'")) return "operator";
    const [word] = (stream.match(WORD) as RegExpMatchArray | null) ?? [];
    if (word !== undefined) return tokenKind(word);
    stream.next();
    return "invalid";
  },
  tokenTable: { data: tags.special(tags.variableName), function: tags.function(tags.variableName) },
  languageData: {
    closeBrackets: { brackets: ["(", "[", "{", '"'] },
    commentTokens: { line: ";" },
    wordChars: "/-_?!*+<>=.:%&",
  },
});

function startText(stream: StringStream, state: TokenizerState, text: "string" | "regexp"): string {
  state.text = text;
  return textToken(stream, state);
}

function textToken(stream: StringStream, state: TokenizerState): string {
  const kind = state.text ?? "string";
  while (!stream.eol()) {
    const char = stream.next();
    if (char === "\\") stream.next();
    else if (char === '"') {
      state.text = undefined;
      break;
    }
  }
  return kind;
}

function tokenKind(word: string): string {
  if (word.startsWith(":")) return "atom";
  if (ATOMS.has(word)) return "bool";
  if (/^[+-]?\d/.test(word)) return "number";
  if (word.startsWith("data/")) return "data";
  return KINDS.get(word.replace(PREFIX, "")) ?? "variableName";
}

/** Colours by the tokens of the page, which know light and dark; forms stand out by weight. */
export const lispHighlighting = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.special(tags.variableName), color: "var(--run)" },
    { tag: tags.controlKeyword, color: "var(--ink)", fontWeight: "650" },
    { tag: tags.function(tags.variableName), color: "var(--ink)" },
    { tag: [tags.string, tags.regexp], color: "var(--ok)" },
    { tag: [tags.number, tags.bool, tags.atom], color: "var(--retry)" },
    { tag: [tags.comment], color: "var(--muted)", fontStyle: "italic" },
    { tag: [tags.bracket, tags.operator], color: "var(--muted)" },
    { tag: tags.invalid, color: "var(--bad)" },
  ]),
);
