import { describe, expect, it } from "vitest";
import { runSettings } from "../run/settings";
import { createRunInput } from "./create-run";
import { runBudgetsInput, withRunBudgets } from "./run-budgets";

const settingsOf = (settings: object, ofWorkspace: object) =>
  withRunBudgets(createRunInput.parse({ settings }).settings, runBudgetsInput.parse(ofWorkspace));

describe("the limits of a new run", () => {
  const ofWorkspace = { maxTokens: 1_000, maxCostMicroUsd: 2_000_000, maxHops: 0, maxDurationMs: 60_000 };

  it("are those of its workspace where it brings none", () => {
    expect(settingsOf({}, { ...ofWorkspace, maxTotalReplans: 2 })).toEqual({
      ...runSettings.parse({}),
      ...ofWorkspace,
      maxTotalReplans: 2,
    });
    expect(settingsOf({ reviewMode: "auto" }, {})).toEqual(runSettings.parse({ reviewMode: "auto" }));
  });

  it("are its own where it brings them, also none and nought", () => {
    const own = { maxTokens: 5, maxHops: 3, maxTotalReplans: 0 };
    expect(settingsOf(own, { ...ofWorkspace, maxTotalReplans: 2 })).toMatchObject({
      ...ofWorkspace,
      ...own,
    });
    const unlimited = settingsOf(
      { maxTokens: null, maxCostMicroUsd: null, maxDurationMs: null },
      ofWorkspace,
    );
    expect(unlimited).toEqual({ ...runSettings.parse({}), maxHops: 0 });
  });

  it("cannot be less than a run can have, nor name what is no limit", () => {
    for (const wrong of [{ maxTokens: 0 }, { maxHops: -1 }, { maxTotalReplans: null }, { maxWishes: 1 }])
      expect(runBudgetsInput.safeParse(wrong).success).toBe(false);
    expect(createRunInput.safeParse({ settings: { maxTotalReplans: null } }).success).toBe(false);
  });
});
