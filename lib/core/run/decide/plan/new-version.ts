import { digestOf } from "../../../bytes";
import type { PlanPatch, StoredTask } from "../../../plan/stored";
import type { OfferedPlan } from "../../commands";
import { type DraftEvent, draft } from "../../events";
import type { PlanOrigin } from "../../events/mission";
import type { Reason } from "../../events/reason";
import { gateRow, isAboutWork } from "../../gates/table";
import type { ApprovalState, RunState } from "../../state";
import { taskOf } from "../../state/ready";
import { isTerminalTask } from "../../status";

/** The next version of a plan that runs, what it does to open gates, and the tasks that it stops. */
export function adoptVersion(
  state: RunState,
  { patch, digest, reach, dispositions }: OfferedPlan,
  by: { origin: PlanOrigin; author: string; waives?: string[] },
  cause: Reason,
  key?: string,
): DraftEvent[] {
  const version = state.planVersion + 1;
  const parent = state.planVersion;
  const facts = { ...(reach && { reach }), ...(dispositions && { dispositions }) };
  const adopted = { version, parent, ...by, cause, digest, patch, ...facts };
  const superseded = patch.removed
    .filter((id) => taskOf(state, id).status !== "pending")
    .map((taskId) => draft("task_superseded", { taskId, byVersion: version }));
  return [
    ...gatesAtNewVersion(state, patch, version),
    draft("plan_version_adopted", adopted, key),
    ...superseded,
    ...heldReviewsAtNewVersion(state, patch, version),
  ];
}

/** A held decision goes the way of gates: where it is about something else now, the review is made again. */
function heldReviewsAtNewVersion(state: RunState, patch: PlanPatch, version: number): DraftEvent[] {
  const held = Object.keys(state.held).filter((id) => !patch.removed.includes(id));
  const next = held.length === 0 ? new Map<string, StoredTask>() : specsInNewVersion(state, patch);
  return held
    .filter((taskId) => changeForGate(state, taskId, next))
    .map((taskId) => {
      const reason = { code: "plan_replaced", planVersion: version } as const;
      return draft("attempt_restarted", { taskId, attempt: taskOf(state, taskId).attempt + 1, reason });
    });
}

/**
 * What a new plan version does to each open gate (docs/engine.md, "Gates and plan versions"): cleared when its task
 * is gone, superseded when what it asks about or what its answer sets going is no longer the same, else retained.
 */
function gatesAtNewVersion(state: RunState, patch: PlanPatch, version: number): DraftEvent[] {
  const open = Object.keys(state.openApprovals).map((id) => state.approvals[id] as ApprovalState);
  const removed = new Set(patch.removed);
  const next = open.length === 0 ? new Map<string, StoredTask>() : specsInNewVersion(state, patch);
  return open.map(({ approvalId, kind, taskId }) => {
    if (gateRow(kind).about === "plan") {
      return draft("approval_cleared", {
        approvalId,
        reason: { code: "plan_replaced", planVersion: version },
      });
    }
    if (taskId !== undefined && removed.has(taskId)) {
      const reason = { code: "task_removed", planVersion: version } as const;
      return draft("approval_cleared", { approvalId, reason });
    }
    const part = taskId !== undefined && isAboutWork(kind) ? changeForGate(state, taskId, next) : undefined;
    if (part === undefined) return draft("approval_retained", { approvalId, planVersion: version });
    return draft("approval_superseded", {
      approvalId,
      reason: { code: "gate_changed", planVersion: version, part },
    });
  });
}

/** The tasks that a new version would have, in its order. */
export function specsInNewVersion(state: RunState, { tasks, order }: PlanPatch): Map<string, StoredTask> {
  const changed = new Map(tasks.map((task) => [task.id, task]));
  return new Map(order.map((id) => [id, changed.get(id) ?? taskOf(state, id).spec]));
}

function changeForGate(
  state: RunState,
  taskId: string,
  next: Map<string, StoredTask>,
): "inputs" | "dependents" | undefined {
  const current = new Map(state.order.map((id) => [id, taskOf(state, id).spec]));
  if (fingerprintOf(state, taskId, current) !== fingerprintOf(state, taskId, next)) return "inputs";
  if (dependentsDigest(state, taskId, current) !== dependentsDigest(state, taskId, next)) return "dependents";
  return;
}

/** The work of the task and the results that it looks at. */
function fingerprintOf(state: RunState, taskId: string, specs: Map<string, StoredTask>): string {
  const { workDigest, dependsOn } = specs.get(taskId) as StoredTask;
  const results = [...new Set(dependsOn)].sort().map((id) => [id, state.tasks[id]?.result?.digest ?? null]);
  return digestOf([workDigest, results]);
}

/** The work that waits for the answer; by what it is, since a new tail gives old work new names. */
function dependentsDigest(state: RunState, taskId: string, specs: Map<string, StoredTask>): string {
  const waiting = [...specs.values()].filter(
    ({ id, dependsOn }) =>
      dependsOn.includes(taskId) && !isTerminalTask(state.tasks[id]?.status ?? "pending"),
  );
  return digestOf(waiting.map(({ workDigest }) => workDigest).sort());
}
