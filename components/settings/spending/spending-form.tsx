"use client";

import { useQueryClient } from "@tanstack/react-query";
import { byRoute } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import type { DaySpending } from "@/lib/core/cost/spending-cap";
import { formatUsd } from "@/lib/core/describe/amounts";
import type { SpendingNodes } from "@/lib/core/inputs/spending";
import { useToast } from "../../ui/overlay/toast";
import { FormCard } from "../form-card";

/** What real models may cost the workspace on one day. */
export function SpendingForm({ nodes, spending }: { nodes: SpendingNodes; spending: DaySpending }) {
  const toast = useToast();
  const client = useQueryClient();
  const { costMicroUsd, capMicroUsd } = spending;
  return (
    <FormCard
      title="Daily cap"
      aside={`${formatUsd(costMicroUsd / 1_000_000)} spent today (UTC)`}
      nodes={nodes}
      begins={{ capMicroUsd }}
      send={byRoute("POST /api/v1/spending")}
      onSaved={() => {
        void client.invalidateQueries({ queryKey: queryKeys.spending });
        toast({ title: "Spending cap saved", text: "Takes effect immediately.", tone: "ok", icon: "✓" });
      }}
    />
  );
}
