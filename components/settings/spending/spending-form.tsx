"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { byRoute } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import { type DaySpending, MAX_CAP_MICRO_USD } from "@/lib/core/cost/spending-cap";
import { formatUsd } from "@/lib/core/describe/amounts";
import { useToast } from "../../ui/overlay/toast";
import { ValueForm } from "../value-form";

/** What real models may cost the workspace on one day. */
export function SpendingForm({ spending }: { spending: DaySpending }) {
  const toast = useToast();
  const client = useQueryClient();
  const { costMicroUsd, capMicroUsd } = spending;
  const [draft, setDraft] = useState(capMicroUsd === null ? "" : String(capMicroUsd / 1_000_000));
  const cap = readCap(draft);
  return (
    <ValueForm
      title="Daily cap"
      aside={`${formatUsd(costMicroUsd / 1_000_000)} spent today (UTC)`}
      label="US dollars a day"
      help="When the models of this workspace have cost this much on one day (UTC), new runs, forks and model replays are refused until the next. Runs that have started continue within their own limits. Leave empty for no cap."
      inputMode="decimal"
      placeholder="No cap"
      draft={draft}
      onDraft={setDraft}
      error={cap === undefined ? "Enter an amount from 0 to 1,000,000, or leave it empty." : undefined}
      isSame={cap === capMicroUsd}
      send={byRoute("POST /api/v1/spending")}
      input={{ capMicroUsd: cap ?? null }}
      onSaved={() => {
        void client.invalidateQueries({ queryKey: queryKeys.spending });
        toast({ title: "Spending cap saved", text: "Takes effect immediately.", tone: "ok", icon: "✓" });
      }}
    />
  );
}

/** Dollars as typed, in millionths; null for none, undefined for what is no amount. */
export function readCap(text: string): number | null | undefined {
  const typed = text.trim().replace(/^\$\s*/, "");
  if (typed === "") return null;
  const microUsd = /^\d+(\.\d+)?$/.test(typed) ? Math.round(Number(typed) * 1_000_000) : Number.NaN;
  return microUsd <= MAX_CAP_MICRO_USD ? microUsd : undefined;
}
