import type { StoredValue } from "../../stored-value";
import { holdOn } from "../controls/hold";
import { ANSWER } from "../controls/terms/names";
import { type DraftEvent, draft, type Payload } from "../events";
import type { Reason } from "../events/reason";
import { beganAt } from "../selectors";
import type { RunState } from "../state";
import { taskOf } from "../state/ready";
import { type FinishReason, isImpossible } from "../status";
import { endPlanGates } from "./gates/cancel";

type Ending = { because?: readonly Reason[]; answer?: StoredValue; effect?: string };

/**
 * Ends the run, or first has it looked back on: open gates are cancelled, what has not ended is aborted, what a reasoner
 * would still say is not waited for, and the counts are recorded.
 */
export function finishRun(
  state: RunState,
  reason: FinishReason,
  at: number,
  ending: Ending = {},
): DraftEvent[] {
  const { because = [], answer = lastAnswer(state), effect } = ending;
  const ended = { code: "run_ended", finishReason: reason } as const;
  const cancelled = Object.keys(state.openApprovals).map((approvalId) =>
    draft("approval_cancelled", { approvalId, reason: ended }),
  );
  const unsaid = (state.reasoning ?? []).map((taskId) =>
    draft("task_reasoned", { taskId, said: null, problem: ended }),
  );
  const finished = draft(
    state.settings.retrospect.enabled ? "outcome_reached" : "run_finished",
    {
      reason,
      durationMs: Math.max(0, at - beganAt(state)),
      executionAttempts: state.counters.attempts,
      replans: replansAfter(state, isImpossible(reason, because)),
      iterations: state.counters.iterations,
      reviews: state.counters.reviews,
      tasks: taskCounts(state),
      ...(because.length > 0 && { because: [...because] }),
      ...(answer && { answer }),
    },
    effect,
  );
  return [...cancelled, ...unsaid, finished];
}

/**
 * The plan is over and the answer is written. Nobody is asked any more about what will not be done; `but` is the gate
 * whose answer brings this about.
 */
export function beginFinishing(
  state: RunState,
  payload: Payload<"finishing_started">,
  but?: string,
): DraftEvent[] {
  return [...endPlanGates(state, { code: "run_finishing" }, but), draft("finishing_started", payload)];
}

/** A replan that the end cuts short is withdrawn, and counts as none. */
function replansAfter({ replan, replanFailed, counters }: RunState, wasAnswered: boolean): number {
  const cutShort = replan && !replanFailed && !wasAnswered;
  return cutShort ? counters.replans - 1 : counters.replans;
}

/** However a run ends, what was answered before an iteration began is not lost; what a control holds back is not given. */
const lastAnswer = (state: RunState): StoredValue | undefined =>
  (holdOn(state, { taskId: ANSWER }) ? undefined : state.answer) ??
  state.summaries.findLast(({ route }) => route?.decision === "iterate")?.finalAnswer;

/** Tasks of the current plan by type. */
function taskCounts(state: RunState): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const id of state.order) {
    const { type } = taskOf(state, id).spec;
    counts[type] = (counts[type] ?? 0) + 1;
  }
  return counts;
}
