import { getOwn } from "../../own";
import { gateOf } from "../../plan/defaults";
import { placeholdersOf } from "../../plan/interpolate";
import type { StoredTask } from "../../plan/stored";
import type { RunState } from "../state";
import { changeOutcome } from "../state/totals";

/** A gate was let pass: the results that it showed have the word of its people, which is another thing than a check. */
export function noteApprovedResults(state: RunState, spec: StoredTask, approvalId: string): void {
  const { decided, votes = [] } = getOwn(state.approvals, approvalId) ?? {};
  if (decided?.by.kind !== "person" || (decided.verb !== "approve" && decided.verb !== "edit")) return;
  const names = [...votes.map(({ by }) => by.name), decided.by.name];
  for (const id of shownWhole(spec)) {
    const task = getOwn(state.tasks, id);
    if (!task) continue;
    changeOutcome(state.taskTotals, task, (shown) => {
      shown.approvedBy = [...new Set([...(shown.approvedBy ?? []), ...names])];
    });
  }
}

/** The result that a gate showed is another one, or people take their word back. */
export function dropApproval(state: RunState, spec: StoredTask): void {
  for (const id of shownWhole(spec)) {
    const task = getOwn(state.tasks, id);
    if (task?.approvedBy)
      changeOutcome(state.taskTotals, task, (shown) => {
        delete shown.approvedBy;
      });
  }
}

/** The tasks whose results a gate shows from beginning to end: all before it, or those that its words name without a part. */
function shownWhole({ input, title, gate, dependsOn }: StoredTask): string[] {
  if (input === "" || input === null) return dependsOn;
  const named = placeholdersOf([input, gateOf({ gate, title }).prompt], new Set(dependsOn));
  return [...new Set(named.flatMap(({ id, path, known }) => (known && path === "" ? id : [])))];
}
