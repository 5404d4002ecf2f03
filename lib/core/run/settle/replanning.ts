import { beginFinishing, finishRun } from "../decide/finish";
import { openApprovalOf } from "../decide/gates/open";
import { budgetExhausted, onExhaustedLimit } from "../decide/ledger";
import { type DraftEvent, draft } from "../events";
import type { ReplanCause } from "../events/reviews";
import { exhaustedReplanLimit, replanningIsOff } from "../replans/after-failure";
import { deciderOfFailure, policyDecider } from "../replans/decider";
import { refusalBehind } from "../replans/refusal";
import type { RunState } from "../state";
import type { ExhaustedLimit } from "../state/ledger";
import { taskOf } from "../state/ready";

/** Turns a wish to replan, or a halt that nothing governs any more, into a replan, a budget gate or the end. */
export function settleReplanning(state: RunState, now: number): DraftEvent[] {
  if (state.phase !== "executing" || state.paused || state.replan) return [];
  const cause = state.replanWanted ?? haltCause(state);
  if (!cause) return [];
  if (replanningIsOff(state, cause)) {
    // Running tasks finish and keep their results, as under any halt.
    if (Object.keys(state.active).length > 0) return [];
    return endHalted(state, cause, now);
  }
  const spent = exhaustedReplanLimit(state, cause);
  return spent ? onExhaustedReplans(state, spent, cause, now) : [startReplan(state, cause, now)];
}

/**
 * Inside an iteration there is an answer already: the summarizer gets what went wrong, and judges. Where a person refused what
 * the rest needs, the run ends by their word.
 */
function endHalted(state: RunState, { diagnosis, reason, taskId }: ReplanCause, now: number): DraftEvent[] {
  const halted = diagnosis ?? reason;
  const refusal = refusalBehind(state, taskId);
  if (state.counters.iterations === 0)
    return finishRun(state, refusal ? "aborted_by_person" : "task_failed", now, {
      because: [refusal ?? halted],
    });
  return beginFinishing(state, { reason: "completed_early", halted });
}

/** A halt ends when all that ran has ended, and no review of the failed task is to decide or is deciding. */
function haltCause(state: RunState): ReplanCause | undefined {
  const { halt } = state;
  if (!halt || Object.keys(state.active).length > 0) return;
  const review = halt.review === undefined ? undefined : taskOf(state, halt.review);
  if (review && (review.status === "pending" || review.status === "waiting")) return;
  const failed = taskOf(state, halt.taskId);
  const output = failed.attempts.at(-1)?.output;
  const isRefused = failed.failureCode === "rejected";
  return {
    trigger: "task_failed",
    reason: halt.diagnosis,
    taskId: failed.id,
    lineage: failed.spec.lineage,
    diagnosis: halt.diagnosis,
    ...(output && { output }),
    decided: isRefused ? deciderOfFailure(state, failed) : policyDecider("replanOnFailure"),
  };
}

function onExhaustedReplans(
  state: RunState,
  spent: ExhaustedLimit,
  cause: ReplanCause,
  now: number,
): DraftEvent[] {
  if (openApprovalOf(state, "budget")) return [];
  const { taskId, reason } = cause;
  const exhaustedEvent = budgetExhausted({ ...spent, ...(taskId !== undefined && { taskId }) });
  return [exhaustedEvent, ...onExhaustedLimit(state, spent, now, reason)];
}

function startReplan(state: RunState, cause: ReplanCause, now: number): DraftEvent {
  const { replanCooldownMs, replanGraceMs } = state.settings;
  return draft("replan_started", {
    number: state.lastReplan + 1,
    cause,
    notBefore: now + replanCooldownMs,
    graceUntil: now + replanGraceMs,
  });
}
