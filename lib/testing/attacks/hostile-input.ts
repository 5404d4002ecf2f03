import fc from "fast-check";
import { z } from "zod";

/** Values that inputs of each name may have, so that an attack gets past the first check of an id. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

const LONG_ID = "r".repeat(3_000);
const cursor = (text: string) => Buffer.from(text, "utf8").toString("base64url");

/** Days at the edges of calendars: of years, of four digits, of what a store or a clock carries, and some that are none. */
const EDGE_DAYS = [
  ...["0000-01-01", "0001-01-01", "0001-12-31", "1582-10-10", "1899-12-31", "1969-12-31", "1970-01-01"],
  ...["2024-02-29", "2026-02-29", "2026-11-28", "2999-12-31", "3000-01-01", "9999-12-30", "9999-12-31"],
  ...["+010000-01-01", "-000001-01-01", "10000-01-01", "2026-11-28T00:00:00Z", "infinity", "epoch"],
];
const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1);

/** Values that were never asked for: wrong types, texts that break stores and paths, numbers beyond what is counted. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, "", " ", "\0", "a\0b", "\ud800", "\udfff.", "\u202e"),
  fc.constantFrom<unknown>(
    -1,
    0,
    -0,
    0.5,
    -2.5,
    1e308,
    2 ** 31 - 1,
    2 ** 31,
    2 ** 32,
    2 ** 53,
    -(2 ** 63),
    "NaN",
    "-1",
    "1e9",
    "0x10",
    "2147483648",
    "9007199254740993",
  ),
  fc.constantFrom(...EDGE_DAYS),
  fc.constantFrom(
    LONG_ID,
    `run_${LONG_ID}`,
    `apr_${LONG_ID}-1`,
    "apr_run_1--1",
    "../../etc/passwd",
    "%ff%00",
  ),
  fc.constantFrom(
    ...["99999999999999999999:x", "1:\0", "-5:a", "1:", ":", "999999999999999:run_1"].map(cursor),
    "no cursor at all!",
  ),
  fc.constantFrom("__proto__", "constructor", "toString", "' or 1=1; --", "{{7*7}}", "<script>", "[[a]]"),
  fc.constantFrom(
    "http://169.254.169.254/latest",
    "http://[::ffff:169.254.169.254]/",
    "file:///etc/passwd",
    "http://",
  ),
  fc.constantFrom(nested(900), JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": 1}}')),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.double(),
  fc.jsonValue(),
);

/** What React puts where a browser says that it kept a value to itself, which throws at any look into it. */
const _keptByBrowser = new Proxy(() => {}, {
  get(_, name) {
    if (["$$typeof", "name", "toJSON", "then"].includes(String(name)) || typeof name === "symbol") return;
    throw new Error(`Cannot access ${name} on the server.`);
  },
});

/** Rare, since it costs the most. */
const hugeText = fc
  .constantFrom("{", "x", "\u{1f600}", "[[")
  .map((unit) => unit.repeat(1_000_000 / unit.length));

const UNKNOWN_FIELD = fc.constantFrom(
  "setings",
  "__proto__",
  "constructor",
  "workspaceId",
  "actor",
  "signal",
  "x",
);

/**
 * Inputs of a verb made of its own schema: one that fits as well as the schema tells, of which up to three places are
 * replaced by hostile values, left out, or joined by a field nobody asked for.
 */
export function hostileInput(
  schema: z.ZodType,
  known: KnownValues,
  values: fc.Arbitrary<unknown> = hostileValue,
): fc.Arbitrary<unknown> {
  const change = fc.tuple(
    fc.nat(1_000),
    fc.oneof(
      { weight: 20, arbitrary: values.map((value) => ({ kind: "replace" as const, value })) },
      { weight: 1, arbitrary: hugeText.map((value) => ({ kind: "replace" as const, value })) },
      { weight: 4, arbitrary: fc.constant({ kind: "drop" as const }) },
      {
        weight: 4,
        arbitrary: fc
          .tuple(UNKNOWN_FIELD, values)
          .map(([name, value]) => ({ kind: "add" as const, name, value })),
      },
    ),
  );
  return fc
    .tuple(fitting(schema, known), fc.array(change, { maxLength: 3 }))
    .map(([input, changes]) => changes.reduce((value, [at, edit]) => changed(value, at, edit), input));
}

type Edit =
  | { kind: "replace"; value: unknown }
  | { kind: "drop" }
  | { kind: "add"; name: string; value: unknown };

/** The value with one edit at one of its places, chosen by a number. */
function changed(value: unknown, at: number, edit: Edit): unknown {
  const isContainer = typeof value === "object" && value !== null && !(value instanceof Uint8Array);
  if (!isContainer || (at % 12 === 11 && edit.kind === "replace"))
    return edit.kind === "replace" ? edit.value : value;
  if (edit.kind === "add" && !Array.isArray(value))
    return Object.fromEntries([...Object.entries(value), [edit.name, edit.value]]);
  const names = Object.keys(value);
  const name = names[at % Math.max(1, names.length)];
  if (name === undefined) return value;
  const inner = (value as Record<string, unknown>)[name];
  const goesOn = typeof inner === "object" && inner !== null && at % 3 !== 0;
  const entries = Object.entries(value).flatMap(([key, one]) => {
    if (key !== name) return [[key, one]];
    if (edit.kind === "drop" && !goesOn) return [];
    return [
      [key, goesOn ? changed(one, Math.floor(at / 3), edit) : edit.kind === "replace" ? edit.value : one],
    ];
  });
  return Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}

/** Values that a schema takes, as far as its shape tells; texts of a form of their own come from the known ones. */
function fitting(type: unknown, known: KnownValues, name = ""): fc.Arbitrary<unknown> {
  const named = known[name];
  if (named && !(type instanceof z.ZodObject)) return fc.constantFrom(...named);
  if (type instanceof z.ZodObject) {
    const fields = Object.entries(type.shape).map(([key, field]) => {
      const value = fitting(field, known, key);
      return [
        key,
        z.safeParse(field, undefined).success ? fc.option(value, { nil: undefined }) : value,
      ] as const;
    });
    return fc.record(Object.fromEntries(fields)).map(withoutUndefined);
  }
  if (type instanceof z.ZodUnion) return fc.oneof(...type.options.map((one) => fitting(one, known, name)));
  if (type instanceof z.ZodIntersection)
    return fc
      .tuple(fitting(type.def.left, known), fitting(type.def.right, known))
      .map(([left, right]) => Object.assign({}, left, right));
  if (type instanceof z.ZodArray) return fc.array(fitting(type.element, known, name), { maxLength: 3 });
  if (type instanceof z.ZodRecord)
    return fc.dictionary(fc.constantFrom("a", "default", "planner"), fitting(type.valueType, known, name), {
      maxKeys: 2,
    });
  if (type instanceof z.ZodEnum) return fc.constantFrom(...type.options);
  if (type instanceof z.ZodLiteral) return fc.constantFrom(...type.values);
  if (type instanceof z.ZodPipe)
    return fitting(type.in instanceof z.ZodTransform ? type.out : type.in, known, name);
  if (type instanceof z.ZodLazy) return fc.jsonValue({ maxDepth: 2 });
  if (type instanceof z.ZodNumber)
    return fc.oneof({ weight: 3, arbitrary: fc.nat(5) }, fc.nat(100_000), numberAtTheEdge(type));
  if (type instanceof z.ZodBoolean) return fc.boolean();
  if (type instanceof z.ZodString && type.meta()?.format === "date") return fc.constantFrom(...EDGE_DAYS);
  if (type instanceof z.ZodString) return fc.constantFrom("a", "some words", "x1");
  if (isWrapped(type)) return fitting(type.def.innerType, known, name);
  return fc.jsonValue({ maxDepth: 2 });
}

/** What fits only just, and what is one too many. */
function numberAtTheEdge({ minValue, maxValue }: z.ZodNumber): fc.Arbitrary<number> {
  const ends = [minValue, maxValue, 2 ** 31 - 1].filter((end) => end !== null && Number.isFinite(end));
  return fc.constantFrom(...ends.flatMap((end) => [Number(end) - 1, Number(end), Number(end) + 1]));
}

const isWrapped = (type: unknown): type is { def: { innerType: unknown } } =>
  type instanceof z.ZodType && "innerType" in type.def;

const withoutUndefined = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
