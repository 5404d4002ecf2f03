import type { WorkerCommand } from "../commands";
import { type DraftEvent, draft } from "../events";
import { routeIteration } from "../route-iteration";
import type { RunState } from "../state";
import { lateResult } from "./late";
import { submitAnswer } from "./reflection";

type Report<T extends WorkerCommand["type"]> = Extract<WorkerCommand, { type: T }>;

/** The summarizer has spoken: the mission goes round once more, or ends with its answer. */
export function decideSummaryWritten(
  state: RunState,
  command: Report<"summary_written">,
  now: number,
): DraftEvent[] {
  const { key, summary } = command;
  if (!state.inFlight[key]) return lateResult(key, command.type);
  const { finishing, halted, counters, settings, ledger } = state;
  const { closing } = ledger;
  const route = routeIteration({
    needReplan: summary.needReplan,
    iteration: counters.iterations,
    limit: settings.maxIterations,
    closed: closing !== undefined || (finishing === "completed_early" && halted === undefined),
  });
  const events = [draft("summarized", summary, key), draft("iteration_routed", route)];
  if (route.decision === "iterate") {
    const next = { iteration: route.iteration + 1, limit: route.limit, reason: summary.replanReason };
    return [...events, draft("iteration_started", next)];
  }
  return [...events, ...submitAnswer(state, summary.finalAnswer, now, {})];
}

/** Without a summary the plain answer is written; a failure of the summarizer never goes round again. */
export function decideSummaryUnwritten(state: RunState, command: Report<"summary_unwritten">): DraftEvent[] {
  const { key, reason } = command;
  if (!state.inFlight[key]) return lateResult(key, command.type);
  return [draft("summary_failed", { reason: reason.slice(0, 1_000) }, key)];
}
