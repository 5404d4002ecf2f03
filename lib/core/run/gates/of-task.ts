import { getOwn } from "../../own";
import type { ApprovalState, AttemptState, RunState, TaskState } from "../state";
import type { ItemVerdict } from "./items";
import { type GateVerb, holdsTask, isAboutCall } from "./table";

/** One name for one call of an attempt: providers may use the same call id in every turn. */
export const callKey = (step: number, callId: string): string => `${step}/${callId}`;

/** The call that a gate asks about. Gates of earlier runs name no step: theirs is the attempt's last. */
export function callOfGate({ subject }: ApprovalState, task: TaskState): { step: number; callId: string } {
  const step = subject?.step ?? (task.attempts.at(-1) as AttemptState).steps;
  return { step: Number(step), callId: String(subject?.callId) };
}

/**
 * The tool's definition in the last question about a call, where it was taken away before anybody answered; undefined
 * where none was.
 */
export function definitionAskedAbout(state: RunState, task: TaskState, key: string): string | undefined {
  const last = gatesOnCall(state, task, key).at(-1);
  const definition = last?.status === "superseded" ? last.subject?.definition : undefined;
  return definition === undefined ? undefined : String(definition);
}

/** Verdicts on the items of a list in the arguments of a call, as they came with the last answer of this kind to it. */
export function itemsOfCall(
  state: RunState,
  task: TaskState,
  key: string,
  verb: GateVerb,
): ItemVerdict[] | undefined {
  return gatesOnCall(state, task, key).findLast((gate) => gate.decided?.verb === verb)?.decided?.items;
}

/** All that has been asked about one call of the task's attempt, oldest first. */
export const gatesOnCall = (state: RunState, task: TaskState, key: string): ApprovalState[] =>
  Object.values(state.approvals).filter((gate) => isAboutThis(gate, task, key));

/** Is it a question about this call of the task's attempt? */
function isAboutThis(gate: ApprovalState, task: TaskState, key: string): boolean {
  if (gate.taskId !== task.id || gate.subject?.attempt !== task.attempt || !isAboutCall(gate.kind))
    return false;
  const { step, callId } = callOfGate(gate, task);
  return callKey(step, callId) === key;
}

/** The open gates at which a task waits, in the order in which they were opened. */
export function gatesOfTask(state: RunState, taskId: string): ApprovalState[] {
  return Object.keys(state.openApprovals)
    .map((id) => getOwn(state.approvals, id) as ApprovalState)
    .filter((gate) => gate.taskId === taskId && holdsTask(gate.kind));
}

/** The calls that wait with this one of an agent's step, it among them; nothing for one that waits alone. Each keeps a gate of its own. */
export function callsTogether(state: RunState, gate: ApprovalState): ApprovalState[] {
  const { kind, taskId, status } = gate;
  if (kind !== "tool_approval" || taskId === undefined || status !== "open") return [];
  const isLike = (one: ApprovalState) =>
    one.kind === kind && one.verbs.includes("approve") && one.verbs.includes("reject");
  const gates = gatesOfTask(state, taskId).filter(isLike);
  return gates.length > 1 && gates.includes(gate) ? gates : [];
}
