import { z } from "zod";
import { SCENARIOS, type Scenario } from "@/lib/core/scenarios";
import { defineVerb } from "../verb";

export const listScenarios = defineVerb({
  name: "scenarios/list",
  capability: "view",
  description: "The sample missions: `{items: [{name, title, mission, description}]}`",
  routes: [{ at: "GET /api/v1/scenarios" }],
  input: z.strictObject({}),
  async run(): Promise<{ items: readonly Scenario[] }> {
    return { items: SCENARIOS };
  },
});
