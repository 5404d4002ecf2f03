import { describe, expect, it } from "vitest";
import { diffJson, formatPath, ignoresAll, MAX_DIFFERENCES, readPath } from "./diff-json";

describe("diffJson", () => {
  it("finds nothing between equal values, whatever the order of their keys", () => {
    expect(diffJson({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toEqual({
      differences: [],
      truncated: false,
    });
  });

  it("names the exact places, and which side has nothing there", () => {
    const { differences } = diffJson(
      { same: 1, items: [{ name: "a" }, 2], "a.b": 1, gone: null },
      { same: 1, items: [{ name: "b" }], "a.b": 2, added: { x: 1 } },
    );
    expect(differences).toEqual([
      { path: "items.0.name", original: "a", replayed: "b" },
      { path: "items.1", original: 2 },
      { path: '["a.b"]', original: 1, replayed: 2 },
      { path: "gone", original: null },
      { path: "added", replayed: { x: 1 } },
    ]);
  });

  it("compares values of different kinds as a whole", () => {
    expect(diffJson([1], { 0: 1 }).differences).toEqual([{ path: "$", original: [1], replayed: { 0: 1 } }]);
    expect(diffJson("1", 1).differences).toEqual([{ path: "$", original: "1", replayed: 1 }]);
    expect(diffJson({ a: {} }, { a: null }).differences).toMatchObject([{ path: "a" }]);
  });

  it("leaves out what stands at or below ignored paths", () => {
    const at = { items: [{ at: 1, v: { at: 1 } }], "a.b": 1 };
    const later = { items: [{ at: 2, v: { at: 2 } }], "a.b": 2 };
    const left = (ignore: string[]) => diffJson(at, later, { ignore }).differences.map(({ path }) => path);
    expect(left([])).toEqual(["items.0.at", "items.0.v.at", '["a.b"]']);
    expect(left(["items.*.at"])).toEqual(["items.0.v.at", '["a.b"]']);
    expect(left(["$.items[0].v", "items[*].at", '["a.b"]'])).toEqual([]);
    expect(left(["*"])).toEqual([]);
    expect(left(["$"])).toEqual([]);
    expect(left(["item", "items.1", "items.0.at.x"])).toEqual(left([]));
    expect(left(["", "a..b"])).toEqual(left([]));
  });

  it("lists a hundred, and says when there are more", () => {
    const list = (length: number, value: number) => Array.from({ length }, () => value);
    expect(diffJson(list(MAX_DIFFERENCES, 1), list(MAX_DIFFERENCES, 2)).truncated).toBe(false);
    const more = diffJson(list(250, 1), list(250, 2));
    expect(more.truncated).toBe(true);
    expect(more.differences).toHaveLength(MAX_DIFFERENCES);
  });
});

describe("a path", () => {
  it.each([
    [["a", "0", "b-c"], "a.0.b-c"],
    [[], "$"],
    [["$"], '["$"]'],
    [["*", "x"], '["*"].x'],
    [["", 'q"', "a b", "[0]"], '[""]["q\\""]["a b"]["[0]"]'],
    [["x", "y.z"], 'x["y.z"]'],
  ])("of %j is written as %s and read back", (segments, text) => {
    expect(formatPath(segments)).toBe(text);
    expect(readPath(text)).toEqual(segments);
  });

  it("may name any key or index, and is no path otherwise", () => {
    expect(readPath("$.a.*[*]")).toEqual(["a", null, null]);
    expect(readPath("$x")).toEqual(["$x"]);
    for (const text of ["", " ", "a.", "a..b", "[", '["a', "a[b]", '["\\x"]'])
      expect([text, readPath(text)]).toEqual([text, undefined]);
  });

  it("may leave out everything", () => {
    expect([ignoresAll(["a", "$"]), ignoresAll(["a", "*"]), ignoresAll([])]).toEqual([true, false, false]);
  });
});
