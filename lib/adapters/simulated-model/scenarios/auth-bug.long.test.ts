import { describe, expect, it } from "vitest";
import { reviewer } from "@/lib/agents/reviewer";
import { reviewSpec } from "@/lib/core/plan";
import { missionOf, playStory } from "@/lib/testing/engine/play-story";
import { askRole } from "@/lib/testing/models/simulated-model";

const mission = missionOf("auth-bug");
const REVIEWS = ["review_cause", "review_fix"];

describe("the story of the authentication bug", async () => {
  const { state, gates, calls } = await playStory(mission);
  const { tasks } = state;

  it("finds that the running version has the fix, and completes early", () => {
    expect(state.finished?.reason).toBe("completed_early");
    expect(tasks.analyze_logs?.result?.preview).toContain("412 of 9120 logins failed");
    expect(tasks.identify_cause?.result?.preview).toContain("2.3.1 has removed it");
    expect(tasks.review_cause?.proposal).toMatchObject({
      decision: "COMPLETE",
      answers: [{ answer: "yes" }, { answer: "yes", evidence: expect.stringContaining("0 of 8744 logins") }],
    });
  });

  it("skips what is left, asks nobody, and changes nothing", () => {
    const left = ["implement_fix", "test_fix", "review_fix", "deploy_fix"];
    expect(left.map((id) => tasks[id]?.status)).toEqual(left.map(() => "skipped"));
    expect(gates).toEqual([]);
    expect(calls).toEqual([
      "List the deployments of auth-service in production",
      "Read the logs of auth-service 2.3.0",
      "Read the logs of auth-service 2.3.1",
      "Compare auth-service 2.3.0 with 2.3.1",
    ]);
  });

  it("answers with the result of the review", () => {
    expect(state.answer).toMatchObject({
      inline: expect.stringMatching(
        /fixed already; nothing was built or deployed[\s\S]*Root cause in 2\.3\.0/,
      ),
    });
  });
});

it("builds, tests and deploys a fix when a person wants one all the same", async () => {
  const { state, gates, calls } = await playStory(mission, {
    settings: { reviewMode: "manual" },
    answer: () => ({ verb: "CONTINUE", comment: "The test for it is missing" }),
  });
  expect(gates).toEqual(REVIEWS.map((id) => `review_decision ${id}`));
  expect(state.finished?.reason).toBe("answer_complete");
  expect(calls.slice(4)).toEqual([
    "Build auth-service 2.3.2",
    "Deploy auth-service 2.3.2 to staging",
    "Run the smoke tests on staging against 2.3.2",
    "Deploy auth-service 2.3.2 to production",
  ]);
});

describe("its reviews, when the results are otherwise", () => {
  const decided = (points: string[], preview: string) =>
    askRole(reviewer, {
      mission,
      review: reviewSpec.parse({ decisionPoints: points }),
      tasks: [{ id: "t", title: "T", type: "task", status: "succeeded", result: preview }],
      remaining: [],
    });

  it("a version that still fails needs the fix", async () => {
    const points = ["Is the version that runs now free of the bug?"];
    expect(await decided(points, "2.3.1 runs now, for 2 hours: 31 of 600 logins failed.")).toMatchObject({
      decision: "CONTINUE",
      answers: [{ answer: "no" }],
    });
  });

  it("a fix that fails its tests goes nowhere", async () => {
    expect(await decided(["Do all tests pass?"], "Smoke tests: 5/10 passed")).toMatchObject({
      decision: "ABORT",
      abortReason: expect.stringContaining("5 of 10 tests passed"),
    });
  });
});
