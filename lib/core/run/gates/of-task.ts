import type { ApprovalState, AttemptState, RunState, TaskState } from "../state";
import { holdsTask } from "./table";

/** One name for one call of an attempt: providers may use the same call id in every turn. */
export const callKey = (step: number, callId: string): string => `${step}/${callId}`;

/** The call that a gate asks about. Gates of earlier runs name no step: theirs is the attempt's last. */
export function callOfGate({ subject }: ApprovalState, task: TaskState): { step: number; callId: string } {
  const step = subject?.step ?? (task.attempts.at(-1) as AttemptState).steps;
  return { step: Number(step), callId: String(subject?.callId) };
}

/** The open gates at which a task waits, in the order in which they were opened. */
export function gatesOfTask(state: RunState, taskId: string): ApprovalState[] {
  return Object.keys(state.openApprovals)
    .map((id) => state.approvals[id] as ApprovalState)
    .filter((gate) => gate.taskId === taskId && holdsTask(gate.kind));
}
