import type { JsonObject } from "../../json";
import { cutText } from "../../text";

/** Signatures: short texts that say the form of a result (docs/plans.md, "Signatures"). */

/** What keeps a text from being a signature; line and column count from 1. */
type SignatureProblem = { message: string; line: number; column: number };

export type ReadSignature = { ok: true; schema: JsonObject } | { ok: false; problem: SignatureProblem };

/** Date and time of ISO 8601; seconds and zone may be missing. */
const DATETIME = "^\\d{4}-\\d{2}-\\d{2}[Tt ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?([Zz]|[+-]\\d{2}:?\\d{2})?$";
const TYPES: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  [":string", { type: "string" }],
  [":int", { type: "integer" }],
  [":float", { type: "number" }],
  [":bool", { type: "boolean" }],
  [":keyword", { type: "string", minLength: 1 }],
  [":datetime", { type: "string", format: "date-time", pattern: DATETIME }],
  [":map", { type: "object" }],
  [":any", {}],
]);
const MAX_NESTING = 50;
/** White space and commas; then an arrow, a bracket, a quoted text or a word. */
const TOKEN = /[\s,]*(->|[[\]{}()?]|"(?:[^"\\\n]|\\.)*"|[^\s,[\]{}()?"]+|"|$)/y;
const FIELD = /^:?[\p{L}_*][\p{L}\p{N}_*.!/-]*$/u;

/**
 * The JSON Schema that a signature stands for: `{items [{id :int}], note :string?}`, `[:string]`, or the part behind
 * the arrow of `(x :int) -> {y :float}`. A type with `?` may be null, and as a field it may be absent.
 */
export function signatureToJsonSchema(signature: string): ReadSignature {
  const reader = new Reader(signature);
  try {
    const schema = reader.next === "(" ? reader.afterArrow() : reader.type(0).schema;
    reader.end();
    return { ok: true, schema };
  } catch (thrown) {
    const { message, at } = thrown as SignatureError;
    return { ok: false, problem: { message, ...positionOf(signature, at) } };
  }
}

class SignatureError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

type Type = { schema: JsonObject; optional: boolean };

class Reader {
  /** The token that comes next; empty at the end. */
  next = "";
  private at = 0;
  private readTo = 0;

  private readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.advance();
  }

  /** The type behind the arrow; the parameters are read, and count for nothing. */
  afterArrow(): JsonObject {
    this.expect("(");
    this.fields(")", 0);
    if (this.next !== "->") this.fail('"->" and the type of the result must follow the parameters');
    this.advance();
    return this.type(0).schema;
  }

  type(depth: number): Type {
    if (depth > MAX_NESTING) this.fail(`types may be nested ${MAX_NESTING} deep`);
    const schema = this.bareType(depth);
    if (this.next !== "?") return { schema, optional: false };
    this.advance();
    return { schema: orNull(schema), optional: true };
  }

  end(): void {
    if (this.next !== "") this.fail(`${shown(this.next)} stands behind the end of the type`);
  }

  private bareType(depth: number): JsonObject {
    if (this.next === "[") {
      this.advance();
      const { schema } = this.type(depth + 1);
      this.expect("]");
      return { type: "array", items: schema };
    }
    if (this.next === "{") {
      this.advance();
      return this.fields("}", depth);
    }
    const known = TYPES.get(this.next);
    if (!known)
      this.fail(`${shown(this.next)} is not a type: ${[...TYPES.keys()].join(" ")}, [type], {name type}`);
    this.advance();
    return { ...known };
  }

  private fields(closer: string, depth: number): JsonObject {
    const properties = new Map<string, JsonObject>();
    const required: string[] = [];
    while (this.next !== closer) {
      const name = this.fieldName(closer);
      if (properties.has(name)) this.fail(`the field ${shown(name)} is given twice`);
      this.advance();
      const { schema, optional } = this.type(depth + 1);
      properties.set(name, schema);
      if (!optional) required.push(name);
    }
    this.advance();
    if (properties.size === 0) return { type: "object" };
    return { type: "object", properties: Object.fromEntries(properties), required };
  }

  private fieldName(closer: string): string {
    if (this.next === "") this.fail(`"${closer}" is missing`);
    const quoted = /^"./.test(this.next);
    if (!quoted && !FIELD.test(this.next)) this.fail(`${shown(this.next)} is not a field name`);
    return quoted ? this.unquoted() : this.next.replace(/^:/, "");
  }

  private unquoted(): string {
    try {
      return JSON.parse(this.next) as string;
    } catch {
      return this.fail(`${shown(this.next)} is not a text`);
    }
  }

  private expect(token: string): void {
    if (this.next !== token) this.fail(`"${token}" must stand here, not ${shown(this.next)}`);
    this.advance();
  }

  private advance(): void {
    TOKEN.lastIndex = this.readTo;
    const [whole = "", token = ""] = TOKEN.exec(this.text) ?? [];
    this.at = this.readTo + whole.length - token.length;
    this.readTo += whole.length;
    this.next = token;
  }

  private fail(message: string): never {
    throw new SignatureError(message, this.at);
  }
}

/** The same type, or null. */
function orNull(schema: JsonObject): JsonObject {
  const { type, ...rest } = schema;
  return typeof type === "string" ? { type: [type, "null"], ...rest } : schema;
}

function shown(token: string): string {
  return token === "" ? "the end" : `"${cutText(token, 40)}"`;
}

function positionOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
