import { z } from "zod";
import type { RunBudgets } from "@/lib/core/run/state/ledger";
import { defineVerb } from "../verb";

/** The limits that the workspace gives to new runs which bring none of their own. */
export const getRunBudgets = defineVerb({
  name: "spending/runBudgets",
  capability: "view",
  routes: [{ at: "GET /api/v1/spending/run-budgets" }],
  input: z.strictObject({}),
  run: async ({ ctx }): Promise<RunBudgets> => ctx.setup.runBudgets(),
});
