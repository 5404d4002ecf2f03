import { expect, it } from "vitest";
import { shownMission, similarMission } from ".";

const facts = { runId: "run_1", replans: 1, iterations: 0, costMicroUsd: null, demo: false };

it("is shown short and without what looks like a secret", () => {
  const key = `sk-${"a1B2".repeat(12)}`;
  const shown = shownMission({
    ...facts,
    finishReason: "no_path",
    mission: `Deploy with ${key} ${"and so on ".repeat(100)}`,
  });
  expect(shown.mission).toMatch(/^Deploy with \[hidden\]/);
  expect(shown.mission.length).toBeLessThanOrEqual(300);
  expect(similarMission.parse(shown)).toEqual(shown);
});
