import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "@/lib/testing/any-character";
import { cleanJson } from "./json";
import { cleanText, cutText, elideText, elideWords } from "./text";

describe("cutText", () => {
  it("cuts at the length, never inside a character", () => {
    expect(cutText("abc", 3)).toBe("abc");
    expect(cutText("abcd", 3)).toBe("abc");
    expect(cutText("ab😀", 3)).toBe("ab");
    expect(cutText("", 0)).toBe("");
  });

  it("says where something was cut, within the same length", () => {
    expect(elideText("abc", 3)).toBe("abc");
    expect(elideText("abcd", 3)).toBe("ab…");
    expect(elideText("a😀bc", 3)).toBe("a…");
  });
});

describe("cleaning", () => {
  it("takes out NUL and lone surrogates, and nothing else", () => {
    expect(cleanText("a\u0000b\ud800c😀\udc00")).toBe("a\uFFFDb\uFFFDc😀\uFFFD");
    expect(cleanJson({ "k\u0000": ["\ud800", 1, null, true] })).toEqual({
      "k\uFFFD": ["\uFFFD", 1, null, true],
    });
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const clean = cleanText(text);
        expect(clean.isWellFormed() && !clean.includes("\u0000")).toBe(true);
        expect(clean.length).toBe(text.length);
      }),
    );
  });
});

describe("a sentence with an ellipsis", () => {
  it("ends with a whole word, or within one that is as long as all of it", () => {
    expect(elideWords("short", 10)).toBe("short");
    expect(elideWords("Nothing judges the new ranking", 22)).toBe("Nothing judges the…");
    expect(elideWords("Nothing judges the new ranking", 19)).toBe("Nothing judges the…");
    expect(elideWords("a judgement", 8)).toBe("a judge…");
  });
});
