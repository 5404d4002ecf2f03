import { z } from "zod";
import type { RunBudgets } from "@/lib/core/run/state/ledger";
import { defineVerb } from "../verb";

export const getRunBudgets = defineVerb({
  name: "spending/runBudgets",
  capability: "view",
  description:
    "The limits of new runs that bring none of their own: those that are set of `maxTokens`, `maxCostMicroUsd`, `maxHops`, `maxDurationMs` and `maxTotalReplans`",
  see: ["costs.md#run-budgets"],
  routes: [{ at: "GET /api/v1/spending/run-budgets" }],
  input: z.strictObject({}),
  run: async ({ ctx }): Promise<RunBudgets> => ctx.setup.runBudgets(),
});
