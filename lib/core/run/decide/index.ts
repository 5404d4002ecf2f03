import { getOwn } from "../../own";
import { isPersonCommand, personCommandRow } from "../command-table";
import type { Command, CountQuestionCommand } from "../commands";
import { type DraftEvent, draft } from "../events";
import type { EngineFault, ReleaseCause } from "../events/engine";
import { verbsOfKind } from "../gates/table";
import { endOf, isOver } from "../retrospects";
import type { RunState } from "../state";
import {
  decideAnswerCritiqued,
  decideAnswerRevised,
  decideApproachCritiqued,
  decideReflectionStopped,
  decideSummaryUnwritten,
  decideSummaryWritten,
} from "./answer";
import { decideCreate } from "./create";
import { decideEffectFailed } from "./effect-failures";
import { decideFork } from "./fork";
import { decideApproval } from "./gates/answer";
import { decideHandOn } from "./gates/hand-on";
import { decideGateShown } from "./gates/human-review";
import { openApproval, openApprovalOf } from "./gates/open";
import { decideCallEndedLate, decideCallNotBegun, decideCallsAsked } from "./gates/tool-calls";
import { decideToolsChanged } from "./gates/tools-changed";
import { decideByHand, decideClaim, decideReleaseClaim } from "./holds";
import { decideStart, decideTakeLease } from "./lease";
import { decideCancelReservation, decideRaiseBudget, decideReserve } from "./ledger";
import { decideOperator } from "./operator";
import { decideAnswerReady, decidePlanDrafted, decidePlanJudged, decidePlanRefused } from "./plan/draft";
import { decideEditPlan } from "./plan/edit";
import { decideReviewFinding } from "./plan/finding";
import { decideRefinementUnneeded, decideRefinementUnwritten, decideRefinementWritten } from "./plan/refine";
import { decideReplanImpossible, decideReplanUnwritten, decideReplanWritten } from "./plan/replan";
import { type Decided, refuse } from "./refuse";
import { decideRunAssessed, endByRule } from "./retrospect";
import {
  decideOverride,
  decideReviewGiven,
  decideReviewNotNeeded,
  decideReviewRead,
  decideReviewVoted,
} from "./reviews";
import { decideExamplesShown, decideLessonsShown, decideMissionsShown } from "./shown";
import { decideBlocked, decideFailed, decideInAttempt, decideSucceeded } from "./tasks/attempts";
import { decideDetailed, decideQualityGate, decideReasoned, decideSynthesisTaken } from "./tasks/checks";
import { decideIntervention, decideSteer } from "./tasks/intervene";
import { decideCheckRepaired } from "./tasks/repair-check";

export { type Decided, isRefused } from "./refuse";

/**
 * What a command comes to on this state at this moment (milliseconds, the database's clock): events, or a
 * DomainError. Pure: nothing is changed. Consequences that no command names come from `settle`.
 */
export function decide(state: RunState, command: Command, now: number): Decided {
  if (state.phase === "new" && command.type !== "create") return refuse("not_found", "There is no such run.");
  if (isOver(state) && isRefusedAfterEnd(command.type)) {
    return refuse("not_allowed_now", `This run has ended: ${endOf(state)?.reason ?? "unknown"}.`);
  }
  switch (command.type) {
    case "create":
      return decideCreate(state, command);
    case "pause":
    case "resume":
    case "cancel":
    case "abort":
    case "request_replan":
      return decideOperator(state, command, now);
    case "retry_task":
    case "skip_task":
    case "accept_result":
    case "supply_result":
      return decideIntervention(state, command, now);
    case "steer":
      return decideSteer(state, command, now);
    case "edit_plan":
      return decideEditPlan(state, command);
    case "fork":
      return decideFork(state, command, now);
    case "override_review":
      return decideOverride(state, command, now);
    case "claim_review":
      return decideClaim(state, command, now);
    case "release_review":
      return decideReleaseClaim(state, command, now);
    case "decide_by_hand":
      return decideByHand(state, command, now);
    case "review_finding":
      return decideReviewFinding(state, command);
    case "decide_approval":
      return decideApproval(state, command, now);
    case "hand_on":
      return decideHandOn(state, command, now);
    case "take_lease":
      return decideTakeLease(state, command);
    case "start":
      return decideStart(state, command, now);
    case "raise_budget":
      return decideRaiseBudget(state, command, now);
    case "reserve":
      return decideReserve(state, command, now);
    case "cancel_reservation":
      return decideCancelReservation(state, command);
    case "count_question":
      return decideCountQuestion(state, command);
    case "record_calls":
      return command.calls.map((call) => draft("llm_called", call));
    case "plan_drafted":
      return decidePlanDrafted(state, command, now);
    case "plan_refused":
      return decidePlanRefused(state, command, now);
    case "lessons_shown":
      return decideLessonsShown(state, command);
    case "examples_shown":
      return decideExamplesShown(state, command);
    case "missions_shown":
      return decideMissionsShown(state, command);
    case "plan_judged":
      return decidePlanJudged(state, command);
    case "policy_applied":
    case "step_taken":
    case "steps_summarized":
    case "tool_started":
    case "tool_finished":
    case "tool_denied":
    case "tool_paused":
    case "attempt_critiqued":
    case "attempt_reflected":
      return decideInAttempt(state, command);
    case "attempt_succeeded":
      return decideSucceeded(state, command);
    case "attempt_failed":
      return decideFailed(state, command, now);
    case "synthesis_taken":
      return decideSynthesisTaken(state, command);
    case "details_written":
      return decideDetailed(state, command);
    case "check_repaired":
      return decideCheckRepaired(state, command);
    case "task_reasoned":
      return decideReasoned(state, command);
    case "quality_gate_judged":
      return decideQualityGate(state, command, now);
    case "attempt_blocked":
      return decideBlocked(state, command);
    case "calls_asked":
      return decideCallsAsked(state, command, now);
    case "tools_changed":
      return decideToolsChanged(state, command, now);
    case "call_ended_late":
      return decideCallEndedLate(state, command);
    case "call_not_begun":
      return decideCallNotBegun(state, command);
    case "gate_shown":
      return decideGateShown(state, command, now);
    case "review_not_needed":
      return decideReviewNotNeeded(state, command, now);
    case "review_read":
      return decideReviewRead(state, command, now);
    case "review_voted":
      return decideReviewVoted(state, command, now);
    case "review_given":
      return decideReviewGiven(state, command, now);
    case "replan_written":
      return decideReplanWritten(state, command, now);
    case "replan_unwritten":
      return decideReplanUnwritten(state, command);
    case "replan_impossible":
      return decideReplanImpossible(state, command, now);
    case "refinement_written":
      return decideRefinementWritten(state, command, now);
    case "refinement_unneeded":
      return decideRefinementUnneeded(state, command);
    case "refinement_unwritten":
      return decideRefinementUnwritten(state, command);
    case "summary_written":
      return decideSummaryWritten(state, command, now);
    case "summary_unwritten":
      return decideSummaryUnwritten(state, command);
    case "answer_ready":
      return decideAnswerReady(state, command, now);
    case "answer_critiqued":
      return decideAnswerCritiqued(state, command, now);
    case "answer_revised":
      return decideAnswerRevised(state, command);
    case "approach_critiqued":
    case "approach_not_critiqued":
      return decideApproachCritiqued(state, command);
    case "run_assessed":
      return decideRunAssessed(state, command);
    case "reflection_stopped":
      return decideReflectionStopped(state, command, now);
    case "effect_failed":
      return decideEffectFailed(state, command, now);
    case "release":
      return releaseKeys(state, command);
    case "report_fault":
      return decideFault(state, command.fault);
  }
}

const isRefusedAfterEnd = (type: Command["type"]): boolean =>
  isPersonCommand(type) && personCommandRow(type).afterEnd === undefined;

/** Its limits no longer bind a run that has ended. */
function decideCountQuestion(state: RunState, { type: _type, ...counted }: CountQuestionCommand): Decided {
  return isOver(state)
    ? refuse("not_allowed_now", "This run has ended.")
    : [draft("question_counted", counted)];
}

/** Without keys it says that a worker hands the run on in good order, which is no take-over that got nowhere. */
function releaseKeys(state: RunState, command: { keys: string[]; cause: ReleaseCause }): DraftEvent[] {
  if (state.phase === "ended") return [];
  const keys = command.keys.filter((key) => getOwn(state.inFlight, key)).slice(0, 50);
  return keys.length === 0 && command.keys.length > 0
    ? []
    : [draft("effects_released", { keys, cause: command.cause })];
}

function decideFault(state: RunState, fault: EngineFault): DraftEvent[] {
  if (state.phase === "ended") return [];
  const told = draft("engine_fault", { fault: truncateFault(fault, 1_000) });
  if (state.phase !== "retrospect") return [told, ...faultGate(state, fault)];
  return [told, ...endByRule(state, { code: "stated", text: "the engine met a fault" })];
}

/** A run whose engine met a fault starts nothing until a person says so. */
export function faultGate(state: RunState, fault: EngineFault): DraftEvent[] {
  if (state.phase === "ended" || openApprovalOf(state, "engine_fault")) return [];
  const question = { about: "fault", fault: truncateFault(fault, 500) } as const;
  return [openApproval(state, { kind: "engine_fault", question, verbs: verbsOfKind("engine_fault") })];
}

const truncateFault = (fault: EngineFault, maxChars: number): EngineFault =>
  fault.code === "takeovers" ? fault : { ...fault, message: fault.message.slice(0, maxChars) };
