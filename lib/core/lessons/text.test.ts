import { describe, expect, it } from "vitest";
import { MAX_LESSON_CHARS } from "../inputs/limits";
import { lessonIdOf, lessonKey, lessonText, shortLessonText } from "./text";

describe("lessonText", () => {
  it("holds no secrets, and no more blanks than it needs", () => {
    expect(lessonText("  Use\n the  key sk-live-4242abcd of\u0000 ours ")).toBe(
      "Use the key [hidden] of\uFFFD ours",
    );
  });
});

describe("shortLessonText", () => {
  it("cuts what nobody can be asked to shorten", () => {
    const long = shortLessonText("word ".repeat(200));
    expect(long.length).toBeLessThanOrEqual(MAX_LESSON_CHARS);
    expect(long.endsWith("word…") || long.endsWith("…")).toBe(true);
    expect(shortLessonText("short")).toBe("short");
    expect(shortLessonText("abcdef", 4)).toBe("abc…");
  });
});

describe("lessonKey", () => {
  it("is the same whatever the case, spacing, quotes and closing punctuation", () => {
    const key = lessonKey("Retrain the “fraud” model first");
    expect(lessonKey('retrain  the "Fraud" model first.')).toBe(key);
    expect(lessonKey("Retrain the fraud model last")).not.toBe(key);
    expect(lessonIdOf(key)).toMatch(/^les_[0-9a-f]{24}$/);
  });
});
