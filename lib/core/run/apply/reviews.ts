import { getOwn, setOwn } from "../../own";
import { isUpToOthers } from "../controls/halt";
import { proposalOf, withVote } from "../effects/reviewers";
import type { EventOf, Payload } from "../events";
import type { Reason } from "../events/reason";
import { takeInHand } from "../people-words";
import { deciderOfReview, personDecider } from "../replans/decider";
import type { ReplanState, RunState, TaskState } from "../state";
import { propagateEnd } from "../state/dependencies";
import { taskOf } from "../state/ready";
import { changeOutcome } from "../state/totals";
import { passedBy, recordDecided, recordEarlyEnd, recordRelease, recordReplanned } from "./controls";
import { clearFailure, raiseNextFailure } from "./failures";
import { hold } from "./holds";
import { endOpenTasks } from "./mission";
import {
  clearReplan,
  closeCurrentEntry,
  discardReplan,
  recordRenamedTasks,
  recordReplanIssues,
  recordReplanStarted,
  reopenCurrentEntry,
} from "./replan-history";
import type { Touched } from "./touched";
import { noteWishers } from "./wishers";

export function applyReviewStarted(state: RunState): void {
  state.counters.reviews += 1;
}

export function applyReviewVoted(state: RunState, event: EventOf<"review_voted">): void {
  const { taskId, attempt: _attempt, ...said } = event.payload;
  const task = taskOf(state, taskId);
  task.votes = withVote(task, { ...said, at: event.at });
}

export function applyReviewProposed(state: RunState, event: EventOf<"review_proposed">): void {
  const { taskId, proposal, consensus, heldUntil } = event.payload;
  const task = taskOf(state, taskId);
  if (proposal) task.proposal = proposal;
  if (consensus) task.consensus = consensus;
  if (heldUntil === undefined) return;
  hold(state, task, heldUntil);
}

/** No matter who carried it out, it is the decision of the person who answered. */
export function applyReviewOverridden(state: RunState, event: EventOf<"review_overridden">): void {
  const { payload, actor, at } = event;
  const { approvalId, taskId } = payload;
  const by =
    (approvalId === undefined ? undefined : getOwn(state.approvals, approvalId)?.decided?.by) ?? actor;
  const { attempt } = taskOf(state, taskId);
  state.overrides = [...(state.overrides ?? []), { ...payload, attempt, by, at }];
}

/** Comes after the review's own task_succeeded, so that it governs only what is left. */
export function applyReviewDecided(
  state: RunState,
  event: EventOf<"review_decided">,
  touched: Touched,
): void {
  const { taskId, decision, reasoning, tail, released, finalResult, approvalId } = event.payload;
  const task = taskOf(state, taskId);
  const governs = state.halt?.review === taskId;
  state.counters.decisions += 1;
  recordRuling(state, task, event);
  const isAsked = approvalId !== undefined || isOfPeople(event.payload, task);
  const record = isAsked ? recordDecided : recordRelease;
  if (decision === "CONTINUE")
    record(state, task, approvalId === undefined ? passedBy(event.actor) : { approvalId });
  if (decision === "COMPLETE") recordEarlyEnd(state, task);
  if (decision === "CONTINUE" && governs) liftHalt(state, task, event.at, touched);
  if (decision === "REPLAN") {
    if (isAsked) recordReplanned(state, taskId);
    state.replanWanted = {
      trigger: "review",
      reason: reasoning,
      taskId,
      lineage: task.spec.lineage,
      ...(tail !== undefined && { tail }),
      ...(released !== undefined && { released }),
      ...(tail !== undefined && tail !== task.proposal?.tail && { tailBy: event.actor }),
      decided: deciderOfReview(state, event.payload, event.actor),
    };
    if (tail === undefined && isInOwnWords(state, event.payload, task)) noteWishers(state, event.actor);
  }
  if (decision === "REPLAN" || decision === "COMPLETE") delete state.halt;
  if (decision !== "COMPLETE") return;
  const reason = { code: "completed_early", cause: reasoning } as const;
  endOpenTasks(state, "skipped", reason, event.at, touched);
  state.finishing = "completed_early";
  if (finalResult) {
    state.answer = finalResult;
    if (finalResult.digest !== proposalOf(task, decision)?.finalResult?.digest) state.answerByPerson = true;
  }
  delete state.replanWanted;
  discardReplan(state, event, reason);
}

/** What the replanner reads then is what a person said, and not what a reviewer did. */
function isInOwnWords(
  { approvals }: RunState,
  { approvalId, reasoning }: Payload<"review_decided">,
  { proposal }: TaskState,
): boolean {
  if (approvalId !== undefined) return Boolean(getOwn(approvals, approvalId)?.decided?.comment?.trim());
  return reasoning.code === "stated" && reasoning.text !== proposal?.reasoning;
}

/** Silence decides for nobody, nor does a proposal that applied by itself, or that somebody only had apply sooner. */
const isOfPeople = (
  { provenance, approvalId, decision }: Payload<"review_decided">,
  { proposal }: TaskState,
): boolean =>
  (provenance === "person" || provenance === "session_rule") &&
  (approvalId !== undefined || proposal?.decision !== decision);

/** Words of the model's own, which stand in where a person gave no reason, are nobody's. */
function recordRuling(
  state: RunState,
  task: TaskState,
  { payload, actor: by, at }: EventOf<"review_decided">,
): void {
  const { decision, reasoning, provenance, approvalId } = payload;
  const isOwn = provenance === "person" && approvalId === undefined && reasoning.code === "stated";
  if (!isOwn || task.proposal?.reasoning.startsWith(reasoning.text)) return;
  task.ruled = { by, decision, words: reasoning.text, at };
  takeInHand(state, task.id);
}

/**
 * The failures that the review saw, and that are not up to people of another, now count as failed without harm; what needs their
 * results is skipped.
 */
function liftHalt(state: RunState, review: TaskState, at: number, touched: Touched): void {
  for (const id of Object.keys(state.openFailures)) {
    if (getOwn(state.openFailures, id) === "replan" || !review.spec.dependsOn.includes(id)) continue;
    if (isUpToOthers(state, id, review)) continue;
    const failed = taskOf(state, id);
    clearFailure(state, id);
    changeOutcome(state.taskTotals, failed, (lifted) => {
      if (lifted.status === "blocked") lifted.status = "skipped";
    });
    failed.tolerated = true;
    touched.tasks.add(id);
    propagateEnd(state, failed, { reviews: false, skip: true });
  }
  raiseNextFailure(state, at);
}

export function applyReplanRequested(state: RunState, event: EventOf<"replan_requested">): void {
  const { cause } = event.payload;
  state.replanWanted = { ...cause, decided: cause.decided ?? personDecider(event.actor, "person") };
  if (cause.trigger === "person") noteWishers(state, event.actor, cause.round);
}

export function applyReplanStarted(state: RunState, event: EventOf<"replan_started">): void {
  const { number, cause, graceUntil, notBefore } = event.payload;
  const covers = Object.keys(state.openFailures);
  state.replan = { number, cause, startedAt: event.at, notBefore, graceUntil, tries: 0, covers };
  delete state.replanWanted;
  delete state.halt;
  delete state.replanFailed;
  state.lastReplan = number;
  recordReplanStarted(state, event);
  state.counters.replans += 1;
  if (cause.trigger === "person") state.counters.wishes += 1;
  if (cause.trigger === "person" || cause.lineage === undefined) return;
  const byLineage = state.counters.replansByLineage;
  setOwn(byLineage, cause.lineage, (getOwn(byLineage, cause.lineage) ?? 0) + 1);
}

export function applyReplanRefused(state: RunState, event: EventOf<"replan_refused">): void {
  countReplanTry(state, event.payload.reason);
  reopenCurrentEntry(state, event.payload.reason);
}

export function applyReplanFailed(state: RunState, event: EventOf<"replan_failed">): void {
  const { number, reason } = event.payload;
  state.replanFailed = { number, reason };
  countReplanTry(state, reason);
  closeCurrentEntry(state, "failed", event, reason);
  recordReplanIssues(state, event.payload.issues);
}

function countReplanTry(state: RunState, refused: Reason): void {
  const replan = state.replan as ReplanState;
  replan.tries += 1;
  replan.refused = refused;
}

export function applyReplanAdopted(state: RunState, event: EventOf<"replan_adopted">): void {
  recordRenamedTasks(state, event.payload.renamed);
  clearReplan(state);
  delete state.replanFailed;
}
