import { describe, expect, it } from "vitest";
import { planner } from "@/lib/agents/planner";
import { critiquePlan, validatePlan } from "@/lib/core/plan";
import { SCENARIOS } from "@/lib/core/scenarios";
import { askRole } from "@/lib/testing/models/simulated-model";
import { builtInTools, createToolbox } from "@/lib/tools";

const tools = createToolbox(builtInTools({ nowMs: () => 0 })).list();

/** Stories that begin at once with tools that write: the critic says so, and what it says is part of the picture. */
const BOLD = new Set<string>(["fraud-model", "staging", "iterate"]);

const firstPlan = (mission: string) => askRole(planner, { mission, tools });

describe("the first plan of a story", () => {
  it.each(SCENARIOS)("$name: can run as it is written", async ({ mission }) => {
    const { plan, warnings } = await firstPlan(mission);
    expect(warnings).toEqual([]);
    expect(validatePlan(plan, { tools })).toEqual([]);
  });

  it.each(SCENARIOS.filter(({ name }) => !BOLD.has(name)))(
    "$name: leaves the critic next to nothing to say",
    async ({ mission }) => {
      const { plan } = await firstPlan(mission);
      const { findings, score } = critiquePlan(plan, { tools });
      expect(findings.filter(({ severity }) => severity !== "info")).toEqual([]);
      expect(score).toBe(10);
    },
  );

  it.each(SCENARIOS)(
    "$name: is one that a visitor shows a colleague, at 8 of 10 or more",
    async ({ mission }) => {
      const { plan } = await firstPlan(mission);
      expect(critiquePlan(plan, { tools }).score).toBeGreaterThanOrEqual(8);
    },
  );
});
