"use client";

import { formatBasis, formatRestOfMoney } from "@/lib/core/describe/costs/forecast";
import type { RunState } from "@/lib/core/run/state";
import { useRestOfRun } from "./use-forecast";

/** What the tasks that are left are expected to cost. */
export function ToFinish({ state }: { state: RunState }) {
  const rest = useRestOfRun(state);
  if (!rest) return "…";
  return <span title={formatBasis(rest)}>{formatRestOfMoney(rest).replace(/ to finish/, "")}</span>;
}
