import { writeRunBudgets } from "@/db/queries/settings/workspace-setup";
import { runBudgetsInput } from "@/lib/core/inputs/run-budgets";
import type { RunBudgets } from "@/lib/core/run/state/ledger";
import { changeSetup } from "../settings/change-setup";
import { defineVerb } from "../verb";

/** Says which limits new runs have that bring none of their own; what is left out is not limited. Runs that exist keep theirs. */
export const setRunBudgets = defineVerb({
  name: "spending/setRunBudgets",
  capability: "admin",
  routes: [{ at: "POST /api/v1/spending/run-budgets" }],
  input: runBudgetsInput,
  async run({ ctx, input }): Promise<RunBudgets> {
    await changeSetup(ctx, { action: "run_budgets_changed", details: { ...input } }, (tx) =>
      writeRunBudgets(tx, ctx.actor.workspaceId, input),
    );
    return input;
  },
});
