import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from "@codemirror/language";
import type { Diagnostic } from "@codemirror/lint";
import { tags } from "@lezer/highlight";
import type { Issue } from "@/lib/core/lisp";
import { FORMS } from "@/lib/core/lisp/analyze/form-table";
import { BUILTINS } from "@/lib/core/lisp/builtins";

/** A name of the predicate language, as completion offers it. */
export type LispSymbol = { name: string; kind: "form" | "function" | "data"; detail: string };

/** What every predicate may ask for (docs/predicates.md, "Data"). */
const DATA_SYMBOLS = {
  "data/result": "the task’s result",
  "data/input": "the task’s input",
  "data/depends": "results of dependencies, by id",
  "data/results": "all earlier results, by id",
  "data/mission": "the mission text",
} as const;

/** Every name that means something in a predicate, with the arguments of functions. */
export const LISP_SYMBOLS: readonly LispSymbol[] = [
  ...Object.entries(DATA_SYMBOLS).map(([name, detail]): LispSymbol => ({ name, kind: "data", detail })),
  ...[...FORMS.keys()].map((name): LispSymbol => ({ name, kind: "form", detail: "form" })),
  ...[...BUILTINS.values()].map(
    ({ name, arity }): LispSymbol => ({ name, kind: "function", detail: arityLabel(arity) }),
  ),
];

/** `true`, `false`, `nil` and numbers that have a name. */
const ATOMS: ReadonlySet<string> = new Set(["true", "false", "nil", "##Inf", "##-Inf", "##NaN"]);

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

/** The kinds of tokens of the predicate language; it colors, and judges nothing. */
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

/** `1 argument`, `2 or 3 arguments`, `2 to 4 arguments`, `1 or more arguments`. */
export function arityLabel([least, most]: readonly [number, number]): string {
  if (most === least) return least === 1 ? "1 argument" : `${least} arguments`;
  if (most === Number.POSITIVE_INFINITY) return least === 0 ? "any arguments" : `${least} or more arguments`;
  return `${least} ${most === least + 1 ? "or" : "to"} ${most} arguments`;
}

/** What `check` says of a source as marks in the editor: each on the word, the text or the bracket that is meant. */
export function diagnosticsOf(source: string, issues: readonly Issue[]): Diagnostic[] {
  return issues.map(({ at, code, severity, message }) => {
    const first = Math.min(at, Math.max(0, source.length - 1));
    // What is wrong with a call is wrong with what is called; only a reader means the bracket itself.
    const isCall = code !== "parse_error" && /^\([^\s,()[\]{}";]/.test(source.slice(first, first + 2));
    const from = isCall ? first + 1 : first;
    const [word] = /^(?:[^\s,()[\]{}";]+|"[^"\n]*"?|.)/.exec(source.slice(from)) ?? [];
    return { from, to: Math.min(source.length, from + (word?.length ?? 1)), severity, message };
  });
}
