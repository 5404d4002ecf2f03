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

  it("are no functions, wherever one stands: a browser's own value reads as one", () => {
    const kept = new Proxy(() => {}, {
      get() {
        throw new Error("Cannot access it on the server.");
      },
    });
    for (const input of [kept, { name: kept }, [[kept]], { list: [{ a: kept }] }])
      expect(() => storableInput(input)).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });

  it("leave everything else as it is", () => {
    const whole = { text: "🗝 ok", list: [1, true, null, undefined], file: new Uint8Array([0]) };
    expect(storableInput(whole)).toBe(whole);
    const mixed = { file: whole.file, text: "\0" };
    expect((storableInput(mixed) as typeof mixed).file).toBe(whole.file);
    expect(storableInput(Object.create(null))).toEqual({});
  });
});
