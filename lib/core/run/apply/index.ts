import type { RunEvent } from "../events";
import { initialState, type RunState } from "../state";
import * as reflection from "./answer";
import * as summary from "./answer";
import * as people from "./approvals";
import {
  applyLateResult,
  applyToolFinished,
  applyToolPaused,
  applyToolStarted,
  recordWriteEnded,
  recordWriteStarted,
} from "./calls";
import { applyCheck, applyQualityGate, applySynthesisMeasured } from "./checks";
import { applyResumed, updateClock } from "./clock";
import * as engine from "./effects";
import * as models from "./effects";
import * as ledger from "./ledger";
import * as mission from "./mission";
import * as operator from "./operator";
import { applyAdoption, applyCritique, applyFindingReviewed } from "./plan";
import { closeCurrentEntry, recordCallSpend } from "./replan-history";
import * as reviews from "./reviews";
import * as tasks from "./tasks";
import { nothingTouched, type Touched } from "./touched";

/** Events that tell of the lease and of what is about to begin alone: they are no progress (docs/engine.md, "Leases"). */
const NO_PROGRESS = new Set<RunEvent["type"]>([
  "lease_taken",
  "effects_started",
  "budget_reserved",
  "budget_settled",
]);

/**
 * Changes an owned state by one event, in time proportional to what the event touches, and notes in `touched` whose
 * projections changed. Never refuses: what was decided has happened.
 */
export function apply(state: RunState, event: RunEvent, touched: Touched = nothingTouched()): void {
  state.seq = event.seq;
  state.lastAt = event.at;
  state.takeovers =
    event.type === "lease_taken" ? state.takeovers + 1 : NO_PROGRESS.has(event.type) ? state.takeovers : 0;
  if (event.effect !== undefined) {
    delete state.inFlight[event.effect];
    delete state.faults[event.effect];
  }
  recordTouched(event, touched);
  applyChange(state, event, touched);
  updateClock(state, event.at);
}

function recordTouched(event: RunEvent, touched: Touched): void {
  const { payload } = event;
  if ("taskId" in payload && payload.taskId !== undefined && event.type !== "llm_called")
    touched.tasks.add(payload.taskId);
  if ("approvalId" in payload && payload.approvalId !== undefined) touched.approvals.add(payload.approvalId);
}

function applyChange(state: RunState, event: RunEvent, touched: Touched): void {
  switch (event.type) {
    case "run_created":
      return mission.applyCreated(state, event);
    case "plan_version_adopted":
      return applyAdoption(state, event, touched);
    case "plan_rejected":
      return closeCurrentEntry(
        state,
        "failed",
        event,
        event.payload.issues[0]?.message ?? "no plan was written",
      );
    case "plan_critiqued":
      return applyCritique(state, event);
    case "finding_reviewed":
      return applyFindingReviewed(state, event);
    case "run_started":
      return mission.applyStarted(state, event);
    case "run_paused":
      return mission.applyPaused(state, event);
    case "run_resumed":
      return applyResumed(state, event);
    case "finishing_started":
      return mission.applyFinishing(state, event, touched);
    case "summarized":
      return summary.applySummarized(state, event);
    case "summary_failed":
      state.summaryFailed = event.payload.reason;
      return;
    case "iteration_routed":
      return summary.applyIterationRouted(state, event);
    case "iteration_started":
      return summary.applyIterationStarted(state, event);
    case "answer_written":
      return reflection.applyAnswerWritten(state, event);
    case "answer_critiqued":
      return reflection.applyAnswerCritiqued(state, event);
    case "answer_revised":
      return reflection.applyAnswerRevised(state, event);
    case "answer_accepted":
      return reflection.applyAnswerAccepted(state, event);
    case "run_finished":
      return mission.applyFinished(state, event, touched);
    case "task_started":
      return tasks.applyTaskStarted(state, event);
    case "task_waiting":
      return tasks.applyTaskWaiting(state, event);
    case "task_resumed":
      return tasks.applyTaskResumed(state, event);
    case "task_step":
      return tasks.applyTaskStep(state, event);
    case "steps_summarised":
      return tasks.applyStepsSummarised(state, event);
    case "task_succeeded":
      return tasks.applyTaskSucceeded(state, event);
    case "task_failed":
      return tasks.applyTaskFailed(state, event);
    case "task_retried":
      return tasks.applyTaskRetried(state, event);
    case "task_skipped":
      return tasks.applyTaskSkipped(state, event);
    case "task_blocked":
      return tasks.applyTaskBlocked(state, event);
    case "verification_passed":
    case "verification_failed":
    case "verification_error":
      return applyCheck(state, event);
    case "synthesis_measured":
      return applySynthesisMeasured(state, event);
    case "task_detailed":
      return tasks.applyTaskDetailed(state, event);
    case "quality_gate_passed":
    case "quality_gate_failed":
    case "quality_gate_error":
      return applyQualityGate(state, event);
    case "task_reopened":
      return operator.applyTaskReopened(state, event, touched);
    case "result_accepted":
    case "result_supplied":
      return operator.applyEndorsed(state, event);
    case "steered":
      return operator.applySteered(state, event);
    case "turn_added":
      return operator.applyTurnAdded(state, event);
    case "replan_withdrawn":
      return operator.applyReplanWithdrawn(state, event);
    case "run_forked":
      return operator.applyForked(state, event, touched);
    case "review_started":
      return reviews.applyReviewStarted(state);
    case "review_voted":
      return reviews.applyReviewVoted(state, event);
    case "review_proposed":
      return reviews.applyReviewProposed(state, event);
    case "review_decided":
      return reviews.applyReviewDecided(state, event, touched);
    case "replan_requested":
      return reviews.applyReplanRequested(state, event);
    case "replan_started":
      return reviews.applyReplanStarted(state, event);
    case "replan_refused":
      return reviews.applyReplanRefused(state, event);
    case "replan_failed":
      return reviews.applyReplanFailed(state, event);
    case "replan_adopted":
      return reviews.applyReplanAdopted(state, event);
    case "approval_opened":
      return people.applyApprovalOpened(state, event);
    case "approval_decided":
      return people.applyApprovalDecided(state, event);
    case "approval_voted":
      return people.applyApprovalVoted(state, event);
    case "approval_escalated":
      return people.applyApprovalEscalated(state, event);
    case "approval_held_open":
      return people.applyApprovalHeldOpen(state, event);
    case "approval_retained":
      return people.applyApprovalRetained(state, event);
    case "approval_expired":
      return people.applyApprovalExpired(state, event);
    case "approval_superseded":
      return people.applyApprovalSuperseded(state, event);
    case "approval_cleared":
    case "approval_cancelled":
      people.closeApproval(state, event.payload.approvalId, "cancelled");
      return;
    case "effects_started":
      return engine.applyEffectsStarted(state, event);
    case "effects_released":
      return engine.applyEffectsReleased(state, event);
    case "lease_taken":
      return engine.applyLeaseTaken(state, event);
    case "effect_failed":
      return engine.applyEffectFailed(state, event);
    case "model_replaced":
      return models.applyModelReplaced(state, event);
    case "attempt_restarted":
      return models.applyAttemptRestarted(state, event);
    case "budget_reserved":
      return ledger.applyReserved(state, event);
    case "budget_settled":
      return ledger.applySettled(state, event);
    case "budget_awaited":
      return ledger.applyAwaited(state, event);
    case "budget_warned":
      return ledger.applyWarned(state, event);
    case "budget_exhausted":
      return ledger.applyExhausted(state, event);
    case "budget_raised":
      return ledger.applyBudgetRaised(state, event);
    case "llm_called":
      state.counters.modelCalls += 1;
      models.recordAttemptModel(state, event);
      ledger.applyModelCall(state, event);
      return recordCallSpend(state, event);
    case "tool_started":
      state.counters.toolCalls += 1;
      ledger.applyToolCall(state, event);
      recordWriteStarted(state, event);
      return applyToolStarted(state, event);
    case "tool_finished":
      recordWriteEnded(state, event.payload);
      return applyToolFinished(state, event);
    case "tool_paused":
      recordWriteEnded(state, event.payload);
      return applyToolPaused(state, event);
    case "late_result":
      return applyLateResult(state, event);
    case "planning_started":
    case "plan_proposed":
    case "task_superseded":
    case "review_overridden":
    case "tool_denied":
    case "steering_unheard":
    case "engine_fault":
      return;
  }
}

/** The state after one more event, leaving the given one as it was: for readers such as the browser. */
export function reduce(state: RunState, event: RunEvent): RunState {
  const next = cloneJson(state);
  apply(next, event);
  return next;
}

/** A deep copy of plain JSON data. */
function cloneJson(state: RunState): RunState {
  return JSON.parse(JSON.stringify(state)) as RunState;
}

/** The state that these events lead to, from nothing or from an owned state, which is changed. */
export function fold(
  runId: string,
  events: Iterable<RunEvent>,
  from: RunState = initialState(runId),
): RunState {
  for (const event of events) apply(from, event);
  return from;
}
