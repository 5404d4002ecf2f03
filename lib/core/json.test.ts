import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  canonicalJson,
  isDeeperThan,
  isSameJson,
  type Json,
  keepDigits,
  lossyNumber,
  parseJson,
  readTypedJson,
  withNumbers,
} from "./json";

const nested = (levels: number): Json => {
  let value: Json = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value, 2] : { key: value };
  return value;
};

describe("isDeeperThan", () => {
  it.each([
    [0, 0, false],
    [1, 0, true],
    [100, 100, false],
    [101, 100, true],
    [200_000, 1_000, true],
  ])("%i levels of lists and objects, at most %i: %s", (levels, limit, isDeeper) => {
    expect(isDeeperThan(nested(levels), limit)).toBe(isDeeper);
  });
});

describe("isSameJson", () => {
  it.each<[unknown, unknown, boolean]>([
    [{ a: 1, b: [null, "x"] }, { b: [null, "x"], a: 1 }, true],
    [[1, 2], [2, 1], false],
    [{ a: 1 }, { a: 1, b: undefined }, true],
    [null, {}, false],
    [1, "1", false],
    [undefined, undefined, true],
    [undefined, null, false],
    [[undefined], [], false],
    [[], {}, false],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: ["\uD800"] }, { a: ["\uFFFD"] }, true],
    [{ "\u0000": 1 }, { "\uFFFD": 1 }, true],
  ])("%j and %j: %s", (a, b, isSame) => {
    expect(isSameJson(a, b)).toBe(isSame);
    expect(isSameJson(b, a)).toBe(isSame);
  });

  it("is what their canonical texts say, however small the difference", () => {
    const text = fc.string({ maxLength: 2, unit: fc.constantFrom("a", "b", "\u0000", "\uD800", "\uFFFD") });
    const { json } = fc.letrec<{ json: Json }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<Json>(null, true, 0, -0, 1),
        text,
        fc.array(tie("json"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("a", "b", "__proto__"), tie("json"), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(isSameJson(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
        expect(isSameJson(a, structuredClone(a))).toBe(true);
      }),
    );
  });
});

describe("parseJson", () => {
  it("takes no text that is nested too deeply to be worked on", () => {
    const deep = (levels: number) => parseJson(`${"[".repeat(levels)}${"]".repeat(levels)}`);
    expect(deep(1_001)).toBeDefined();
    expect(deep(1_002)).toBeUndefined();
  });

  it.each<[string, Json | undefined]>([
    ['{"a":[1,null]}', { a: [1, null] }],
    ["null", null],
    ["1e999", "1e999"],
    [
      '{"id":9007199254740993,"n":[9007199254740992,-0.1000000000000000055511]}',
      { id: "9007199254740993", n: [9007199254740992, "-0.1000000000000000055511"] },
    ],
    ['{"id 9007199254740993":"\\" 9007199254740993"}', { "id 9007199254740993": '" 9007199254740993' }],
    ["[09007199254740993]", undefined],
    ["{a: 1}", undefined],
    ["", undefined],
  ])("%s: %j", (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });
});

describe("keepDigits", () => {
  it("changes nothing of what JavaScript writes, and no text however long", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => keepDigits(JSON.stringify(value)) === JSON.stringify(value)),
    );
    const long = JSON.stringify({ text: `${"9".repeat(4_000_000)}\n\\"` });
    expect(keepDigits(long)).toBe(long);
  });
});

describe("withNumbers", () => {
  it("takes digits for the number that they are where a check says so, and nowhere else", () => {
    const value = {
      id: "9007199254740993",
      list: ["1e999", "9007199254740993", "12", true],
      name: "9007199254740993",
    };
    expect(withNumbers(value, (path) => path !== "name")).toEqual({
      id: 9007199254740992,
      name: "9007199254740993",
      list: [Number.POSITIVE_INFINITY, 9007199254740992, "12", true],
    });
    expect(withNumbers("9007199254740993", () => true)).toBe(9007199254740992);
  });
});

describe("lossyNumber", () => {
  it.each<[string, string | undefined]>([
    ["[1, 2.50, -3e2, 0.1, 1e-7, 123456789012345.0]", undefined],
    ["0.30000000000000004", undefined],
    ["9007199254740992", undefined],
    ["9007199254740993", "9007199254740993"],
    ["[-100000000000000000000000]", "-100000000000000000000000"],
    ["[100000000000000000000, 1e23]", undefined],
    ['{"id": -9007199254740993}', "-9007199254740993"],
    ['{"id": "9007199254740993", "n": [1, "\\" 9007199254740993"]}', undefined],
    ["100000000000000000000", undefined],
    ["100000000000000000001", "100000000000000000001"],
    ["0.1000000000000000055511", "0.1000000000000000055511"],
    ["1.0000000000000000000", undefined],
    ["1e400", "1e400"],
    ["1e-400", "1e-400"],
    ["0e-400", undefined],
    ["1.7976931348623157e308", undefined],
    ["[1, 12345678901234567890, 9007199254740993]", "12345678901234567890"],
  ])("of %s is %s", (text, number) => expect(lossyNumber(text)).toBe(number));

  it("finds none in what JavaScript writes", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => lossyNumber(JSON.stringify(value)) === undefined));
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (n) => lossyNumber(JSON.stringify(n)) === undefined,
      ),
    );
  });

  it("is a problem of typed JSON, with its digits", () => {
    expect(readTypedJson('{"id": 9007199254740993}')).toEqual({
      problem: expect.stringContaining("9007199254740993"),
    });
    expect(readTypedJson("{")).toMatchObject({ problem: "Enter valid JSON", error: expect.anything() });
    expect(readTypedJson("[1]")).toEqual({ value: [1] });
  });
});
