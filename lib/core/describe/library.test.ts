import { describe, expect, it } from "vitest";
import { formatAgentWork, formatOutcome, formatReviewDecided, formatVersionWork } from "./library";

describe("formatOutcome", () => {
  it.each([
    [{ runs: 0, ended: 0, completed: 0, simulated: 0 }, "not run yet"],
    [{ runs: 2, ended: 0, completed: 0, simulated: 0 }, "2 runs open"],
    [{ runs: 1, ended: 1, completed: 1, simulated: 1 }, "1 of 1 run completed (100%), simulated"],
    [{ runs: 5, ended: 4, completed: 3, simulated: 1 }, "3 of 4 runs completed (75%), 1 simulated, 1 open"],
    [{ runs: 3, ended: 3, completed: 2, simulated: 0 }, "2 of 3 runs completed (67%)"],
  ])("says of %j: %s", (outcome, words) => {
    expect(formatOutcome(outcome)).toBe(words);
  });
});

describe("formatAgentWork", () => {
  const agent = {
    name: "a",
    declared: true,
    prompt: null,
    tools: [],
    declaredIn: null,
    lastRuns: [],
    lastAt: 0,
  };
  it.each([
    [{ tasks: 0, succeeded: 0, failed: 0, runs: 1 }, "no tasks begun, in 1 run"],
    [{ tasks: 1, succeeded: 1, failed: 0, runs: 1 }, "1 of 1 task succeeded, in 1 run"],
    [{ tasks: 5, succeeded: 4, failed: 1, runs: 2 }, "4 of 5 tasks succeeded, 1 failed, in 2 runs"],
  ])("says of %j: %s", (facts, words) => {
    expect(formatAgentWork({ ...agent, ...facts })).toBe(words);
  });
});

describe("formatReviewDecided", () => {
  it.each([
    [{ decisions: 0, stood: 0, simulated: 0 }, "no decision lately"],
    [{ decisions: 1, stood: 1, simulated: 1 }, "1 of 1 decision stood (100%), simulated"],
    [{ decisions: 5, stood: 4, simulated: 0 }, "4 of 5 decisions stood (80%), 1 overridden"],
    [{ decisions: 4, stood: 2, simulated: 3 }, "2 of 4 decisions stood (50%), 2 overridden, 3 simulated"],
  ])("says of %j: %s", (decided, words) => {
    expect(formatReviewDecided(decided)).toBe(words);
  });
});

describe("formatVersionWork", () => {
  it.each([
    [{ tasks: 0, succeeded: 0, failed: 0, simulated: 0 }, "no task lately"],
    [{ tasks: 1, succeeded: 1, failed: 0, simulated: 1 }, "1 of 1 task succeeded, simulated"],
    [{ tasks: 5, succeeded: 3, failed: 2, simulated: 0 }, "3 of 5 tasks succeeded, 2 failed"],
    [{ tasks: 5, succeeded: 3, failed: 2, simulated: 4 }, "3 of 5 tasks succeeded, 2 failed, 4 simulated"],
  ])("says of %j: %s", (work, words) => {
    expect(formatVersionWork(work)).toBe(words);
  });
});
