import { describe, expect, it } from "vitest";
import { pathSegments, valueAt, withValueAt } from "./json-path";

describe("paths", () => {
  it("are keys and indexes between dots, brackets and quotes", () => {
    expect(pathSegments(".a[0][\"b\"]['c'].1")).toEqual(["a", "0", "b", "c", "1"]);
    expect(pathSegments("")).toEqual([]);
  });

  it("lead only to what is really there", () => {
    const value = { a: [{ b: null }], length: 1 };
    expect(valueAt(value, [])).toBe(value);
    expect(valueAt(value, ["a", "0", "b"])).toBeNull();
    for (const path of [
      ["x"],
      ["a", "1"],
      ["a", "length"],
      ["a", "-1"],
      ["a", "0", "b", "c"],
      ["toString"],
    ]) {
      expect(valueAt(value, path)).toBeUndefined();
    }
    expect(valueAt("text", ["0"])).toBeUndefined();
  });

  it("lead to what is written in its place, and to nothing that is not there", () => {
    const value = { a: [{ b: 1 }, "x"], c: null };
    expect(withValueAt(value, ["a", "0", "b"], 2)).toEqual({ a: [{ b: 2 }, "x"], c: null });
    expect(withValueAt(value, ["a", "1"], "y")).toEqual({ a: [{ b: 1 }, "y"], c: null });
    expect(withValueAt(value, [], "whole")).toBe("whole");
    for (const path of [["x"], ["c", "d"], ["a", "2"]]) expect(withValueAt(value, path, 0)).toEqual(value);
  });
});
