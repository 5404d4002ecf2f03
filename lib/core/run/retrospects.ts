import { getOwn } from "../own";
import { RETROSPECT_LIMIT_MS, type RETROSPECT_SKIPS } from "../retrospect/rules";
import type { RunState } from "./state";
import { taskOf } from "./state/ready";

type Skip = (typeof RETROSPECT_SKIPS)[number];

/** True once nothing changes the outcome any more: the run has ended, or is looked back on. */
export const isOver = ({ phase }: Readonly<RunState>): boolean => phase === "ended" || phase === "retrospect";

/** What the run came to, and when; undefined while it is on its way. */
export const endOf = ({ finished, outcome }: Readonly<RunState>) => finished ?? outcome;

/** The moment at which the run ends without the model's word. */
export function retrospectEndsAt({ outcome }: Readonly<RunState>): number | undefined {
  return outcome && outcome.at + RETROSPECT_LIMIT_MS;
}

/** Why this run's outcome leaves nothing to look back on; undefined where a model is asked (docs/agents.md, "Retrospect"). */
export function retrospectSkip(state: Readonly<RunState>): Skip | undefined {
  const { settings, order, outcome } = state;
  const tasks = order.map((id) => taskOf(state as RunState, id));
  if (outcome?.reason === "cancelled") return "cancelled";
  if (!tasks.some(({ result }) => result !== undefined)) return "no_results";
  if (order.length < settings.retrospect.minTasks) return "few_tasks";
  const quality = qualityOf(state);
  const isGood = quality !== undefined && quality >= settings.retrospect.below;
  return isGood && !hadTrouble(state) ? "good_enough" : undefined;
}

/** Of the answer that stands: its critic's score, else the summarizer's. */
function qualityOf({ reflection, summaries }: Readonly<RunState>): number | undefined {
  return reflection?.accepted?.score ?? summaries.at(-1)?.qualityScore;
}

/** A replan, a failed task, a person who took something in hand, or a spent budget. */
function hadTrouble({ counters, tasks, inHand, ledger, outcome }: Readonly<RunState>): boolean {
  return (
    counters.replans > 0 ||
    inHand.length > 0 ||
    ledger.closing !== undefined ||
    outcome?.reason === "budget_exhausted" ||
    Object.values(tasks).some(({ status }) => status === "failed")
  );
}

/** The tasks of the plan in force, and how many of them succeeded. */
export function retrospectTally(state: Readonly<RunState>): { total: number; succeeded: number } {
  const succeeded = state.order.filter((id) => getOwn(state.tasks, id)?.status === "succeeded").length;
  return { total: state.order.length, succeeded };
}
