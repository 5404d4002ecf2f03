import { gateSpec } from "../../../plan/schema";
import type { WorkerCommand } from "../../commands";
import { type DraftEvent, draft } from "../../events";
import { givenAnswerFor } from "../../gates/given";
import { denialReason } from "../../gates/rules";
import { humanGateVerbs, needOf } from "../../gates/table";
import type { ApprovalState, RunState, TaskState } from "../../state";
import { expectedTask, lateResult } from "../late-results";
import { gateConsequences } from "./consequences";
import { deadline, nextApprovalId, openApproval } from "./open";

type Opened = Extract<DraftEvent, { type: "approval_opened" }>;

/** What the gate shows is known: the question goes to people, and the task waits. */
export function decideGateShown(
  state: RunState,
  command: Extract<WorkerCommand, { type: "gate_shown" }>,
  now: number,
): DraftEvent[] {
  const task = expectedTask(state, command);
  if (!task) return lateResult(command.key, command.type);
  const gate = task.spec.gate ?? gateSpec.parse({});
  const { assignees, quorum, fourEyes, requiresReason, timeoutSeconds, onTimeout, escalateTo } = gate;
  const opened = openApproval(state, {
    kind: "human_review",
    taskId: task.id,
    prompt: command.prompt,
    ...(command.quotes && { quotes: command.quotes }),
    digest: command.digest,
    shown: command.shown,
    verbs: humanGateVerbs(gate, command.fits ?? false),
    assignees,
    quorum,
    ...(fourEyes !== undefined && { fourEyes }),
    ...(requiresReason && { requiresReason }),
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
  const { verb, reason: comment } = given;
  if (needOf(verb, opened.payload) === "comment" && !comment?.trim()) return [];
  const words = comment === undefined ? { because: { code: "given_with_run" } as const } : { comment };
  const answer = { verb, ...words, provenance: "session_rule" as const };
  const gate: ApprovalState = { ...opened.payload, status: "open", openedAt: now, openedSeq: state.seq };
  return [
    draft("approval_decided", { approvalId, ...answer }),
    ...gateConsequences(state, gate, answer, now),
  ];
}
