import { describe, expect, it } from "vitest";
import { nearest, suggest } from "./suggest";

describe("suggest", () => {
  it.each([
    ["enviroment", "environment"],
    ["servce", "service"],
    ["from_version", "fromVersion"],
    ["Version", "version"],
  ])("%s -> %s", (name, meant) => {
    expect(suggest(name, ["environment", "service", "fromVersion", "version"])).toBe(meant);
  });

  it("suggests nothing when no name is close", () => {
    expect(suggest("colour", ["environment", "service"])).toBeUndefined();
    expect(suggest("anything", [])).toBeUndefined();
  });
});

describe("nearest", () => {
  it.each([
    ["cuont", "count"],
    ["filterr", "filter"],
    ["mp", "map"],
  ])("%s -> %s", (name, meant) => {
    expect(nearest(name, ["map", "count", "filter"])).toBe(meant);
  });

  it("suggests neither the name itself, nor another spelling of a short one, nor what is far away", () => {
    expect(nearest("map", ["map"])).toBeUndefined();
    expect(nearest("a", ["b"])).toBeUndefined();
    expect(nearest("reduce", ["count", "filter"])).toBeUndefined();
  });
});
