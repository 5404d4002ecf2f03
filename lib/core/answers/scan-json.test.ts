import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_DEPTH, scanJson } from "./scan-json";

const values = (text: string) => scanJson(text).found.map((span) => span.value);

describe("scanJson", () => {
  it("finds objects and lists between prose and code fences, in order", () => {
    const text = 'Sure! {not json}\n```json\n{"a": [1, {"b": "}"}]}\n```\nor [true, null] (see [1]).';
    expect(values(text)).toEqual([{ a: [1, { b: "}" }] }, [true, null], [1]]);
  });

  it("keeps the digits of numbers that a double would change", () => {
    expect(values("The id is {id: 9007199254740993,}")).toEqual([{ id: "9007199254740993" }]);
  });

  it("tells where each stands", () => {
    expect(scanJson('x {"a":1} y').found).toEqual([{ start: 2, end: 9, value: { a: 1 }, salvaged: false }]);
  });

  it("forgives trailing commas, line comments, raw line breaks and unknown escapes", () => {
    expect(values('{"a": [1, 2,], // two\n "b": "x\ny\tz", "c": "\\d\\u12\\n\\u0041", // last\n}')).toEqual([
      { a: [1, 2], b: "x\ny\tz", c: "\\d\\u12\nA" },
    ]);
    expect(values("[ // nothing\n]")).toEqual([[]]);
    expect(values('["a", // b\n // c\n ]')).toEqual([["a"]]);
  });

  it.each(["{/*/*,", "{/*/", "[/*/*/*", "{/**/*/"])(
    "comes to an end in %s, which opens a comment by halves",
    (text) => {
      expect(scanJson(text).found).toEqual([]);
    },
  );

  it("forgives other comments, quotation marks, names and words than those of JSON", () => {
    const text =
      "{ /* a */ plan: {'it\\'s': 'so \"fine\"', “b”: “c” /**/ /* d */}, ok: True, no: False, gap: None,\u00a0}";
    expect(values(text)).toEqual([{ plan: { "it's": 'so "fine"', b: "c" }, ok: true, no: false, gap: null }]);
    expect(values('{"a": "/* stays */ // too", größe: 1}')).toEqual([{ a: "/* stays */ // too", größe: 1 }]);
    expect(values("[1 /* open")).toEqual([]);
    expect(values("['over\nlines']")).toEqual([]);
  });

  it.each([
    "{",
    '{"a"}',
    '{"a":}',
    '{"a" 1}',
    "{1: 2}",
    "[1 2]",
    "[1}",
    "[01]",
    "[,]",
    "[1,,2]",
    '["a',
    "[tru]",
    "[-]",
  ])("is not taken in by %s", (text) => {
    expect(scanJson(text).found).toEqual([]);
    expect(scanJson(text).brokenAt).toBeGreaterThan(0);
  });

  it("finds what is whole inside what is broken, and says so", () => {
    const { found, brokenAt } = scanJson('{"plan": {"tasks": []}, oops');
    expect(found).toMatchObject([{ value: { tasks: [] }, salvaged: true }]);
    expect(brokenAt).toBe(28);
    expect(scanJson('{"a": 1').brokenAt).toBe(7);
    expect(scanJson("no braces")).toEqual({ found: [], brokenAt: -1 });
  });

  it("reads down to a depth and no further", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(scanJson(nested(MAX_DEPTH)).found[0]?.salvaged).toBe(false);
    expect(scanJson(nested(MAX_DEPTH + 1)).found[0]).toMatchObject({ start: 1, salvaged: true });
  });

  it("stays linear when everything is open or broken", () => {
    for (const text of [
      "{".repeat(300_000),
      '{"'.repeat(150_000),
      '["a",'.repeat(60_000),
      '[{"a":'.repeat(50_000),
      "{/*".repeat(100_000),
      `${"{/*".repeat(100_000)}*/`,
      "{a:'".repeat(75_000),
    ]) {
      expect(scanJson(text).found).toEqual([]);
    }
    expect(scanJson(`${"[".repeat(100_000)}${"]".repeat(100_000)}`).brokenAt).toBeGreaterThan(0);
    expect(values(`["${" ".repeat(500_000)}"]`)).toHaveLength(1);
    expect(values(`[${" ".repeat(500_000)}]`)).toEqual([[]]);
  });

  it("reads any JSON value as JSON.parse does, wherever it stands", () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4 }),
        fc.constantFrom("", "text ", "\n"),
        fc.boolean(),
        (json, around, pretty) => {
          const value: unknown = [JSON.parse(json)];
          const text = `${around}${pretty ? JSON.stringify(value, null, 2) : JSON.stringify(value)}${around}`;
          expect(values(text)).toEqual([value]);
        },
      ),
    );
  });
});
