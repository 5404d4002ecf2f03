import { getOwn } from "../own";
import { attemptNumber } from "../run/selectors";
import type { RunState } from "../run/state";
import type { NameLookup } from "./events";
import { gateTitle } from "./gates/headline";

/** What tasks and gates of a run are called. */
export function namesOf(state: RunState): NameLookup {
  return {
    task: (taskId) => getOwn(state.tasks, taskId)?.spec.title ?? taskId,
    gate: (approvalId) => {
      const gate = getOwn(state.approvals, approvalId);
      return gate ? gateTitle(state, gate) : approvalId;
    },
    isOpen: (approvalId) => Object.hasOwn(state.openApprovals, approvalId),
    attempt(taskId, attempt) {
      const task = getOwn(state.tasks, taskId);
      return task ? attemptNumber(task, attempt) : attempt;
    },
  };
}
