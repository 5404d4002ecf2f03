import { describe, expect, it } from "vitest";
import { statedReason } from "../../run/reasons";
import { formatRetrospect, formatSelfCritique } from "./retrospect";

const said = { unnecessaryTasks: [], workedWell: [], improvements: [], lesson: "" };

describe("a look back in a line", () => {
  it.each([
    [{ skipped: "few_tasks" as const }, "No retrospective: the plan has too few tasks."],
    [{ ...said, goalAchieved: "yes" as const, efficiency: 1 }, "Goal achieved, efficiency 100 of 100"],
    [
      {
        ...said,
        goalAchieved: "no" as const,
        efficiency: 0.25,
        lesson: "Ask first.",
        byRule: statedReason("503"),
      },
      "Goal not achieved, efficiency 25 of 100 (counted, not judged: 503). Ask first.",
    ],
  ])("of %o", (payload, text) => {
    expect(formatRetrospect(payload)).toBe(text);
  });
});

describe("a self-critique in a line", () => {
  const found = { wasBestApproach: true, simplerAlternatives: [], expertAdvice: "", selfRating: 0.7 };

  it.each([
    [{ failed: statedReason("503") }, "No self-critique: 503"],
    [{ ...found, mistakes: [] }, "70 of 100: no mistakes"],
    [{ ...found, mistakes: ["One.", "Two."] }, "70 of 100: One. Two."],
  ])("of %o", (payload, text) => {
    expect(formatSelfCritique(payload)).toBe(text);
  });
});
