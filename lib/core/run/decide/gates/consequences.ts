import type { PersonCommand } from "../../commands";
import { type DraftEvent, draft } from "../../events";
import type { Provenance } from "../../events/envelope";
import type { SimpleReason } from "../../events/reason";
import { hasRejected, itemsReason } from "../../gates/items";
import { answerRow, toDecision } from "../../gates/table";
import { statedReason, wishOf } from "../../reasons";
import { wordsIn } from "../../replans/refusal";
import type { ApprovalState, RunState } from "../../state";
import { taskOf } from "../../state/ready";
import { replaceModel } from "../effect-failures";
import { beginFinishing, finishRun } from "../finish";
import { budgetRaised, finishForBudget, requestedRaise } from "../ledger";
import { endIteration } from "../plan/draft";
import { declineOffered, rewriteOffered } from "../plan/offered";
import { declineRefinement } from "../plan/refine";
import { applyDecision, statedReasoning, tailGiven } from "../reviews";
import { succeed } from "../tasks/attempts";
import { failAttempt } from "../tasks/failure";
import { resumeTask } from "./tool-calls";

type DecideApproval = Extract<PersonCommand, { type: "decide_approval" }>;
type GateAnswer = Pick<
  DecideApproval,
  "verb" | "comment" | "value" | "tail" | "released" | "round" | "items" | "by"
> & {
  provenance: Provenance;
  /** Stands for the comment where no person answered. */
  because?: SimpleReason;
};

/** What an answer does, as the table of gates names it; also used when a deadline answers. */
export function gateConsequences(
  state: RunState,
  approval: ApprovalState,
  answer: GateAnswer,
  now: number,
): DraftEvent[] {
  if (approval.kind === "review_decision") return answerReview(state, approval, answer, now);
  switch (answerRow(approval.kind, answer.verb)?.leadsTo) {
    case "pass_shown":
    case "pass_edited":
    case "pass_given":
    case "fail_task":
    case "fail_with_changes":
      return answerHumanReview(state, approval, answer, now);
    case "start_plan":
    case "redraft_plan":
    case "reject_plan":
      return answerPlan(state, answer, now);
    case "keep_version":
      return declineVersion(state, approval, answer, now);
    case "decline_change":
    case "rewrite_change":
      return answerChange(state, approval, answer, now);
    case "leave_plan":
      return declineRefinement(state, answer);
    case "withhold_answer":
      return finishRun(state, "aborted_by_person", now, {
        because: [keptReason(String(approval.subject?.control), answer)],
      });
    case "run_call":
    case "run_edited_call":
    case "refuse_call":
    case "answer_call":
    case "leave_unanswered":
    case "take_outcome":
    case "repeat_call":
      return resumeTask(state, approval, answer.verb);
    case "raise_limit":
      return [budgetRaised(requestedRaise(state, approval, answer.value, now))];
    case "finish_without_budget":
      return finishForBudget(state, String(approval.subject?.counter), now, approval.approvalId);
    case "finish_early":
      return beginFinishing(state, { reason: "completed_early" }, approval.approvalId);
    case "end_run":
      return finishRun(state, "aborted_by_person", now, endingOf(answer));
    case "replace_model":
      return replaceModel(state, approval, answer.value);
    default:
      // What is tried again is wanted by itself once the gate is closed.
      return [];
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
  const { items } = answer;
  const diagnosis =
    items && hasRejected(items)
      ? itemsReason(items, answer.comment)
      : (reasonOf(answer) ?? { code: "rejected" as const });
  const code = answer.verb === "request_changes" ? "changes_requested" : "rejected";
  return failAttempt(state, task, { code, diagnosis }, now);
}

/** A drafted plan runs, is redrafted with the comment, or ends the run. */
function answerPlan(state: RunState, answer: GateAnswer, now: number): DraftEvent[] {
  if (state.phase === "executing") return answerNewVersion(state, answer, now);
  if (answer.verb === "approve") return [draft("run_started", {})];
  if (answer.verb !== "reject") return [];
  const { iteration } = state;
  if (iteration) return endIteration(state, iteration, reasonOf(answer) ?? { code: "rejected" }, now);
  const refusal = versionRefused(state.planVersion, answer);
  if (refusal) return finishRun(state, "aborted_by_person", now, { because: [refusal] });
  return finishRun(state, "plan_rejected", now, endingOf(answer));
}

/** That a person rejected this version; undefined where nobody did, but the time to answer was over. */
function versionRefused(
  planVersion: number,
  { by, provenance, comment }: GateAnswer,
): SimpleReason | undefined {
  if (!by || provenance !== "person") return;
  return { code: "person_refused", verb: "rejected", by: by.name, planVersion, ...wordsIn(comment) };
}

/** A version that a replan brought continues, is replaced by another replan, or ends the run with what it has. */
function answerNewVersion(state: RunState, answer: GateAnswer, now: number): DraftEvent[] {
  const { verb, comment = "", round } = answer;
  if (verb === "approve") return [];
  if (verb === "request_changes") return [draft("replan_requested", { cause: wishOf(comment, round) })];
  const { planVersion } = state;
  const refusal = versionRefused(planVersion, answer);
  const because = [refusal ?? { code: "version_rejected" as const, planVersion, ...wordsIn(comment) }];
  const unanswered = refusal ? "aborted_by_person" : "plan_rejected";
  return finishRun(state, state.counters.iterations > 0 ? "completed_early" : unanswered, now, { because });
}

function declineVersion(
  state: RunState,
  { approvalId, question }: ApprovalState,
  answer: GateAnswer,
  now: number,
): DraftEvent[] {
  const control = question?.about === "control" ? question.weakened.title : "";
  return state.offered
    ? declineOffered(state, state.offered, keptReason(control, answer), now, approvalId, true)
    : [];
}

/** The version in force of a settled plan stays, or its change is written again as people say. */
function answerChange(
  state: RunState,
  { approvalId, question }: ApprovalState,
  { verb, comment = "", because, round }: GateAnswer,
  now: number,
): DraftEvent[] {
  const { offered } = state;
  if (!offered) return [];
  const text = comment.trim().slice(0, 1_000);
  if (verb === "request_changes") {
    const isOfVersion = question?.about === "plan_change" || question?.about === "control";
    const proposed = isOfVersion ? { proposed: question.changes } : {};
    const sent = round && { sent: { round: round.number, comments: round.comments.length } };
    const wanted = { code: "changes_requested", text, ...sent, ...proposed } as const;
    return rewriteOffered(state, offered, wanted, approvalId);
  }
  const rejected = {
    code: "version_rejected",
    planVersion: offered.version,
    ...(text !== "" && { text }),
  } as const;
  return declineOffered(state, offered, because ?? rejected, now, approvalId);
}

const keptReason = (control: string, { comment = "" }: GateAnswer): SimpleReason => {
  const text = comment.trim().slice(0, 1_000);
  return { code: "control_kept", control, ...(text !== "" && { text }) };
};

function answerReview(
  state: RunState,
  approval: ApprovalState,
  answer: GateAnswer,
  now: number,
): DraftEvent[] {
  const task = taskOf(state, approval.taskId as string);
  const { proposal } = task;
  const decision = answer.verb === "approve" && proposal ? proposal.decision : toDecision(answer.verb);
  const proposed = proposal?.reasoning ? statedReasoning(proposal.reasoning) : undefined;
  const reasoning = reasonOf(answer) ?? proposed ?? { code: "no_comment" as const };
  const { provenance, value, by } = answer;
  const given = { ...tailGiven(answer), ...(value && { finalResult: value }) };
  const { approvalId } = approval;
  return applyDecision(state, task, { decision, reasoning, provenance, approvalId, by, ...given }, now);
}

/** The person's words, else why nobody said any; undefined for an answer without a comment. */
function reasonOf({ comment, because }: GateAnswer): SimpleReason | undefined {
  const words = comment?.trim();
  return words ? statedReason(words) : because;
}

function endingOf(answer: GateAnswer): { because: SimpleReason[] } {
  const reason = reasonOf(answer);
  return { because: reason ? [reason] : [] };
}
