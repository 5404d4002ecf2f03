import { approvalIdOf } from "../../../ids";
import { getOwn } from "../../../own";
import type { CallAsk, WorkerCommand } from "../../commands";
import { obligationId } from "../../controls/obligations";
import { termsOfSay } from "../../controls/release/leave";
import { type DraftEvent, draft } from "../../events";
import { callKey, callOfGate, gatesOfTask } from "../../gates/of-task";
import { type GateVerb, verbsOfKind } from "../../gates/table";
import type { ApprovalState, RunState, TaskState } from "../../state";
import { taskOf } from "../../state/ready";
import { expectedTask, lateResult } from "../late-results";
import { deadline, openApproval } from "./open";

type Report<T extends WorkerCommand["type"]> = Extract<WorkerCommand, { type: T }>;

/**
 * Each call that may not run without a person opens a gate of its own, and the task waits for all of them. A call whose
 * end was told in the meantime asks nobody: when none is left, the attempt simply continues.
 */
export function decideCallsAsked(state: RunState, command: Report<"calls_asked">, now: number): DraftEvent[] {
  const task = expectedTask(state, command);
  if (!task) return lateResult(command.key, command.type);
  const { key, taskId, attempt, step } = command;
  const asks = command.asks.filter((ask) => !isAnswered(task, step, ask));
  if (asks.length === 0) {
    return [draft("effects_released", { keys: [key], cause: "calls_ended" })];
  }
  return asks.flatMap((ask, index) => {
    const approvalId = approvalIdOf(state.runId, state.approvalCount + index + 1);
    const effect = index === asks.length - 1 ? key : undefined;
    const isOfTool = ask.kind === "tool_input" || (ask.pause !== undefined && !ask.obligations);
    const terms = isOfTool ? answererTerms(state, taskId) : heldTerms(state, ask);
    return [
      openApproval(state, { ...callGate(ask, command, task.spec.agent, now), ...terms }, index + 1),
      draft("task_waiting", { taskId, attempt, approvalId }, effect),
    ];
  });
}

/** The people of the first obligation, who cover those of the others, and a reason where any of them takes one. */
function heldTerms(state: RunState, { obligations }: CallAsk) {
  if (!obligations) return {};
  const held = obligations.flatMap((id) => state.obligations.find((one) => obligationId(one) === id) ?? []);
  const [first] = held;
  if (!first || held.length < obligations.length)
    throw new Error(`No obligation ${obligations.join(", ")} in this run`);
  const { assignees, quorum, fourEyes } = first.terms;
  const requiresReason = held.some(({ terms }) => terms.requiresReason);
  return {
    obligations,
    assignees,
    quorum,
    fourEyes: fourEyes || state.settings.fourEyes,
    ...(requiresReason && { requiresReason }),
  };
}

/**
 * An answer to an agent is an instruction, and consent to a tool that asks lets it act: of work that people let act, or are
 * asked about, those are asked who may steer it, and as many of them have to give the same.
 */
function answererTerms(state: RunState, taskId: string) {
  const terms = termsOfSay(state, taskId).map((one) => one.terms);
  const named = terms.map(({ assignees }) => assignees).filter((people) => people.length > 0);
  const shared = (named[0] ?? []).filter((one) => named.every((people) => people.includes(one)));
  const fourEyes = terms.some((one) => one.fourEyes);
  return {
    assignees: shared.length > 0 ? shared : (named[0] ?? []),
    fourEyes: fourEyes || undefined,
    quorum: Math.max(1, ...terms.map(({ quorum }) => quorum)),
  };
}

/** Whether the worker that had started the call has told in the meantime what became of it. */
function isAnswered(task: TaskState, step: number, { kind, callId }: CallAsk): boolean {
  const key = callKey(step, callId);
  const isTold = (task.lateCalls ?? []).includes(key) || getOwn(task.verdicts, key)?.notBegun === true;
  return kind === "unknown_outcome" && isTold;
}

function callGate(
  ask: CallAsk,
  { taskId, attempt, step }: Report<"calls_asked">,
  agent: string | undefined,
  now: number,
) {
  const { kind, prompt, summary, shown, digest, callId, tool, definition, reasons, earlier, pause } = ask;
  const { ruledAt, elsewhere } = ask;
  const { timeoutSeconds } = pause ?? {};
  return {
    kind,
    taskId,
    ...(prompt !== undefined && { prompt }),
    ...(summary !== undefined && { question: { about: "call" as const, tool, agent, summary, reasons } }),
    shown,
    digest,
    verbs: verbsOfKind(kind),
    ...(pause && { pause }),
    ...(timeoutSeconds !== undefined && { ...deadline(now, timeoutSeconds), onTimeout: "reject" as const }),
    subject: {
      callId,
      tool,
      attempt,
      step,
      ...(definition !== undefined && { definition }),
      ...(ruledAt !== undefined && { ruledAt }),
      ...(elsewhere !== undefined && { elsewhere }),
      ...(pause && { pause: pause.reason }),
      ...(earlier && { earlier: earlier.preview, earlierAt: earlier.at }),
    },
  };
}

/** The attempt continues at its step when the last of its gates is answered. */
export function resumeTask(state: RunState, gate: ApprovalState, verb: GateVerb): DraftEvent[] {
  const taskId = gate.taskId as string;
  if (gatesOfTask(state, taskId).some(({ approvalId }) => approvalId !== gate.approvalId)) return [];
  const task = taskOf(state, taskId);
  const { callId } = callOfGate(gate, task);
  return [draft("task_resumed", { taskId, attempt: task.attempt, callId, verb })];
}

/**
 * What a worker without the lease still knows of a call that it had started. It answers the gate that asks about it;
 * anything else is evidence, which changes only that nobody is asked any more (docs/engine.md, "Late evidence").
 */
export function decideCallEndedLate(state: RunState, command: Report<"call_ended_late">): DraftEvent[] {
  const { key, taskId, attempt, step, callId, value, error } = command;
  const lateResultEvent = draft("late_result", {
    key,
    kind: "tool_finished",
    call: { taskId, attempt, step, callId },
    ...(value && { value }),
  });
  const task = getOwn(state.tasks, taskId);
  if (task?.attempt !== attempt) return [lateResultEvent];
  const gate = outcomeGateOf(state, task, { step, callId });
  if (!gate) return [lateResultEvent];
  const { approvalId } = gate;
  const because = { code: "late_end", ...(error !== undefined && { error: error.slice(0, 1_000) }) } as const;
  const answered = { verb: "happened", because, provenance: "auto" } as const;
  return [
    draft("approval_decided", { approvalId, ...answered, ...(value && { value }) }),
    ...resumeTask(state, gate, "happened"),
  ];
}

/**
 * A worker without the lease knows that nothing of a call was sent: it may run, and nobody needs to be asked about it. That
 * holds as long as no other worker has started the call since (docs/engine.md, "Late evidence").
 */
export function decideCallNotBegun(state: RunState, command: Report<"call_not_begun">): DraftEvent[] {
  const { key, type, taskId, attempt, step, callId, epoch } = command;
  const task = getOwn(state.tasks, taskId);
  if (task?.attempt !== attempt || getOwn(task.writing, callKey(step, callId))?.epoch !== epoch)
    return lateResult(key, type);
  const gate = outcomeGateOf(state, task, { step, callId });
  if (!gate) return [draft("call_not_begun", { taskId, attempt, step, callId })];
  const { approvalId } = gate;
  const because = { code: "not_begun" } as const;
  return [
    draft("approval_decided", { approvalId, verb: "run", because, provenance: "auto" }),
    ...resumeTask(state, gate, "run"),
  ];
}

/** The open gate that asks what became of a call. */
const outcomeGateOf = (
  state: RunState,
  task: TaskState,
  { step, callId }: { step: number; callId: string },
): ApprovalState | undefined =>
  gatesOfTask(state, task.id).find((one) => {
    const asked = callOfGate(one, task);
    return one.kind === "unknown_outcome" && asked.step === step && asked.callId === callId;
  });
