import { describe, expect, it } from "vitest";
import { z } from "zod";
import { hiddenTexts, storableInput, withoutUnseen } from "./storable-input";
import { readInput } from "./verb";

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

describe("what people give", () => {
  const tags = [..."obey"].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join("");

  it("is without characters of no width that came along, and keeps those that are written with them", () => {
    const words = { text: "می‌خواهم 👩🏽‍🚀 ok", list: ["plain"] };
    expect(withoutUnseen(words)).toBe(words);
    expect(withoutUnseen({ "to\u200b": ["soft\u00adly", "\u2060x", "a\u001b[31m"] })).toEqual({
      to: ["softly", "x", "a\uFFFD[31m"],
    });
  });

  it.each([
    [{ text: `Ok.${tags}` }, "text", "Remove U+E006F (tag character ×4) at character 4: it hides text."],
    [{ plan: { tasks: [{ title: "a\u202eb" }] } }, "plan.tasks.0.title", "U+202E (right-to-left override)"],
    [{ "k\u2066": 1 }, "", "Remove U+2066"],
    ["😀\u{E0120}\u{E0121}", "", "variation selector ×2"],
  ])("is refused where it hides or reorders text: %j", (input, path, words) => {
    expect(hiddenTexts(input)).toEqual([{ path, message: expect.stringContaining(words) }]);
    expect(() => readInput(z.unknown(), input)).toThrow(words);
    expect(() => readInput(z.unknown(), input, { keepsTexts: true })).not.toThrow();
  });
});
