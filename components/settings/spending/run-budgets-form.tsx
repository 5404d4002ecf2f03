"use client";

import { byRoute } from "@/lib/client/mutation";
import type { BudgetNodes } from "@/lib/core/inputs/run-budgets";
import type { RunBudgets } from "@/lib/core/run/state/ledger";
import { useToast } from "../../ui/overlay/toast";
import { FormCard } from "../form-card";

/** Which limits new runs have that bring none of their own. */
export function RunBudgetsForm({ nodes, budgets }: { nodes: BudgetNodes; budgets: RunBudgets }) {
  const toast = useToast();
  const texts = nodes.map(({ id, help }) => {
    const unset = id === "maxTotalReplans" ? "the usual" : "no limit";
    return [id, { help: `${help} Leave empty for ${unset}.` }];
  });
  return (
    <FormCard
      title="Default run budgets"
      nodes={nodes}
      begins={budgets}
      texts={Object.fromEntries(texts)}
      action="Save run budgets"
      send={byRoute("POST /api/v1/spending/run-budgets")}
      onSaved={() =>
        toast({ title: "Run budgets saved", text: "They hold for new runs.", tone: "ok", icon: "✓" })
      }
    >
      <p className="max-w-prose text-muted">
        Limits of new runs, unless a mission or the API sets its own. Runs that exist keep theirs.
      </p>
    </FormCard>
  );
}
