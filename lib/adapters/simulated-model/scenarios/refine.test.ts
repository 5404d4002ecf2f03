import { describe, expect, it } from "vitest";
import { sampleSettings } from "@/lib/core/scenarios";
import { missionOf, playStory } from "@/lib/testing/engine/play-story";

const mission = missionOf("refine");

describe("the story whose plan is put right on the way", async () => {
  const { state, calls, gates } = await playStory(mission, { settings: sampleSettings("refine") });

  it("counts the logins of the versions that were found, and prepares nothing that nobody needs", () => {
    expect(calls.toSorted()).toEqual([
      "List the deployments of auth-service in production",
      "Read the logs of auth-service 2.3.0",
      "Read the logs of auth-service 2.3.1",
    ]);
    expect(state.tasks.plan_rollback?.status).toBe("skipped");
    expect(state.answer?.preview).toContain("2.3.1: 0 of 8744 logins failed.");
    expect(state.answer?.preview).toContain("2.3.0: 412 of 9120 logins failed.");
  });

  it("does so by two refinements, one of which is a version of its own, and without a replan", () => {
    const entries = state.refinements?.entries ?? [];
    expect(entries.filter(({ status }) => status === "adopted")).toMatchObject([
      { number: 1, about: ["find_versions"], toVersion: 2, dropped: [] },
      { skipped: [{ taskId: "plan_rollback" }], dropped: [] },
    ]);
    expect(state.planVersion).toBe(2);
    expect(state.counters.replans).toBe(0);
    expect(gates).toEqual([]);
  });
});

it("without refinements the plan is carried out as it was written", async () => {
  const { calls, state } = await playStory(mission);
  expect(calls).toEqual([
    "List the deployments of auth-service in production",
    "Read the logs of auth-service 2.2.9",
  ]);
  expect(state.tasks.plan_rollback?.status).toBe("succeeded");
  expect(state).not.toHaveProperty("refinements");
});
