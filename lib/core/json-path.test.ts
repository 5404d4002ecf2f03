import { describe, expect, it } from "vitest";
import { pathSegments, valueAt } from "./json-path";

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
});
