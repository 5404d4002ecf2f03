import type { Decision } from "../../plan/schema";
import { previewOf, storeValue } from "../../stored-value";
import type { WorkerCommand } from "../commands";
import type { Provenance } from "../envelope";
import { type DraftEvent, draft } from "../events";
import type { Proposal } from "../events/reviews";
import type { RunState, TaskState } from "../state";
import { nextApprovalId, openApproval } from "./approvals";
import { succeed } from "./attempts";
import { finishRun } from "./finish";
import { expectedTask, lateResult } from "./late";

export const DEFAULT_REVIEW_DEADLINE_SECONDS = 3_600;
export const REVIEW_VERBS: Decision[] = ["CONTINUE", "REPLAN", "COMPLETE", "ABORT"];

/** A proposal is held, put before a person, or (mode auto) held for no time at all; settling applies it. */
export function decideReviewRead(
  state: RunState,
  command: Extract<WorkerCommand, { type: "review_read" }>,
  now: number,
): DraftEvent[] {
  const task = expectedTask(state, command);
  if (!task) return lateResult(command.key, command.type);
  const { taskId, attempt, proposal, problem, key } = command;
  const { reviewMode, reviewHoldMs } = state.settings;
  const byPerson = !proposal || reviewMode === "manual" || task.spec.review?.requiresHumanApproval === true;
  const facts = { taskId, attempt, ...(proposal && { proposal }), ...(problem !== undefined && { problem }) };
  if (byPerson)
    return [draft("review_proposed", facts, key), ...askPerson(state, task, proposal, problem, now)];
  const heldUntil = reviewMode === "hold" ? now + reviewHoldMs : now;
  return [draft("review_proposed", { ...facts, heldUntil }, key)];
}

function askPerson(
  state: RunState,
  task: TaskState,
  proposal: Proposal | undefined,
  problem: string | undefined,
  now: number,
): DraftEvent[] {
  const review = task.spec.review;
  const seconds = review?.approvalTimeoutSeconds ?? DEFAULT_REVIEW_DEADLINE_SECONDS;
  const opened = openApproval(state, {
    kind: "review_decision",
    taskId: task.id,
    prompt: proposal
      ? `${task.spec.title}: the reviewer proposes ${proposal.decision}. ${proposal.reasoning}`
      : `${task.spec.title}: no decision could be read (${problem ?? "unknown reason"}). Decide yourself.`,
    verbs: proposal ? ["approve", ...REVIEW_VERBS] : REVIEW_VERBS,
    deadlineAt: now + seconds * 1_000,
    onTimeout: review?.onTimeout ?? "abort",
  });
  const waiting = { taskId: task.id, attempt: task.attempt, approvalId: nextApprovalId(state) };
  return [opened, draft("task_waiting", waiting)];
}

type Verdict = { decision: Decision; reasoning: string; provenance: Provenance; approvalId?: string };

/** The one place where a review's decision takes effect, whoever made it. */
export function applyDecision(state: RunState, task: TaskState, verdict: Verdict, now: number): DraftEvent[] {
  const { decision, provenance, approvalId } = verdict;
  const reasoning = previewOf(verdict.reasoning, 2_000);
  const proposal = task.proposal?.decision === decision ? task.proposal : undefined;
  const { stored } = storeValue({ decision, reasoning, provenance });
  const decided = draft("review_decided", {
    taskId: task.id,
    decision,
    reasoning,
    provenance,
    ...(approvalId !== undefined && { approvalId }),
    ...(proposal?.tail !== undefined && { tail: proposal.tail }),
    ...(proposal?.finalResult && { finalResult: proposal.finalResult }),
  });
  const events = [succeed(state, task, stored, "review"), decided];
  if (decision !== "ABORT") return events;
  const reason =
    provenance === "person" || provenance === "session_rule" ? "aborted_by_person" : "aborted_by_review";
  return [...events, ...finishRun(state, reason, now, { message: reasoning })];
}
