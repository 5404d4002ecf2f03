import { isSameJson } from "../../json";
import { getOwn } from "../../own";
import type { EventOf } from "../events";
import { bindGivenReviews } from "../gates/given";
import { governing } from "../gates/shown";
import { takeInHand } from "../people-words";
import type { RunSettings } from "../settings";
import { isBeside, type RunState, type TaskState } from "../state";
import { indexPending } from "../state/dependencies";
import { emptyLedger } from "../state/ledger";
import { removeReady, taskOf } from "../state/ready";
import { changeOutcome } from "../state/totals";
import { forgetReleases } from "./controls";
import { clearFailure, raiseNextFailure } from "./failures";
import { endHold, hold } from "./holds";
import { closeAttempt, keptReviews } from "./mission";
import { askRefinementAgain } from "./refinement";
import { discardReplan } from "./replan-history";
import { beginAttempt, clearLeave, clearProposal } from "./tasks";
import type { Touched } from "./touched";

/** An ended task is pending again, and so is what could never start because of it. */
export function applyTaskReopened(state: RunState, event: EventOf<"task_reopened">, touched: Touched): void {
  const { taskId, attempt } = event.payload;
  const reopened = reopenWithBlocked(state, taskOf(state, taskId));
  taskOf(state, taskId).attempt = attempt;
  const stale = new Set<string>();
  for (const { id } of reopened) {
    touched.tasks.add(id);
    for (const one of [id, ...(getOwn(state.dependents, id) ?? [])]) stale.add(one);
  }
  for (const id of stale) reindex(state, taskOf(state, id));
  raiseNextFailure(state, event.at);
}

function reopenWithBlocked(state: RunState, first: TaskState): TaskState[] {
  const reopened = [first];
  for (const task of reopened) {
    reopen(state, task);
    const dependents = (getOwn(state.dependents, task.id) ?? []).map((id) => taskOf(state, id));
    reopened.push(...dependents.filter(({ blockedBy }) => blockedBy === task.id));
  }
  return reopened;
}

function reopen(state: RunState, task: TaskState): void {
  clearFailure(state, task.id);
  changeOutcome(state.taskTotals, task, (reopened) => {
    reopened.status = "pending";
  });
  delete task.endedAt;
  delete task.diagnosis;
  delete task.skippedBy;
  delete task.failureCode;
  delete task.approvedBy;
  delete task.tolerated;
  delete task.refusedIn;
  delete task.blockedBy;
  clearProposal(task);
}

/** Whether a task may start, found out again; one that is not pending is in no index. */
function reindex(state: RunState, task: TaskState): void {
  removeReady(state, task.id);
  state.blockedTasks = state.blockedTasks.filter(({ taskId }) => taskId !== task.id);
  indexPending(state, task);
}

/** Comes before the success; an attempt under way is given up for it. */
export function applyEndorsed(
  state: RunState,
  event: EventOf<"result_accepted"> | EventOf<"result_supplied">,
): void {
  const task = taskOf(state, event.payload.taskId);
  const how = event.type === "result_accepted" ? "accepted" : "supplied";
  task.endorsed = { how, by: event.actor, at: event.at, reason: event.payload.reason };
  takeInHand(state, task.id);
  closeAttempt(task, "aborted", event.at);
}

export function applySteered(state: RunState, event: EventOf<"steered">): void {
  const { taskId, attempt, message } = event.payload;
  const task = taskOf(state, taskId);
  const steer = { seq: event.seq, attempt, message, by: event.actor, at: event.at };
  task.steeringMessages = [...(task.steeringMessages ?? []), steer];
}

/** The attempt continues where its answer stands, by work of another name. */
export function applyTurnAdded(state: RunState, event: EventOf<"turn_added">): void {
  const task = taskOf(state, event.payload.taskId);
  task.askedAgain = (task.askedAgain ?? 0) + 1;
}

/** What failed under it and is still not come to terms with governs again. */
export function applyReplanWithdrawn(state: RunState, event: EventOf<"replan_withdrawn">): void {
  discardReplan(state, event, event.payload.reason);
}

/**
 * From here on the run is its own. Nothing is at work in it: attempts that were start over as the next ones, and held
 * decisions are held for their whole time again.
 */
export function applyForked(state: RunState, event: EventOf<"run_forked">, touched: Touched): void {
  const { parentRunId: runId, fromSeq: seq, settings, tags, mayReview } = event.payload;
  state.parent = { runId, seq, at: event.at };
  if (settings && !isSameJson(governing(settings), governing(state.settings)))
    state.governedBy = [...(state.governedBy ?? []), event.actor];
  if (settings) changeSettings(state, settings);
  if (tags) state.tags = tags;
  // What a fork comes to says nothing of the template that its parent was started from.
  delete state.template;
  state.counters.attempts = 0;
  const attempts = Object.values(state.inFlight).filter((effect) => !isBeside(effect));
  const atWork = new Set(attempts.map(({ taskId }) => taskId));
  state.inFlight = {};
  state.faults = {};
  askRefinementAgain(state, event);
  // What was paid before stays with the parent, and so does its clock.
  state.ledger = emptyLedger();
  forgetReleases(state);
  delete state.givenReviews;
  // Nobody who may let it pass has seen what silence would let act here.
  if (!mayReview) state.silentLeave = {};
  if (state.unapproved && state.planSettled === "approved") state.unapproved = "run";
  for (const held of state.heldPolicies) held.waived = [];
  // Whatever its status: one that waits for the answer about a call may have been given another's.
  for (const task of Object.values(state.tasks)) clearLeave(task);
  for (const id of Object.keys(state.active)) {
    const task = taskOf(state, id);
    touched.tasks.add(id);
    if (task.heldUntil !== undefined) {
      endHold(state, task);
      hold(state, task, event.at + state.settings.reviewHoldMs);
    } else if (atWork.has(id) || task.attempts.at(-1)?.steps) {
      closeAttempt(task, "aborted", event.at);
      delete task.notBefore;
      const last = task.attempts.at(-1);
      if (last) last.endedByFork = true;
      beginAttempt(state, task, task.attempt + 1, event.at);
    }
  }
}

export function applyReviewsGiven(state: RunState, { payload }: EventOf<"reviews_given">): void {
  state.givenReviews = { ...state.givenReviews, ...keptReviews(payload.reviews) };
  bindGivenReviews(state);
}

/** Raised limits are part of the settings now, and a model that is chosen is not the one that was replaced. */
function changeSettings(state: RunState, settings: RunSettings): void {
  const before = state.settings;
  const keepsLineages = before.maxReplansPerTask === settings.maxReplansPerTask;
  state.raised = { replansByLineage: keepsLineages ? state.raised.replansByLineage : {} };
  if (!isSameJson(before.models, settings.models)) state.replacementModels = {};
  state.settings = settings;
}
