import { describe, expect, it } from "vitest";
import { statedReason } from "../run/reasons";
import { formatRetrospect } from "./retrospect";

const said = { unnecessaryTasks: [], workedWell: [], improvements: [], lesson: "" };

describe("a look back in a line", () => {
  it.each([
    [{ skipped: "few_tasks" as const }, "No look back: the plan has too few tasks."],
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
