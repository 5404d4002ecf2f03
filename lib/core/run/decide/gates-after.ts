import { digestOf } from "../../json";
import type { PlanPatch, StoredTask } from "../../plan/stored";
import { type DraftEvent, draft } from "../events";
import { taskOf } from "../ready";
import type { ApprovalState, RunState } from "../state";
import { isTerminalTask } from "../status";

/** Kinds that ask about work which a new version may change; the others ask about what has happened. */
const ABOUT_THE_PLAN: ReadonlySet<ApprovalState["kind"]> = new Set(["human_review", "review_decision"]);

/**
 * What a new plan version does to each open gate (docs/engine.md, "Gates and plan versions"): cleared when its task
 * is gone, superseded when what it asks about or what its answer sets going is no longer the same, else retained.
 */
export function gatesAtNewVersion(state: RunState, patch: PlanPatch, version: number): DraftEvent[] {
  const open = Object.keys(state.openApprovals).map((id) => state.approvals[id] as ApprovalState);
  const removed = new Set(patch.removed);
  const next = open.length === 0 ? new Map<string, StoredTask>() : specsInNewVersion(state, patch);
  return open.map(({ approvalId, kind, taskId }) => {
    if (kind === "plan_approval") {
      return draft("approval_cleared", { approvalId, reason: `plan version ${version} takes its place` });
    }
    if (taskId !== undefined && removed.has(taskId)) {
      const reason = `plan version ${version} no longer has this task`;
      return draft("approval_cleared", { approvalId, reason });
    }
    const change =
      taskId !== undefined && ABOUT_THE_PLAN.has(kind) ? changeForGate(state, taskId, next) : undefined;
    if (change === undefined) return draft("approval_retained", { approvalId, planVersion: version });
    return draft("approval_superseded", {
      approvalId,
      reason: `plan version ${version} changes ${change}`,
    });
  });
}

function specsInNewVersion(state: RunState, { tasks, order }: PlanPatch): Map<string, StoredTask> {
  const changed = new Map(tasks.map((task) => [task.id, task]));
  return new Map(order.map((id) => [id, changed.get(id) ?? taskOf(state, id).spec]));
}

function changeForGate(state: RunState, taskId: string, next: Map<string, StoredTask>): string | undefined {
  const current = new Map(state.order.map((id) => [id, taskOf(state, id).spec]));
  if (fingerprintOf(state, taskId, current) !== fingerprintOf(state, taskId, next)) return "what it rests on";
  if (dependentsDigest(state, taskId, current) !== dependentsDigest(state, taskId, next))
    return "what its answer sets going";
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
