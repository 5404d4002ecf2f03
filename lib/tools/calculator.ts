import { getOwn } from "@/lib/core/own";
import type { ToolDescriptor } from "./descriptor";

/** Arithmetic by recursive descent: + - * / % ^, brackets, the constants and functions below. Nothing is run. */

const MAX_CHARS = 1_000;
const MAX_DEPTH = 50;
const TOKEN = /\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+)|([A-Za-z][A-Za-z0-9]*)|([-+*/%^(),]))/y;
const CONSTANTS: Record<string, number> = { pi: Math.PI, e: Math.E };

const FUNCTIONS: Record<string, (...values: number[]) => number> = {
  abs: Math.abs,
  ceil: Math.ceil,
  exp: Math.exp,
  floor: Math.floor,
  ln: Math.log,
  log10: Math.log10,
  max: Math.max,
  min: Math.min,
  round: Math.round,
  sqrt: Math.sqrt,
};

type Token = { kind: "number" | "name" | "sign" | "end"; text: string };

export const calculator: ToolDescriptor = {
  name: "calculator",
  description:
    "Computes one arithmetic expression: + - * / % (remainder) ^ and brackets; pi, e; abs ceil exp floor ln log10 max min round sqrt.",
  tags: ["math"],
  sideEffects: "none",
  idempotent: true,
  inputSchema: {
    type: "object",
    properties: { expression: { type: "string", minLength: 1, maxLength: 1_000 } },
    required: ["expression"],
    additionalProperties: false,
  },
  outputSchema: { type: "object", properties: { value: { type: "number" } }, required: ["value"] },
  timeoutMs: 1_000,
  examples: [{ expression: "(98 / 100) * 100" }],
  summarize: ({ expression }) => `Compute ${expression}`,
  run: ({ expression }) => ({ expression: String(expression), value: calculate(String(expression)) }),
};

/** The value of an expression. Throws an Error that names the fault and its place. */
export function calculate(expression: string): number {
  if (expression.length > MAX_CHARS) throw new Error(`The expression is longer than ${MAX_CHARS} characters`);
  const tokens = tokenise(expression);
  let at = 0;
  let depth = 0;

  const peek = (): string => tokens[at]?.text ?? "";
  const take = (): Token => tokens[at++] ?? { kind: "end", text: "" };
  const accept = (...signs: string[]): string | undefined => {
    const token = tokens[at];
    if (token?.kind !== "sign" || !signs.includes(token.text)) return;
    at++;
    return token.text;
  };
  const expect = (sign: string): void => {
    if (accept(sign) === undefined) throw new Error(`Expected "${sign}" before "${peek() || "the end"}"`);
  };

  function sum(): number {
    if (++depth > MAX_DEPTH) throw new Error(`The expression nests deeper than ${MAX_DEPTH} levels`);
    let value = product();
    for (let sign = accept("+", "-"); sign !== undefined; sign = accept("+", "-")) {
      value = sign === "+" ? value + product() : value - product();
    }
    depth--;
    return value;
  }

  function product(): number {
    let value = signed();
    for (let sign = accept("*", "/", "%"); sign !== undefined; sign = accept("*", "/", "%")) {
      const right = signed();
      if (right === 0 && sign !== "*") throw new Error("Division by zero");
      value = sign === "*" ? value * right : sign === "/" ? value / right : value % right;
    }
    return value;
  }

  /** A sign binds looser than a power, so -2^2 is -4. */
  function signed(): number {
    let negative = false;
    for (let sign = accept("+", "-"); sign !== undefined; sign = accept("+", "-")) {
      negative = negative !== (sign === "-");
    }
    const value = power();
    return negative ? -value : value;
  }

  function power(): number {
    const base = atom();
    if (accept("^") === undefined) return base;
    if (++depth > MAX_DEPTH) throw new Error(`The expression nests deeper than ${MAX_DEPTH} levels`);
    const result = base ** signed();
    depth--;
    return result;
  }

  function atom(): number {
    const token = take();
    if (token.kind === "number") return Number(token.text);
    if (token.kind === "name") return named(token.text);
    if (token.text !== "(") throw new Error(`Unexpected "${token.text || "end of the expression"}"`);
    const value = sum();
    expect(")");
    return value;
  }

  function named(name: string): number {
    const key = name.toLowerCase();
    if (accept("(") === undefined) {
      const constant = getOwn(CONSTANTS, key);
      if (constant !== undefined) return constant;
      throw new Error(`Unknown name "${name}"`);
    }
    const values = [sum()];
    while (accept(",") !== undefined) values.push(sum());
    expect(")");
    const apply = getOwn(FUNCTIONS, key);
    if (!apply) throw new Error(`Unknown function "${name}"`);
    return apply(...values);
  }

  const value = sum();
  if (at < tokens.length) throw new Error(`Unexpected "${peek()}"`);
  if (!Number.isFinite(value)) throw new Error("The result is not a finite number");
  return value;
}

function tokenise(expression: string): Token[] {
  const tokens: Token[] = [];
  const text = expression.trimEnd();
  TOKEN.lastIndex = 0;
  for (let end = 0; end < text.length; end = TOKEN.lastIndex) {
    const match = TOKEN.exec(text);
    if (!match) throw new Error(`Unexpected "${text.slice(end).trim()[0]}" at character ${end + 1}`);
    const [, number, name, sign] = match;
    if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (name !== undefined) tokens.push({ kind: "name", text: name });
    else tokens.push({ kind: "sign", text: sign ?? "" });
  }
  return tokens;
}
