import { describe, expect, it } from "vitest";
import { decideLessonInput, editLessonInput, listLessonsInput, proposeLessonInput } from "./lessons";

describe("a lesson as callers give it", () => {
  it("has a text of 3 to 500 characters, and at most ten short tags", () => {
    const isTaken = (input: object) => proposeLessonInput.safeParse(input).success;
    expect(proposeLessonInput.parse({ text: " Ask first " })).toEqual({ text: "Ask first", tags: [] });
    expect(isTaken({ text: "x".repeat(500), tags: ["ml"] })).toBe(true);
    expect(isTaken({ text: "x".repeat(501) })).toBe(false);
    expect(isTaken({ text: "  a  " })).toBe(false);
    expect(isTaken({ text: "Ask first", tags: Array(11).fill("a") })).toBe(false);
    expect(isTaken({ text: "Ask first", tags: ["x".repeat(41)] })).toBe(false);
    expect(isTaken({ text: "Ask first", demo: true })).toBe(false);
  });

  it("is decided on at the version that was read", () => {
    expect(decideLessonInput.safeParse({ lessonId: "les_1" }).success).toBe(false);
    expect(decideLessonInput.safeParse({ lessonId: "les_1", expectedVersion: 0 }).success).toBe(false);
    const edit = { lessonId: "les_1", expectedVersion: 2, text: "Ask again" };
    expect(editLessonInput.parse(edit)).toEqual(edit);
  });

  it("is listed by status, fifty a page", () => {
    expect(listLessonsInput.parse({ status: "accepted" })).toEqual({ status: "accepted", limit: 50 });
    expect(listLessonsInput.safeParse({ status: "known" }).success).toBe(false);
  });
});
