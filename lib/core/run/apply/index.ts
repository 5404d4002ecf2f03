import type { EventOf, EventType, RunEvent } from "../events";
import { issueReason } from "../reasons";
import type { RunState } from "../state";
import {
  applyAnswerAccepted,
  applyAnswerCritiqued,
  applyAnswerRevised,
  applyAnswerWritten,
  applyIterationRouted,
  applyIterationStarted,
  applySummarized,
} from "./answer";
import {
  applyApprovalAsked,
  applyApprovalCancelled,
  applyApprovalDecided,
  applyApprovalEscalated,
  applyApprovalExpired,
  applyApprovalHeldOpen,
  applyApprovalOpened,
  applyApprovalRetained,
  applyApprovalSuperseded,
  applyApprovalVoted,
  closeApproval,
} from "./approvals";
import {
  applyCallNotBegun,
  applyLateResult,
  applyToolDenied,
  applyToolFinished,
  applyToolPaused,
  applyToolStarted,
  recordWriteEnded,
  recordWriteStarted,
} from "./calls";
import { applyCheck, applyCheckRepaired, applyQualityGate, applySynthesisMeasured } from "./checks";
import { applyResumed, updateClock } from "./clock";
import {
  applyAttemptRestarted,
  applyEffectFailed,
  applyEffectsReleased,
  applyEffectsStarted,
  applyLeaseTaken,
  applyModelReplaced,
  recordAttemptModel,
} from "./effects";
import { applyHoldClaimed, applyHoldReleased } from "./holds";
import {
  applyAwaited,
  applyBudgetRaised,
  applyExhausted,
  applyModelCall,
  applyQuestion,
  applyReserved,
  applySettled,
  applyToolCall,
  applyWarned,
} from "./ledger";
import {
  applyApproachCritiqued,
  applyCreated,
  applyFinished,
  applyFinishing,
  applyOutcome,
  applyPaused,
  applyRetrospected,
  applyStarted,
} from "./mission";
import { applyDeclined, applyOffered, countRedraft } from "./offers";
import {
  applyEndorsed,
  applyForked,
  applyReplanWithdrawn,
  applyReviewsGiven,
  applySteered,
  applyTaskReopened,
  applyTurnAdded,
} from "./operator";
import { applyAdoption, applyCritique, applyFindingReviewed, applyToolsChanged } from "./plan";
import { applyRefined, applyRefinementOffered, applyRefinementStarted } from "./refinement";
import { closeCurrentEntry, recordCallSpend } from "./replan-history";
import {
  applyReplanAdopted,
  applyReplanFailed,
  applyReplanRefused,
  applyReplanRequested,
  applyReplanStarted,
  applyReviewDecided,
  applyReviewOverridden,
  applyReviewProposed,
  applyReviewStarted,
  applyReviewVoted,
} from "./reviews";
import {
  applyPolicies,
  applyStepsSummarized,
  applyTaskBlocked,
  applyTaskDetailed,
  applyTaskFailed,
  applyTaskReasoned,
  applyTaskResumed,
  applyTaskRetried,
  applyTaskSkipped,
  applyTaskStarted,
  applyTaskStep,
  applyTaskSucceeded,
  applyTaskWaiting,
} from "./tasks";
import { nothingTouched, type Touched } from "./touched";

/** Events that tell of the lease and of what is about to begin alone: they are no progress (docs/engine.md, "Leases"). */
const NO_PROGRESS = new Set<RunEvent["type"]>([
  "lease_taken",
  "effects_started",
  "budget_reserved",
  "budget_settled",
  "question_counted",
]);

type Applies = { [T in EventType]: (state: RunState, event: EventOf<T>, touched: Touched) => void };

/** Events that record what happened and change nothing that is decided by. */
const recordsOnly = (): void => {};

/** What each event changes. */
const APPLIES: Applies = {
  run_created: applyCreated,
  plan_version_adopted: applyAdoption,
  tools_changed: applyToolsChanged,
  plan_rejected: (state, event) => {
    const { again, issues, reason } = event.payload;
    if (again) countRedraft(state, again);
    else closeCurrentEntry(state, "failed", event, reason ?? issueReason(issues));
  },
  plan_version_offered: applyOffered,
  plan_version_declined: applyDeclined,
  plan_critiqued: applyCritique,
  finding_reviewed: applyFindingReviewed,
  run_started: applyStarted,
  run_paused: applyPaused,
  run_resumed: applyResumed,
  finishing_started: applyFinishing,
  summarized: applySummarized,
  summary_failed: (state, event) => {
    state.summaryFailed = event.payload.reason;
    return;
  },
  iteration_routed: applyIterationRouted,
  iteration_started: applyIterationStarted,
  answer_written: applyAnswerWritten,
  answer_critiqued: applyAnswerCritiqued,
  answer_revised: applyAnswerRevised,
  answer_accepted: applyAnswerAccepted,
  approach_critiqued: applyApproachCritiqued,
  outcome_reached: applyOutcome,
  retrospected: applyRetrospected,
  run_finished: applyFinished,
  task_started: applyTaskStarted,
  task_waiting: applyTaskWaiting,
  task_resumed: applyTaskResumed,
  policy_applied: applyPolicies,
  task_step: applyTaskStep,
  steps_summarized: applyStepsSummarized,
  task_succeeded: applyTaskSucceeded,
  task_failed: applyTaskFailed,
  task_retried: applyTaskRetried,
  task_skipped: applyTaskSkipped,
  task_blocked: applyTaskBlocked,
  verification_passed: applyCheck,
  verification_failed: applyCheck,
  verification_error: applyCheck,
  synthesis_measured: applySynthesisMeasured,
  task_detailed: applyTaskDetailed,
  check_repaired: applyCheckRepaired,
  task_reasoned: applyTaskReasoned,
  quality_gate_passed: applyQualityGate,
  quality_gate_failed: applyQualityGate,
  quality_gate_error: applyQualityGate,
  task_reopened: applyTaskReopened,
  result_accepted: applyEndorsed,
  result_supplied: applyEndorsed,
  steered: applySteered,
  turn_added: applyTurnAdded,
  replan_withdrawn: applyReplanWithdrawn,
  run_forked: applyForked,
  reviews_given: applyReviewsGiven,
  review_started: applyReviewStarted,
  review_voted: applyReviewVoted,
  review_proposed: applyReviewProposed,
  hold_claimed: applyHoldClaimed,
  hold_released: applyHoldReleased,
  review_decided: applyReviewDecided,
  review_overridden: applyReviewOverridden,
  replan_requested: applyReplanRequested,
  replan_started: applyReplanStarted,
  replan_refused: applyReplanRefused,
  replan_failed: applyReplanFailed,
  replan_adopted: applyReplanAdopted,
  refinement_started: applyRefinementStarted,
  refinement_offered: applyRefinementOffered,
  refined: applyRefined,
  approval_opened: applyApprovalOpened,
  approval_decided: applyApprovalDecided,
  approval_asked: applyApprovalAsked,
  approval_voted: applyApprovalVoted,
  approval_escalated: applyApprovalEscalated,
  approval_held_open: applyApprovalHeldOpen,
  approval_retained: applyApprovalRetained,
  approval_expired: applyApprovalExpired,
  approval_superseded: applyApprovalSuperseded,
  approval_cleared: (state, event) => {
    closeApproval(state, event.payload.approvalId, "cancelled");
    return;
  },
  approval_cancelled: applyApprovalCancelled,
  effects_started: applyEffectsStarted,
  effects_released: applyEffectsReleased,
  lease_taken: applyLeaseTaken,
  effect_failed: applyEffectFailed,
  model_replaced: applyModelReplaced,
  attempt_restarted: applyAttemptRestarted,
  budget_reserved: applyReserved,
  budget_settled: applySettled,
  question_counted: applyQuestion,
  budget_awaited: applyAwaited,
  budget_warned: applyWarned,
  budget_exhausted: applyExhausted,
  budget_raised: applyBudgetRaised,
  llm_called: (state, event) => {
    state.counters.modelCalls += 1;
    recordAttemptModel(state, event);
    applyModelCall(state, event);
    recordCallSpend(state, event);
  },
  tool_started: (state, event) => {
    state.counters.toolCalls += 1;
    applyToolCall(state, event);
    recordWriteStarted(state, event);
    applyToolStarted(state, event);
  },
  tool_finished: (state, event) => {
    recordWriteEnded(state, event.payload);
    applyToolFinished(state, event);
  },
  tool_paused: (state, event) => {
    recordWriteEnded(state, event.payload);
    applyToolPaused(state, event);
  },
  call_not_begun: applyCallNotBegun,
  lessons_shown: (state, { payload: { key, lessons } }) => {
    state.lessonsShown = { ...state.lessonsShown, [key]: lessons };
    return;
  },
  examples_shown: (state, { payload: { key, examples } }) => {
    state.examplesShown = { ...state.examplesShown, [key]: examples };
    return;
  },
  missions_shown: (state, { payload: { key, missions } }) => {
    state.missionsShown = { ...state.missionsShown, [key]: missions };
    return;
  },
  late_result: applyLateResult,
  planning_started: recordsOnly,
  plan_proposed: recordsOnly,
  task_superseded: recordsOnly,
  tool_denied: applyToolDenied,
  steering_undelivered: recordsOnly,
  engine_fault: recordsOnly,
};

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
  const change = APPLIES[event.type] as (state: RunState, event: RunEvent, touched: Touched) => void;
  change(state, event, touched);
  updateClock(state, event.at);
}

function recordTouched(event: RunEvent, touched: Touched): void {
  const { payload } = event;
  if ("taskId" in payload && payload.taskId !== undefined && event.type !== "llm_called")
    touched.tasks.add(payload.taskId);
  if ("approvalId" in payload && payload.approvalId !== undefined) touched.approvals.add(payload.approvalId);
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
