import { describe, expect, it } from "vitest";
import { planner } from "@/lib/agents/planner";
import { critiquePlan } from "@/lib/core/plan/critic";
import { isTerminalTask } from "@/lib/core/run/status";
import { SCENARIOS } from "@/lib/core/scenarios";
import { READ_ARTIFACT } from "@/lib/core/trajectory";
import { missionOf, playStory } from "@/lib/testing/engine/play-story";
import { askRole } from "@/lib/testing/models/simulated-model";
import { builtInTools, createToolbox } from "@/lib/tools";

const tools = createToolbox(builtInTools({ nowMs: () => 0 }))
  .list()
  .filter(({ name }) => name !== READ_ARTIFACT);

describe.each(SCENARIOS)("the sample $name", ({ mission }) => {
  it("has a check for all its work, and scores at least 8 with our critic", async () => {
    const { plan } = await askRole(planner, { mission, tools });
    expect(critiquePlan(plan, { tools }).score).toBeGreaterThanOrEqual(8);
    const work = plan.tasks.filter(({ type }) => type === "task" || type === "direct");
    expect(work.filter(({ verification }) => verification === undefined)).toEqual([]);
  });
});

it("the fraud story ends with evidence for everything that it did, and an answer that says simulated", async () => {
  const { state } = await playStory(missionOf("fraud-model"));
  const done = Object.values(state.tasks).filter(
    ({ spec, status }) => spec.type === "task" && isTerminalTask(status),
  );
  const passed = done.filter(({ status }) => status === "succeeded");
  expect(passed.length).toBeGreaterThan(8);
  for (const { attempts } of passed)
    expect(attempts.at(-1)?.checks).toMatchObject([{ layer: "predicate", outcome: "passed" }]);
  expect(state.answer?.preview).toBeDefined();
});
