import { writeRunBudgets } from "@/db/queries/settings/workspace-setup";
import { runBudgetsInput } from "@/lib/core/inputs/run-budgets";
import type { RunBudgets } from "@/lib/core/run/state/ledger";
import { changeSetup } from "../settings/change-setup";
import { defineVerb } from "../verb";

/** Runs that exist keep theirs. */
export const setRunBudgets = defineVerb({
  name: "spending/setRunBudgets",
  capability: "admin",
  description: "The same fields: sets all of them, and what is left out is not limited",
  routes: [{ at: "POST /api/v1/spending/run-budgets" }],
  input: runBudgetsInput,
  async run({ ctx, input }): Promise<RunBudgets> {
    await changeSetup(ctx, { action: "run_budgets_changed", details: { ...input } }, (tx) =>
      writeRunBudgets(tx, ctx.actor.workspaceId, input),
    );
    return input;
  },
});
