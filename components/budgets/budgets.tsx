"use client";

import { useRunClock } from "@/lib/client/run-clock";
import { budgetName } from "@/lib/core/describe/costs/budgets";
import { getOwn } from "@/lib/core/own";
import { type LedgerLine, ledgerOf } from "@/lib/core/run/ledger/budgets";
import type { RunState } from "@/lib/core/run/state";
import { Section } from "../ui/section";
import { BudgetBar } from "./budget-bar";

/** What the run may use, what it has used, and what calls under way may take: only where there is a limit. */
export function Budgets({ state }: { state: RunState }) {
  const now = useRunClock(
    state.ledger.activeSince !== undefined && state.settings.maxDurationMs !== undefined,
  );
  const lines = linesToShow(state, now ?? state.lastAt);
  if (lines.length === 0) return null;
  return (
    <Section title="Budgets" level={2} aside={unknownNote(lines)}>
      {lines.map((line) => (
        <BudgetBar key={`${line.counter} ${line.lineage ?? ""}`} line={line} title={titleOf(state, line)} />
      ))}
    </Section>
  );
}

/** Replans and iterations show once there was one; the others as soon as they have a limit. */
export function linesToShow(state: RunState, now: number): LedgerLine[] {
  return ledgerOf(state, now).filter(({ counter, used, limit }) => {
    if (limit === undefined) return false;
    return used > 0 || state.raised[counter as "maxTokens"] !== undefined || METERED.has(counter);
  });
}

const METERED: ReadonlySet<string> = new Set(["maxTokens", "maxCostMicroUsd", "maxHops", "maxDurationMs"]);

function titleOf({ tasks }: RunState, { counter, lineage }: LedgerLine): string {
  if (lineage === undefined) return budgetName(counter);
  return `Replans for “${getOwn(tasks, lineage)?.spec.title ?? lineage}”`;
}

/** A part of what was used is not known: the bars may say too much, and for a price too little. */
function unknownNote(lines: LedgerLine[]): string | undefined {
  return lines.some(({ unknown }) => unknown > 0) ? "partly unknown" : undefined;
}
