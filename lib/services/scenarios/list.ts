import { z } from "zod";
import { SCENARIOS, type Scenario } from "@/lib/core/scenarios";
import { defineVerb } from "../verb";

/** The sample missions. */
export const listScenarios = defineVerb({
  name: "scenarios/list",
  capability: "view",
  routes: [{ at: "GET /api/v1/scenarios" }],
  input: z.strictObject({}),
  async run(): Promise<{ items: readonly Scenario[] }> {
    return { items: SCENARIOS };
  },
});
