import { describe, expect, it } from "vitest";
import { readPlan, validatePlan } from "@/lib/core/plan";
import { createToolbox } from "@/lib/tools";
import { randomScenario, scenarioOfMission } from "./scenario";
import { worldTools } from "./world-tools";

const tools = createToolbox(worldTools({ file: "", pass: async () => {} })).list();
const seeds = Array.from({ length: 200 }, (_, n) => n + 1);

describe("random scenarios", () => {
  it("are plans without a fault", () => {
    for (const seed of seeds) {
      const { plan, warnings } = readPlan(JSON.stringify(randomScenario(seed).plan));
      if (!plan) throw new Error(`no plan of seed ${seed}`);
      const errors = validatePlan(plan, { tools }).filter(({ severity }) => severity === "error");
      expect([seed, warnings, errors]).toEqual([seed, [], []]);
    }
  });

  it("are found again by the text of their mission", () => {
    for (const options of [{}, { idempotentOnly: true }]) {
      const scenario = randomScenario(7, options);
      expect(scenarioOfMission(scenario.mission)).toEqual(scenario);
    }
    expect(scenarioOfMission("Ship the shop")).toBeUndefined();
  });

  it("have every kind of task, turn and call among them, and effects that happen once", () => {
    const scenarios = seeds.map((seed) => randomScenario(seed));
    const tasks = scenarios.flatMap(
      ({ plan }) => plan.tasks as { type?: string; agent?: string; onVerificationFailure?: string }[],
    );
    const programs = tasks.filter(({ type }) => type === "direct");
    // Some call tools, the others nothing, so that they end in the commit that starts them.
    expect(programs.filter(({ agent }) => agent === undefined).length).toBeGreaterThan(100);
    expect(programs.filter(({ agent }) => agent !== undefined).length).toBeGreaterThan(100);
    const types = new Set(tasks.map(({ type = "task" }) => type));
    expect(types).toEqual(new Set(["task", "direct", "synthesis_gate", "planning_review"]));
    expect(new Set(tasks.map((task) => task.onVerificationFailure))).toEqual(
      new Set([undefined, "retry", "skip", "replan"]),
    );
    expect(new Set(scenarios.map(({ decision }) => decision))).toEqual(
      new Set([undefined, "CONTINUE", "REPLAN"]),
    );
    expect(new Set(scenarios.map(({ replans }) => replans))).toEqual(new Set([0, 1]));
    expect(new Set(scenarios.map(({ settings }) => settings.selfCritique))).toEqual(
      new Set([undefined, true]),
    );
    for (const { writes } of scenarios) expect(new Set(writes).size).toBe(writes.length);
    expect(scenarios.filter(({ writes }) => writes.length > 0).length).toBeGreaterThan(150);
  });

  it("call nothing whose repetition would need a person, when that is asked", () => {
    for (const seed of seeds) {
      const { plan, scripts } = randomScenario(seed, { idempotentOnly: true });
      expect(JSON.stringify([plan.tasks, scripts])).not.toContain("world_write");
    }
  });
});
