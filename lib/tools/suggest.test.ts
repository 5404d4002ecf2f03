import { describe, expect, it } from "vitest";
import { suggest } from "./suggest";

describe("a suggestion", () => {
  it.each([
    ["enviroment", "environment"],
    ["servce", "service"],
    ["from_version", "fromVersion"],
    ["Version", "version"],
  ])("%s -> %s", (word, meant) => {
    expect(suggest(word, ["environment", "service", "fromVersion", "version"])).toBe(meant);
  });

  it("is not made when nothing is close", () => {
    expect(suggest("colour", ["environment", "service"])).toBeUndefined();
    expect(suggest("anything", [])).toBeUndefined();
  });
});
