import { type RunEvent, type RunState, statusOf } from "@/lib/core/run";
import type { Parking } from "./parking";

const TITLE_CHARS = 120;

/** The run's row as its state and this commit's events say; what its model calls add is added to the sums. */
export function runRowOf(state: RunState, events: RunEvent[], parking: Parking) {
  const { counters, finished } = state;
  return {
    seq: state.seq,
    epoch: state.epoch,
    status: statusOf(state),
    finishReason: finished?.reason,
    finishMessage: finished?.message,
    phase: state.phase,
    planVersion: state.planVersion,
    title: state.planTitle || firstLine(state.mission),
    answer: state.answer,
    replans: counters.replans,
    iterations: counters.iterations,
    attempts: counters.attempts,
    reviews: counters.reviews,
    decisions: counters.decisions,
    modelCalls: counters.modelCalls,
    toolCalls: counters.toolCalls,
    tasksTotal: state.order.length,
    tasksOpen: state.openTasks,
    openApprovals: Object.keys(state.openApprovals).length,
    ...sumModelCalls(events),
    startedAt: state.startedAt,
    finishedAt: finished?.at,
    updatedAt: state.lastAt,
    parked: parking.parked,
    wakeAt: parking.wakeAtMs,
  };
}

/** What this commit's model calls add: known figures are summed, calls of unknown cost are counted. */
function sumModelCalls(events: RunEvent[]) {
  const sum = { inputTokens: 0, outputTokens: 0, costMicroUsd: 0, uncosted: 0 };
  for (const event of events) {
    if (event.type !== "llm_called") continue;
    const { inputTokens, outputTokens, costMicroUsd } = event.payload;
    sum.inputTokens += inputTokens ?? 0;
    sum.outputTokens += outputTokens ?? 0;
    sum.costMicroUsd += costMicroUsd ?? 0;
    sum.uncosted += costMicroUsd === undefined ? 1 : 0;
  }
  return sum;
}

function firstLine(text: string): string {
  return (text.trim().split("\n", 1)[0] ?? "").slice(0, TITLE_CHARS);
}
