import { describe, expect, it } from "vitest";
import { retrospectSettings } from ".";
import { assessByRule, truncateAssessment } from "./rules";

describe("what can be said without a model", () => {
  it.each([
    [{ total: 3, succeeded: 3 }, "yes", 1],
    [{ total: 4, succeeded: 1 }, "partial", 0.25],
    [{ total: 0, succeeded: 0 }, "yes", 0],
  ])("of %o", (tally, goalAchieved, efficiency) => {
    expect(assessByRule(tally)).toMatchObject({ goalAchieved, efficiency, lesson: "" });
  });
});

describe("an assessment as events hold it", () => {
  it("is cut to a length that an event has room for in any script", () => {
    const long = "雪".repeat(1_000);
    const lists = { unnecessaryTasks: Array(30).fill("a".repeat(64)), workedWell: Array(9).fill(long) };
    const said = {
      goalAchieved: "no",
      efficiency: 0,
      improvements: Array(9).fill(long),
      lesson: long,
    } as const;
    const cut = truncateAssessment({ ...said, ...lists, improvements: [...said.improvements] });
    expect(cut.workedWell).toHaveLength(4);
    expect(cut.unnecessaryTasks).toHaveLength(10);
    expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThan(7_500);
  });
});

it("looks back on nothing unless it is asked to", () => {
  expect(retrospectSettings.parse({})).toEqual({ enabled: false, minTasks: 2, below: 0.7 });
});
