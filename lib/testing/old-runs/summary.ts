import { formatReasons } from "@/lib/core/describe/reason";
import type { RunState } from "@/lib/core/run";
import { statusOf } from "@/lib/core/run";

/**
 * What must be the same of an old run, whatever is added to the state: where everything of it stands. Replans are
 * left out, since which of them count against a limit is a rule and may change.
 */
export function summaryOf(state: RunState) {
  const { runId, seq, phase, planVersion, counters, epoch, finished, answer, order } = state;
  const { iterations, attempts, reviews, decisions, modelCalls, toolCalls } = counters;
  return {
    ...{ runId, seq, status: statusOf(state), phase, planVersion, epoch, order },
    finished: finished ? endOf(finished) : null,
    answer: answer?.digest ?? null,
    counters: { iterations, attempts, reviews, decisions, modelCalls, toolCalls },
    tasks: Object.values(state.tasks).map(({ id, status, attempt, attempts, result, endedAt }) => {
      const tries = attempts.map(({ outcome = "open", code = "" }) => `${outcome} ${code}`.trim());
      return { id, status, attempt, tries, result: result?.digest ?? null, endedAt: endedAt ?? null };
    }),
    gates: Object.values(state.approvals).map(({ approvalId, kind, status, decided }) => {
      return { approvalId, kind, status, verb: decided?.verb ?? null };
    }),
    inFlight: Object.keys(state.inFlight),
    ready: state.ready,
  };
}

/** Reasons by their words: what was a sentence once reads as it did. */
function endOf({ reason, at, because }: NonNullable<RunState["finished"]>) {
  const message = formatReasons(because);
  return { reason, at, ...(message !== undefined && { message }) };
}
