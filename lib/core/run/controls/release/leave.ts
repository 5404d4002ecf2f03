import type { Voter } from "../../../people";
import { authorsOf, bypassDenialReason, type Denial } from "../../gates/rules";
import type { RunState } from "../../state";
import { approvalOver } from "./approved";
import { measuredOver, openControlsOver, releasesOver } from "./release";

type Terms = Parameters<typeof bypassDenialReason>[0][number] & { quorum: number };
/** Terms under which people let something act, or are asked about it; with the gate at which they did. */
type Say = { terms: Terms; approvalId?: string | undefined; isOfPlan?: true };

/**
 * All terms under which somebody has a say in the work of a task, by words, a value or their hand: people let act what rests
 * on it, or are asked about that, and were shown nothing of it (docs/engine.md, "What people say").
 */
export function termsOfSay(state: Readonly<RunState>, taskId: string): Say[] {
  const asked = [...openControlsOver(state, taskId), ...measuredOver(state, taskId)];
  return [
    ...releasesOver(state, taskId),
    ...asked.map((terms): Say => ({ terms })),
    ...approvalOver(state, taskId).map((terms): Say => ({ terms, isOfPlan: true })),
  ];
}

/** Why somebody has no such say; undefined when they have. `isReport`: they tell what became of a call, which one of several may. */
export function sayDenial(
  state: Readonly<RunState>,
  taskId: string,
  by: Voter | undefined,
  { isReport = false }: { isReport?: boolean } = {},
): { denial: Denial; isOfPlan: boolean } | undefined {
  const authors = authorsOf(state);
  for (const { terms, isOfPlan = false } of termsOfSay(state, taskId)) {
    const denial = bypassDenialReason([isReport ? { ...terms, quorum: 1 } : terms], authors, by);
    if (denial) return { denial, isOfPlan };
  }
  return;
}
