import { describe, expect, it } from "vitest";
import type { LessonView } from "@/lib/core/lessons/view";
import { renderHtml } from "@/lib/testing/render";
import { lessonView } from "@/lib/testing/views/lesson-view";
import { originHref, runLabel, useLabel } from "./labels";
import { readLessonFields } from "./lesson-fields";
import { LessonRow } from "./lesson-row";

const lesson = lessonView();
const rowOf = (change: Partial<LessonView> = {}) =>
  renderHtml(<LessonRow lesson={{ ...lesson, ...change }} onOpen={() => {}} />);
const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

describe("a lesson in the list", () => {
  it("says what it is, where it comes from, and how often it was proposed and shown", () => {
    const html = rowOf();
    expect(html).toContain('href="/runs/run%201?tab=replans"');
    expect(html).toContain("data-opens");
    const text = textOf(html);
    for (const words of [
      "Measure first",
      "accepted",
      "Replan",
      "demo",
      "ml",
      "“Ship it”",
      "version 3 by Anna",
    ])
      expect(text).toContain(words);
    expect(text).toMatch(/proposed 2 times · in 1 prompt\b/);
    expect(text).not.toContain("Accept ");
  });

  it("can be accepted where it is, while it is proposed", () => {
    expect(rowOf({ status: "proposed" })).toContain('aria-label="Accept: Measure first"');
    expect(rowOf({ status: "revoked" })).not.toContain("Accept:");
  });
});

describe("labels of lessons", () => {
  it("lead to the decision that a lesson follows from", () => {
    const origin = { source: "override" as const, runId: "run_1", mission: "M", by: "Anna", at: 0 };
    expect(originHref({ ...origin, subject: "review:a b:2" })).toBe("/runs/run_1?task=a%20b");
    expect(originHref({ ...origin, subject: "retrospect:lesson" })).toBe("/runs/run_1");
  });

  it("name runs and pieces of work, those that are gone too", () => {
    expect(runLabel(null)).toBe("a removed run");
    expect(runLabel("x".repeat(80))).toHaveLength(62);
    expect(useLabel({ role: "planner", planVersion: 2 })).toBe("Planner, plan version 2");
    expect(useLabel({ role: "replanner", planVersion: null })).toBe("Replanner, no plan version");
  });
});

it.each([
  ["", "", "Enter the lesson in a sentence."],
  ["x".repeat(501), "", "Shorten the lesson to 500 characters."],
  ["Measure first", "a,b,c,d,e,f,g,h,i,j,k", "Enter at most 10 tags."],
  ["Measure first", "x".repeat(41), "Shorten each tag to 40 characters."],
])("the form says what is wrong with %s, tags %s", (text, tags, error) => {
  expect(readLessonFields({ text, tags }).error).toBe(error);
});

it("the form reads tags by commas, each once", () => {
  expect(readLessonFields({ text: " Measure first ", tags: "a, b,,a " })).toEqual({
    input: { text: "Measure first", tags: ["a", "b"] },
  });
});
