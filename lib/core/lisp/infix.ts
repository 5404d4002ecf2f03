import { formOfForeignName } from "./foreign";

/** Operators between two values, with the functions that they are here; the loosest first. */
const LEVELS: readonly ReadonlyMap<string, string>[] = [
  { "||": "or", or: "or" },
  { "&&": "and", and: "and" },
  { "===": "=", "!==": "not=", "==": "=", "!=": "not=", ">=": ">=", "<=": "<=", ">": ">", "<": "<" },
  { "+": "+", "-": "-" },
  { "*": "*", "/": "/" },
].map((level) => new Map(Object.entries(level)));
/** The level of comparisons: other languages differ in what several in a row say. */
const COMPARISONS = 2;
const CONSTANTS: ReadonlyMap<string, string> = new Map([
  ...["true", "True"].map((word) => [word, "true"] as const),
  ...["false", "False"].map((word) => [word, "false"] as const),
  ...["null", "undefined", "None"].map((word) => [word, "nil"] as const),
]);
const MAX_TOKENS = 200;
const TOKEN =
  /\s*(?:([!=]==?|[><]=?|&&|\|\||[+*/!()-])|(\d+(?:\.\d+)?(?![\w.])|"(?:[^"\\\n]|\\["\\])*"|'[^'"\\\n]*')|((?:data\s*[./]\s*)?[A-Za-z_]\w*(?:\s*\??\.\s*[A-Za-z_]\w*|\s*\[\s*(?:\d+|"[^"\]\n]*"|'[^'\]\n]*')\s*\])*))/uy;

/** `sign` also of words; a literal is a number or a text. */
type Token = { kind: "sign" | "literal" | "name"; text: string };

/**
 * The form that says what a comparison in the notation of other languages says, such as `result.items.length > 0`; undefined of
 * all else. It knows paths of the data, literals and the usual operators, and no calls but `len`.
 */
export function formOfInfix(source: string): string | undefined {
  const tokens = /^\s*[([]/.test(source) ? undefined : tokensOf(source.trimEnd());
  if (!tokens || tokens.length < 2) return;
  const reader = new Reader(tokens);
  const form = reader.operation(0);
  return reader.isAtEnd() ? form : undefined;
}

function tokensOf(source: string): Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < source.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const [, sign, literal, name = ""] = TOKEN.exec(source) ?? [];
    if ((sign ?? literal ?? name) === "" || tokens.length === MAX_TOKENS) return;
    if (sign !== undefined) tokens.push({ kind: "sign", text: sign });
    else
      tokens.push(literal === undefined ? { kind: "name", text: name } : { kind: "literal", text: literal });
  }
  return tokens;
}

class Reader {
  private at = 0;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  isAtEnd = (): boolean => this.at === this.tokens.length;

  /** Values joined by the operators of a level and of all that bind closer. */
  operation(level: number): string | undefined {
    const functions = LEVELS[level];
    if (!functions) return this.value();
    let left = this.operation(level + 1);
    for (let count = 0; left !== undefined; count++) {
      const next = this.tokens[this.at];
      const name = next && next.kind !== "literal" ? functions.get(next.text) : undefined;
      if (name === undefined) break;
      if (level === COMPARISONS && count > 0) return;
      this.at++;
      left = inForm(name, left, this.operation(level + 1));
    }
    return left;
  }

  private value(): string | undefined {
    const { kind, text } = this.tokens[this.at++] ?? { kind: "sign", text: "" };
    if (kind === "literal") return text.startsWith("'") ? `"${text.slice(1, -1)}"` : text;
    if (text === "!") return inForm("not", this.value());
    if (text === "-") return inForm("-", this.value());
    if (text === "(") return this.closed();
    if (kind === "sign") return;
    if (text !== "len" || this.tokens[this.at]?.text !== "(")
      return CONSTANTS.get(text) ?? formOfForeignName(text);
    this.at++;
    return inForm("count", this.closed());
  }

  /** The operation up to the parenthesis that closes. */
  private closed(): string | undefined {
    const form = this.operation(0);
    return this.tokens[this.at++]?.text === ")" ? form : undefined;
  }
}

const inForm = (name: string, ...values: (string | undefined)[]): string | undefined =>
  values.includes(undefined) ? undefined : `(${[name, ...values].join(" ")})`;
