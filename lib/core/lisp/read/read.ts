import { getOwn } from "../../own";
import { failParse, LispFault } from "../errors";
import { MAX_NESTING } from "../limits";
import { Keyword, Regex, type Value } from "../values";
import type { Form, GroupKind } from "./forms";
import { type Token, tokenFrom } from "./tokens";

const NAMED: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["nil", null],
  ["true", true],
  ["false", false],
  ["##Inf", Number.POSITIVE_INFINITY],
  ["##-Inf", Number.NEGATIVE_INFINITY],
  ["##NaN", Number.NaN],
]);

const NUMBER = /^[+-]?(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d+)?$/;
const LOOKS_LIKE_NUMBER = /^[+-]?\.?\d/;
const MAX_EXACT = 2n ** 53n;
const INTEGER = /^[+-]?\d+$/;
const NAME = /^[^\d:#%][^:#%]*$/;
const PARAMETER = /^%(?:&|[1-9]\d?)?$/;

type Opening = { kind: GroupKind; close: string };
const OPENINGS: Readonly<Record<string, Opening>> = {
  "(": { kind: "list", close: ")" },
  "[": { kind: "vector", close: "]" },
  "{": { kind: "map", close: "}" },
  "#(": { kind: "short", close: ")" },
  "#{": { kind: "set", close: "}" },
};

/** A group, quote or `#_` that has begun and not ended. */
type Frame = { token: Token; opening?: Opening; items: Form[] };

/**
 * All forms of a source, with their places. Never recurs, so that no source can overrun the host's stack. Throws
 * `parse_error`, and `limit_exceeded` where forms are nested too deep.
 */
export function readForms(source: string): readonly Form[] {
  const root: Form[] = [];
  const open: Frame[] = [];
  for (let token = tokenFrom(source, 0); token; token = tokenFrom(source, token.end)) {
    if (token.kind === "open")
      push(open, { token, opening: getOwn(OPENINGS, token.text) as Opening, items: [] });
    else if (token.kind === "quote" || token.kind === "discard") push(open, { token, items: [] });
    else if (token.kind === "close") add(closeGroup(open, token), open, root);
    else add(readToken(token), open, root);
  }
  const last = open.at(-1);
  if (last)
    failParse(last.opening ? `"${last.token.text}" is not closed.` : nothingBehind(last), last.token.at);
  return root;
}

function push(open: Frame[], frame: Frame): void {
  if (open.length >= MAX_NESTING) {
    const message = `Forms are nested more than ${MAX_NESTING} deep.`;
    throw new LispFault({ code: "limit_exceeded", message, limit: "depth", at: frame.token.at });
  }
  open.push(frame);
}

function closeGroup(open: Frame[], token: Token): Form {
  const frame = open.pop();
  if (!frame) failParse(`"${token.text}" closes nothing.`, token.at);
  const { opening, items } = frame;
  if (!opening) failParse(nothingBehind(frame), frame.token.at);
  if (opening.close !== token.text) {
    failParse(`"${frame.token.text}" is closed by "${opening.close}", not by "${token.text}".`, token.at);
  }
  if (opening.kind === "map" && items.length % 2 === 1) {
    failParse("A map has a value for each key.", frame.token.at);
  }
  return { kind: opening.kind, items, at: frame.token.at, end: token.end };
}

/** Puts a whole form where it belongs: behind quotes, nowhere behind `#_`, into the group that is open. */
function add(form: Form, open: Frame[], root: Form[]): void {
  let whole = form;
  for (let frame = open.at(-1); frame && !frame.opening; frame = open.at(-1)) {
    open.pop();
    if (frame.token.kind === "discard") return;
    whole = quoted(whole, frame.token);
  }
  (open.at(-1)?.items ?? root).push(whole);
}

function quoted(form: Form, { at, end }: Token): Form {
  return { kind: "list", items: [{ kind: "symbol", name: "quote", at, end }, form], at, end: form.end };
}

function nothingBehind({ token }: Frame): string {
  return `Nothing stands behind "${token.text}".`;
}

function readToken({ kind, text, at, end }: Token): Form {
  if (kind === "atom") return readAtom(text, at);
  return { kind: "constant", value: kind === "regex" ? new Regex(text) : text, at, end };
}

/** A word of the source as a form: a constant, a number, a keyword or a symbol. */
function readAtom(text: string, at: number): Form {
  const end = at + text.length;
  const named = NAMED.get(text);
  if (named !== undefined) return { kind: "constant", value: named, at, end };
  if (text.startsWith("##")) failParse(`"${text}" is not a number; there are ##Inf, ##-Inf and ##NaN.`, at);
  if (LOOKS_LIKE_NUMBER.test(text)) return { kind: "constant", value: readNumber(text, at), at, end };
  if (text.startsWith(":")) return { kind: "constant", value: readKeyword(text, at), at, end };
  if (!NAME.test(text) && !PARAMETER.test(text)) failParse(`"${text}" is not a name.`, at);
  return { kind: "symbol", name: text, at, end };
}

function readNumber(text: string, at: number): number {
  if (!NUMBER.test(text))
    failParse(`"${text}" is not a number; numbers are decimal, such as 42, -1.5 or 1e6.`, at);
  if (INTEGER.test(text) && !isExact(BigInt(text))) {
    throw new LispFault({
      code: "arithmetic_error",
      message: `${text} is beyond exact integers. Write it as a text, in quotation marks: it compares as the number.`,
      at,
    });
  }
  return Number(text);
}

function isExact(integer: bigint): boolean {
  return integer <= MAX_EXACT && integer >= -MAX_EXACT;
}

function readKeyword(text: string, at: number): Keyword {
  const name = text.slice(1);
  if (!/^[^:#%][^#%]*$/.test(name)) failParse(`"${text}" is not a keyword.`, at);
  return Keyword.of(name);
}
