import { formatBudgetAmount } from "@/lib/core/describe/costs/budgets";
import { currentSuggestion, type LedgerLine, ledgerLine } from "@/lib/core/run/ledger/budgets";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import type { Budget } from "@/lib/core/run/state/ledger";
import { budgetOf, limitText, readLimit } from "../../budgets/units";

/** What a budget gate asks about, as it stands now: a new limit has to lie above `least`. */
export type Raise = { budget: Budget; line: LedgerLine; least: number; suggested: string };

/** The budget of a gate; undefined for every other gate, and for one whose budget this code does not know. */
export function raiseOf(state: RunState, { kind, verbs, subject = {} }: ApprovalState): Raise | undefined {
  const budget = kind === "budget" && verbs.includes("raise") ? budgetOf(subject.counter) : undefined;
  if (!budget) return;
  const lineage = subject.lineage === undefined ? undefined : String(subject.lineage);
  const line = ledgerLine(state, budget, state.lastAt, lineage);
  const limit = line.limit ?? Number(subject.limit);
  const suggested = currentSuggestion(state, subject, state.lastAt);
  const least = Math.max(limit, Math.floor(line.used));
  return { budget, line, least, suggested: limitText(budget, suggested) };
}

/** The limit that a person typed, or what is wrong with it. */
export function readRaise({ budget, least }: Raise, text: string): { value: number } | { problem: string } {
  const value = readLimit(budget, text);
  if (value !== undefined && value > least) return { value };
  return { problem: `Enter a number above ${formatBudgetAmount(budget, least)}.` };
}
