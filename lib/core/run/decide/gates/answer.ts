import { type Decision, type GateSpec, gateSpec } from "../../../plan/schema";
import type { PersonCommand, WorkerCommand } from "../../commands";
import { type DraftEvent, draft } from "../../events";
import type { GateVerb } from "../../events/approvals";
import type { Provenance } from "../../events/envelope";
import { givenAnswerFor, givenReason } from "../../gates/given";
import { authorsOf, denialReason } from "../../gates/rules";
import type { ApprovalState, RunState, TaskState } from "../../state";
import { taskOf } from "../../state/ready";
import { replaceModel, replacementRefusal } from "../effect-failures";
import { beginFinishing, finishRun } from "../finish";
import { expectedTask, lateResult } from "../late-results";
import { budgetRaised, finishForBudget, raiseRefusal, requestedRaise } from "../ledger";
import { endIteration } from "../plan/draft";
import { type Decided, refuse } from "../refuse";
import { applyDecision, missingReason } from "../reviews";
import { succeed } from "../tasks/attempts";
import { failAttempt } from "../tasks/failure";
import { deadline, nextApprovalId, openApproval } from "./open";
import { resumeTask } from "./tool-calls";

/** What people can say to a human review; `edit` and `respond` bring a value, `request_changes` a comment. */
export const HUMAN_REVIEW_VERBS: GateVerb[] = ["approve", "edit", "respond", "reject", "request_changes"];

/** Several people can only approve one and the same thing; a form is filled in, unless what is shown has its form. */
function verbsOf({ quorum, form }: Pick<GateSpec, "quorum" | "form">, fits: boolean): GateVerb[] {
  const without: string[] =
    quorum > 1 ? ["edit", "respond"] : form ? ["edit", ...(fits ? [] : ["approve"])] : [];
  return HUMAN_REVIEW_VERBS.filter((verb) => !without.includes(verb));
}

type Opened = Extract<DraftEvent, { type: "approval_opened" }>;
type DecideApproval = Extract<PersonCommand, { type: "decide_approval" }>;

/** What the gate shows is known: the question goes to people, and the task waits. */
export function decideGateShown(
  state: RunState,
  command: Extract<WorkerCommand, { type: "gate_shown" }>,
  now: number,
): DraftEvent[] {
  const task = expectedTask(state, command);
  if (!task) return lateResult(command.key, command.type);
  const gate = task.spec.gate ?? gateSpec.parse({});
  const { assignees, quorum, fourEyes, timeoutSeconds, onTimeout, escalateTo } = gate;
  const opened = openApproval(state, {
    kind: "human_review",
    taskId: task.id,
    prompt: command.prompt,
    digest: command.digest,
    shown: command.shown,
    verbs: verbsOf(gate, command.fits ?? false),
    assignees,
    quorum,
    ...(fourEyes !== undefined && { fourEyes }),
    ...(timeoutSeconds !== undefined && { ...deadline(now, timeoutSeconds), onTimeout }),
    ...(escalateTo && { escalateTo }),
  });
  const waiting = { taskId: task.id, attempt: task.attempt, approvalId: nextApprovalId(state) };
  const events = [opened, draft("task_waiting", waiting, command.key)];
  return [...events, ...answeredInAdvance(state, task, opened as Opened, now)];
}

/** The answer that came with the run, where the gate does not bind its answers to people. */
function answeredInAdvance(state: RunState, task: TaskState, opened: Opened, now: number): DraftEvent[] {
  const given = givenAnswerFor(state, task);
  const { approvalId, verbs } = opened.payload;
  if (!given || !verbs.includes(given.verb) || denialReason(opened.payload, [], undefined, given.verb))
    return [];
  const answer = { verb: given.verb, comment: givenReason(given), provenance: "session_rule" as const };
  const gate: ApprovalState = { ...opened.payload, status: "open", openedAt: now, openedSeq: state.seq };
  return [
    draft("approval_decided", { approvalId, ...answer }),
    ...gateConsequences(state, gate, answer, now),
  ];
}

/** One decision, one effect: only an open gate, before its deadline, on what was shown, by an allowed verb. */
export function decideApproval(state: RunState, command: DecideApproval, now: number): Decided {
  const approval = state.approvals[command.approvalId];
  if (!approval) return refuse("not_found", `There is no gate ${command.approvalId} in this run.`);
  if (approval.status !== "open") return refuseClosed(approval);
  if (approval.deadlineAt !== undefined && approval.deadlineAt <= now) {
    return refuse("expired", formatExpired(approval), { deadlineAt: approval.deadlineAt });
  }
  if (command.digest !== undefined && command.digest !== approval.digest) {
    return refuse("superseded", "What this gate shows has changed since you saw it. Load it again.", {
      digest: approval.digest,
    });
  }
  if (!approval.verbs.includes(command.verb)) {
    return refuse(
      "invalid_input",
      `"${command.verb}" is not possible here. Use one of: ${approval.verbs.join(", ")}.`,
    );
  }
  const refused =
    denialReason(approval, authorsOf(state), command.by, command.verb) ??
    incompleteAnswer(state, approval, command, now);
  if (refused) return refused;
  const vote = castVote(approval, command);
  if (vote && "refused" in vote) return vote.refused;
  if (vote && !vote.enough) return vote.events;
  const { approvalId, verb, comment, value, provenance } = command;
  const decided = draft("approval_decided", {
    approvalId,
    verb,
    provenance,
    ...(comment !== undefined && { comment }),
    ...(value && { value }),
  });
  return [...(vote?.events ?? []), decided, ...gateConsequences(state, approval, command, now)];
}

function formatExpired({ onTimeout = "" }: ApprovalState): string {
  const passed = "The deadline of this gate has passed";
  if (onTimeout === "escalate") return `${passed}: it is being handed on. Look again in a moment.`;
  if (onTimeout === "pause") return `${passed}: the run is being paused. Answer again in a moment.`;
  return `${passed}; it counts as ${onTimeout}.`;
}

/** Verbs that say nothing without a value. */
const VERBS_WITH_VALUE: ReadonlySet<string> = new Set(["edit", "respond", "happened"]);

/** What the value is, where it is no result of a task. */
const VALUE_LABELS: Partial<Record<ApprovalState["kind"], string>> = {
  tool_approval: "the arguments to run with",
  tool_input: "the answer",
};

/** Some verbs need words or a value; without them nothing is decided. */
function incompleteAnswer(state: RunState, approval: ApprovalState, command: DecideApproval, now: number) {
  const { verb, comment, value } = command;
  if (approval.kind === "review_decision" && verb !== "approve") {
    return missingReason(taskOf(state, approval.taskId as string), verb, comment);
  }
  if (approval.kind === "budget" && verb === "raise")
    return raiseRefusal(state, requestedRaise(state, approval, value, now), now);
  if (approval.kind === "model_unavailable" && verb === "other") return replacementRefusal(approval, value);
  if (verb === "request_changes" && !comment?.trim())
    return refuse("invalid_input", "Say what should change.");
  if (VERBS_WITH_VALUE.has(verb) && !value) {
    return refuse(
      "invalid_input",
      `"${verb}" needs ${VALUE_LABELS[approval.kind] ?? "the value that becomes the result"}.`,
    );
  }
  return;
}

function refuseClosed(approval: ApprovalState): Decided {
  const { decided, status } = approval;
  if (!decided) return refuse("superseded", `This gate is no longer open: it is ${status}.`, { status });
  const by = decided.by.kind === "person" ? decided.by.name : decided.by.kind;
  return refuse("already_decided", `${by} decided this gate already: ${decided.verb}.`, {
    by,
    verb: decided.verb,
    at: decided.at,
    comment: decided.comment ?? null,
  });
}

type GateAnswer = Pick<DecideApproval, "verb" | "comment" | "value" | "tail"> & { provenance: Provenance };

/** What an answer does, by the kind of gate; also used when a deadline answers. */
export function gateConsequences(
  state: RunState,
  approval: ApprovalState,
  answer: GateAnswer,
  now: number,
): DraftEvent[] {
  switch (approval.kind) {
    case "human_review":
      return answerHumanReview(state, approval, answer, now);
    case "review_decision":
      return answerReview(state, approval, answer, now);
    case "plan_approval":
      return answerPlan(state, answer, now);
    case "unknown_outcome":
    case "tool_approval":
    case "tool_input":
      if (answer.verb === "abort") return finishRun(state, "aborted_by_person", now, messageOf(answer));
      return resumeTask(state, approval, answer.verb);
    case "budget":
      return answerBudget(state, approval, answer, now);
    case "model_unavailable":
      if (answer.verb === "other") return replaceModel(state, approval, answer.value);
      return answerFault(state, approval, answer, now);
    default:
      return answerFault(state, approval, answer, now);
  }
}

function answerHumanReview(
  state: RunState,
  approval: ApprovalState,
  answer: GateAnswer,
  now: number,
): DraftEvent[] {
  const task = taskOf(state, approval.taskId as string);
  const value = answer.verb === "approve" ? approval.shown : answer.value;
  const rejects = answer.verb === "reject" || answer.verb === "request_changes";
  if (!rejects && value) return [succeed(state, task, value, "gate")];
  const diagnosis = answer.comment?.trim() || "rejected without a comment";
  const code = answer.verb === "request_changes" ? "changes_requested" : "rejected";
  return failAttempt(state, task, { code, diagnosis }, now);
}

/** A drafted plan runs, is drafted anew with the comment, or ends the run. */
function answerPlan(state: RunState, answer: GateAnswer, now: number): DraftEvent[] {
  if (state.phase === "executing") return answerNewVersion(state, answer, now);
  if (answer.verb === "approve") return [draft("run_started", {})];
  if (answer.verb !== "reject") return [];
  const { iteration } = state;
  if (iteration) return endIteration(state, iteration, answer.comment ?? "its plan was rejected", now);
  return finishRun(state, "plan_rejected", now, messageOf(answer));
}

/** A version that a replan brought goes on, is replaced by another replan, or ends the run with what it has. */
function answerNewVersion(state: RunState, { verb, comment = "" }: GateAnswer, now: number): DraftEvent[] {
  if (verb === "approve") return [];
  if (verb === "request_changes") {
    return [draft("replan_requested", { cause: { trigger: "person", reason: comment.slice(0, 2_000) } })];
  }
  const message = `Plan version ${state.planVersion} was rejected: ${comment || "no reason given"}`;
  const answered = state.counters.iterations > 0;
  return finishRun(state, answered ? "completed_early" : "plan_rejected", now, { message });
}

function answerReview(
  state: RunState,
  approval: ApprovalState,
  answer: GateAnswer,
  now: number,
): DraftEvent[] {
  const task = taskOf(state, approval.taskId as string);
  const { proposal } = task;
  const decision = (answer.verb === "approve" ? proposal?.decision : answer.verb) as Decision;
  const reasoning = answer.comment?.trim() || proposal?.reasoning || "decided without a comment";
  const { provenance, tail, value } = answer;
  const given = { ...(tail !== undefined && { tail }), ...(value && { finalResult: value }) };
  const { approvalId } = approval;
  return applyDecision(state, task, { decision, reasoning, provenance, approvalId, ...given }, now);
}

function answerBudget(
  state: RunState,
  approval: ApprovalState,
  answer: GateAnswer,
  now: number,
): DraftEvent[] {
  if (answer.verb === "raise") return [budgetRaised(requestedRaise(state, approval, answer.value, now))];
  if (answer.verb !== "complete") return answerFault(state, approval, answer, now);
  return finishForBudget(state, String(approval.subject?.counter), now, approval.approvalId);
}

/** `retry` goes on by itself once the gate is closed. */
function answerFault(
  state: RunState,
  approval: ApprovalState,
  answer: GateAnswer,
  now: number,
): DraftEvent[] {
  if (answer.verb === "abort") return finishRun(state, "aborted_by_person", now, messageOf(answer));
  if (answer.verb !== "complete") return [];
  return beginFinishing(state, { reason: "completed_early" }, approval.approvalId);
}

const messageOf = (answer: GateAnswer): { message?: string } =>
  answer.comment === undefined ? {} : { message: answer.comment };

/**
 * One approval of a gate that takes several: the vote, whether it is the last that was missing, or why it does not
 * count. Undefined where an answer decides by itself: without a quorum, and whenever it does not approve.
 */
function castVote(
  gate: ApprovalState,
  { verb, by, comment }: DecideApproval,
): { events: DraftEvent[]; enough: boolean } | { refused: Exclude<Decided, DraftEvent[]> } | undefined {
  const { approvalId, quorum = 1, votes = [] } = gate;
  if (quorum === 1 || verb !== "approve" || !by) return;
  const missing = quorum - votes.length;
  const earlier = votes.find((vote) => vote.by.id === by.id);
  if (earlier) {
    const message = `You have approved this already, and count once: ${missing} more ${missing === 1 ? "person has" : "people have"} to.`;
    return { refused: refuse("not_allowed_now", message, { quorum, votes: votes.length, at: earlier.at }) };
  }
  const voted = draft("approval_voted", {
    approvalId,
    by: { id: by.id, name: by.name },
    ...(comment !== undefined && { comment }),
  });
  return { events: [voted], enough: missing === 1 };
}
