import { describe, expect, it } from "vitest";
import { storableInput } from "./storable-input";

describe("texts that the store cannot keep", () => {
  it("are kept with a mark in the place of what it refuses, wherever they stand", () => {
    expect(storableInput("a\0b")).toBe("a\uFFFDb");
    expect(storableInput({ list: ["\ud800", { "k\0": 1 }], n: null })).toEqual({
      list: ["\uFFFD", { "k\uFFFD": 1 }],
      n: null,
    });
  });

  it("leave everything else as it is", () => {
    const whole = { text: "🗝 ok", list: [1, true, null, undefined], file: new Uint8Array([0]) };
    expect(storableInput(whole)).toBe(whole);
    const mixed = { file: whole.file, text: "\0" };
    expect((storableInput(mixed) as typeof mixed).file).toBe(whole.file);
    expect(storableInput(Object.create(null))).toEqual({});
  });
});
