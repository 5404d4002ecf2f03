import type { RunEvent, RunState } from "@/lib/core/run";

/** Events that may change what the history of replans says. */
const HISTORY_EVENTS: ReadonlySet<RunEvent["type"]> = new Set([
  "replan_started",
  "replan_refused",
  "replan_failed",
  "replan_withdrawn",
  "replan_adopted",
  "iteration_started",
  "plan_version_adopted",
  "plan_rejected",
  "approval_decided",
  "review_decided",
  "finishing_started",
  "run_finished",
  "llm_called",
]);

/** The history of replans and iterations as its rows, when this commit may have changed it. A run has few. */
export function replanRowsOf({ replanHistory }: RunState, events: RunEvent[]): object[] {
  if (replanHistory.length === 0 || !events.some(({ type }) => HISTORY_EVENTS.has(type))) return [];
  return replanHistory.map(({ outcome: status, changes, ...entry }) => ({ ...entry, ...changes, status }));
}
