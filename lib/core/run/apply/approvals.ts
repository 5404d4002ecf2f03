import type { Round } from "../../comments/schema";
import { getOwn, setOwn } from "../../own";
import type { EventOf } from "../events";
import { gatesOfTask } from "../gates/of-task";
import { authorsOf } from "../gates/rules";
import { type GateVerb, gateRow, isAboutCall, isOfPlan, timeoutOf } from "../gates/table";
import { formOf } from "../gates/terms";
import { plainVote } from "../gates/votes";
import { statedReason } from "../reasons";
import type { ApprovalState, RunState, Vote } from "../state";
import { taskOf } from "../state/ready";

import { sendAnswerBack } from "./answer";
import { dropApproval } from "./approved-results";
import { recordCallVerdict } from "./calls";
import {
  holdChecks,
  noteSilentLeave,
  recordAnswerRelease,
  recordAsked,
  recordPlanApproval,
} from "./controls";
import { clearFaults } from "./effects";
import { holdAgain } from "./holds";
import { recordKept, recordWaiver } from "./offers";
import { approveRefinement } from "./refinement";
import { recordRejectedVersion, reopenCurrentEntry } from "./replan-history";
import { clearProposal } from "./tasks";
import type { Touched } from "./touched";
import { noteWishers } from "./wishers";

export function applyApprovalOpened(state: RunState, event: EventOf<"approval_opened">): void {
  const id = event.payload.approvalId;
  const verbs = verbsNow(state, event.payload);
  setOwn(state.approvals, id, {
    ...event.payload,
    verbs,
    status: "open",
    openedAt: event.at,
    openedSeq: event.seq,
  });
  setOwn(state.openApprovals, id, true);
  state.approvalCount += 1;
  const { kind, question, taskId } = event.payload;
  // What people asked at the question that it takes the place of still waits for a reply.
  const { asked } = askedBefore(state, event.payload) ?? {};
  if (asked) keepAsked(getOwn(state.approvals, id) as ApprovalState, asked);
  if (kind === "review_decision" && taskId !== undefined) recordAsked(state, taskOf(state, taskId));
  if (kind !== "plan_approval" || state.phase !== "executing") return;
  const isOfVersion = question?.about === "plan" && question.weakness !== undefined;
  state.unapproved = isOfVersion && state.unapproved !== "run" ? "version" : "run";
}

/** The question that this one asks again: the one that was taken away, or that of its task which nobody answered. */
function askedBefore(
  { approvals }: RunState,
  { approvalId, kind, taskId, supersedes = "" }: EventOf<"approval_opened">["payload"],
): ApprovalState | undefined {
  const before = getOwn(approvals, supersedes);
  if (before || taskId === undefined || isAboutCall(kind)) return before;
  return Object.values(approvals).findLast(
    (one) => one.approvalId !== approvalId && one.taskId === taskId && one.kind === kind && !one.decided,
  );
}

/** Approvals of earlier runs offered `respond`, which let them pass with whatever was said. */
function verbsNow(state: RunState, opened: EventOf<"approval_opened">["payload"]): GateVerb[] {
  const { kind, verbs } = opened;
  if (kind !== "human_review" || formOf(state, opened)) return verbs;
  return verbs.map((verb) => (verb === "respond" ? "ask" : verb));
}

export function applyApprovalAsked(state: RunState, event: EventOf<"approval_asked">): void {
  const { approvalId, words, digest } = event.payload;
  const approval = getOwn(state.approvals, approvalId) as ApprovalState;
  keepAsked(approval, [...(approval.asked ?? []), { by: event.actor, at: event.at, words }]);
  if (digest === undefined) return;
  approval.digest = digest;
  delete approval.votes;
}

/** Silence lets nothing pass that somebody has asked about. */
function keepAsked(approval: ApprovalState, asked: NonNullable<ApprovalState["asked"]>): void {
  approval.asked = asked;
  const { onTimeout, kind } = approval;
  if (onTimeout !== undefined) approval.onTimeout = timeoutOf(onTimeout, kind, true);
}

const WISHES: ReadonlySet<GateVerb> = new Set(["request_changes", "reject", "retry"]);

export function applyApprovalDecided(
  state: RunState,
  event: EventOf<"approval_decided">,
  touched: Touched,
): void {
  const { approvalId, verb, comment, because, value, items, channel, provenance, unheard } = event.payload;
  const approval = closeApproval(state, approvalId, "decided");
  if (unheard) approval.unheard = unheard;
  approval.decided = {
    by: event.actor,
    at: event.at,
    verb,
    provenance,
    ...(comment !== undefined && { comment }),
    ...(because && { because }),
    ...(value && { value }),
    ...(items && { items }),
    ...(channel && { channel }),
  };
  const verdict = {
    verb,
    ...(comment !== undefined && { comment }),
    ...(value && { value }),
    ...(because?.code === "not_begun" && { notBegun: true as const }),
  };
  recordCallVerdict(state, approval, verdict, event.actor, touched);
  // A rejection, too, says what the next plan shall do otherwise, to the one who writes it.
  const isWish = WISHES.has(verb) && (comment?.trim() || items || event.payload.round);
  if (isWish && !isAboutCall(approval.kind)) noteWishers(state, event.actor, event.payload.round);
  if (approval.kind === "human_review" && (verb === "reject" || verb === "request_changes"))
    dropApproval(state, taskOf(state, approval.taskId as string).spec);
  if (isOfPlan(approval.kind) && verb === "approve" && provenance === "person")
    state.planSettled = "approved";
  if (approval.kind === "plan_approval") answerPlan(state, approval, event);
  if (approval.kind === "plan_change") joinRound(state, event.payload.round);
  if (verb === "approve" && gateRow(approval.kind).aboutOffer) recordWaiver(state, approval);
  if (verb === "reject" && provenance === "person" && approval.kind === "control_waiver")
    recordKept(state, approval);
  if (verb === "approve" && approval.kind === "answer_release") recordAnswerRelease(state, approval);
  if (verb === "request_changes" && approval.kind === "answer_release") sendAnswerBack(state);
  if (verb === "approve" && approval.kind === "plan_refinement") approveRefinement(state);
  if (verb !== "retry") return;
  if (approval.kind === "model_unavailable")
    clearFaults(state, provenance === "auto" ? approval.subject?.model : undefined);
  if (approval.kind !== "replan_failed" || !state.replanFailed) return;
  reopenCurrentEntry(state, state.replanFailed.reason);
  delete state.replanFailed;
}

/** A plan that runs already is changed by a replan; one that does not is redrafted. */
function answerPlan(
  state: RunState,
  { approvalId, planVersion }: ApprovalState,
  event: EventOf<"approval_decided">,
): void {
  const { verb, comment = "", provenance, round } = event.payload;
  if (verb === "approve") {
    if (state.unapproved === "run") holdAgain(state, event.at);
    delete state.unapproved;
  }
  if (verb === "approve" && provenance === "person") {
    holdChecks(state, "approval");
    noteSilentLeave(state);
    recordPlanApproval(state, approvalId);
  }
  if (verb === "request_changes" && state.phase === "planning") {
    state.planFeedback = comment;
    recordRound(state, round);
  }
  if (verb === "reject")
    recordRejectedVersion(state, planVersion, event, comment ? statedReason(comment) : { code: "rejected" });
}

/** A round is a wish, also where it is answered by another draft. */
function recordRound(state: RunState, round: Round | undefined): void {
  if (!round) return;
  state.planRound = round;
  state.counters.draftRounds = (state.counters.draftRounds ?? 0) + 1;
}

/** The change is written again for these comments, and for those that it was wished for in the first place. */
function joinRound({ replan }: RunState, round: Round | undefined): void {
  if (!replan || !round) return;
  const isAgain = ({ id }: Round["comments"][number]) => round.comments.some((one) => one.id === id);
  const earlier = replan.cause.round?.comments.filter((one) => !isAgain(one)) ?? [];
  replan.cause = { ...replan.cause, round: { ...round, comments: [...earlier, ...round.comments] } };
}

export function applyApprovalVoted(state: RunState, event: EventOf<"approval_voted">): void {
  const { approvalId, by, comment, value, items, dropped = [] } = event.payload;
  const approval = getOwn(state.approvals, approvalId) as ApprovalState;
  const { verb = plainVote(approval.kind), digest = approval.digest } = event.payload;
  const vote: Vote = {
    by,
    at: event.at,
    verb,
    digest,
    ...(value && { value }),
    ...(comment !== undefined && { comment }),
    ...(items && { items }),
  };
  const gone = new Set([by, ...dropped].map(({ id }) => id));
  approval.votes = [...(approval.votes ?? []).filter((one) => !gone.has(one.by.id)), vote];
}

/** Under four eyes a vote counts for nothing once the one who gave it is an author of what is asked about. */
export function dropVotesOfAuthors(state: RunState): void {
  const authors = new Set(authorsOf(state).map(({ id }) => id));
  for (const approvalId of Object.keys(state.openApprovals)) {
    const gate = getOwn(state.approvals, approvalId) as ApprovalState;
    if (gate.fourEyes && gate.votes) gate.votes = gate.votes.filter(({ by }) => !authors.has(by.id));
  }
}

/** Whom it is handed on to may answer in addition to those who could before; nobody named means everyone. */
export function applyApprovalEscalated(state: RunState, event: EventOf<"approval_escalated">): void {
  const { approvalId, number, to, deadlineAt, reason, byOutsider } = event.payload;
  const approval = getOwn(state.approvals, approvalId) as ApprovalState;
  const { assignees, handedOn = [] } = approval;
  approval.assignees = to.length === 0 || assignees.length === 0 ? [] : [...assignees, ...to];
  if (number !== undefined) approval.escalations = number;
  if (deadlineAt !== undefined) approval.deadlineAt = deadlineAt;
  if (reason === undefined || event.actor.kind !== "person") return;
  const { id, name } = event.actor;
  const outsider = byOutsider ? { outsider: true } : {};
  approval.handedOn = [...handedOn, { by: { id, name }, at: event.at, to, reason, ...outsider }];
}

export function applyApprovalHeldOpen(state: RunState, event: EventOf<"approval_held_open">): void {
  delete (getOwn(state.approvals, event.payload.approvalId) as ApprovalState).deadlineAt;
}

/**
 * Without a successor its task is at work again: the question is prepared again, in the same attempt; of a call once the
 * other calls of its step are answered.
 */
export function applyApprovalSuperseded(
  state: RunState,
  event: EventOf<"approval_superseded">,
  touched: Touched,
): void {
  const { approvalId, by } = event.payload;
  const { taskId } = closeApproval(state, approvalId, "superseded");
  if (by !== undefined || taskId === undefined) return;
  touched.tasks.add(taskId);
  const task = taskOf(state, taskId);
  const [other] = gatesOfTask(state, taskId);
  if (other) {
    task.approvalId = other.approvalId;
    return;
  }
  task.status = "running";
  task.askedAgain = (task.askedAgain ?? 0) + 1;
  delete task.approvalId;
  clearProposal(task);
  delete state.waiting[taskId];
  setOwn(state.active, taskId, true);
}

/** Of a call that nobody spoke of in time its agent learns just that. */
export function applyApprovalExpired(
  state: RunState,
  event: EventOf<"approval_expired">,
  touched: Touched,
): void {
  const { approvalId, verb } = event.payload;
  const verdict = { verb, silent: true } as const;
  recordCallVerdict(state, closeApproval(state, approvalId, "expired"), verdict, event.actor, touched);
}

export function applyApprovalRetained(state: RunState, event: EventOf<"approval_retained">): void {
  (getOwn(state.approvals, event.payload.approvalId) as ApprovalState).planVersion =
    event.payload.planVersion;
}

/** Who could let a plan that runs pass has done so with a version of their own. */
export function applyApprovalCancelled(state: RunState, event: EventOf<"approval_cancelled">): void {
  const { approvalId, reason } = event.payload;
  const { kind } = closeApproval(state, approvalId, "cancelled");
  if (kind !== "plan_approval" || reason.code !== "plan_edited") return;
  delete state.unapproved;
  if (state.planSettled === "approved") recordPlanApproval(state);
}

export function closeApproval(state: RunState, id: string, status: ApprovalState["status"]): ApprovalState {
  const approval = getOwn(state.approvals, id) as ApprovalState;
  approval.status = status;
  delete state.openApprovals[id];
  return approval;
}
