import { digestOf } from "../../../bytes";
import { getOwn } from "../../../own";
import type { PlanPatch, StoredTask } from "../../../plan/stored";
import type { OfferedPlan } from "../../commands";
import { planInForce, releaseDigest, releasesIn, versionOffered } from "../../controls/release/release";
import { changedFooting, tailsAt } from "../../controls/release/tails";
import { type DraftEvent, draft } from "../../events";
import type { PlanOrigin } from "../../events/mission";
import type { Reason } from "../../events/reason";
import { gateRow, isAboutWork } from "../../gates/table";
import type { ApprovalState, RunState } from "../../state";
import { taskOf } from "../../state/ready";

/** The next version of a plan that runs, what it does to open gates, and the tasks that it stops. */
export function adoptVersion(
  state: RunState,
  offered: OfferedPlan,
  by: { origin: PlanOrigin; author: string; waives?: string[]; mayReview?: true },
  cause: Reason,
  key?: string,
): DraftEvent[] {
  const { patch, digest, reach, tools, models, leftOut, dispositions } = offered;
  const version = state.planVersion + 1;
  const parent = state.planVersion;
  const facts = {
    ...(reach && { reach }),
    ...(tools && { tools }),
    ...(models && { models }),
    ...(leftOut && { leftOut }),
    ...(dispositions && { dispositions }),
  };
  const adopted = { version, parent, ...by, cause, digest, patch, ...facts };
  const superseded = patch.removed
    .filter((id) => taskOf(state, id).status !== "pending")
    .map((taskId) => draft("task_superseded", { taskId, byVersion: version }));
  return [
    ...gatesAtNewVersion(state, offered, version),
    draft("plan_version_adopted", adopted, key),
    ...superseded,
    ...heldReviewsAtNewVersion(state, offered, version),
  ];
}

/** A held decision goes the way of gates: where it is about something else now, the review is made again. */
function heldReviewsAtNewVersion(state: RunState, offered: OfferedPlan, version: number): DraftEvent[] {
  const held = Object.keys(state.held).filter((id) => !offered.patch.removed.includes(id));
  if (held.length === 0) return [];
  const changeFor = changesForGates(state, offered);
  return held
    .filter((taskId) => changeFor(taskId))
    .map((taskId) => {
      const reason = { code: "plan_replaced", planVersion: version } as const;
      return draft("attempt_restarted", { taskId, attempt: taskOf(state, taskId).attempt + 1, reason });
    });
}

/**
 * What a new plan version does to each open gate (docs/engine.md, "Gates and plan versions"): cleared when its task
 * is gone, superseded when what it asks about or what its answer sets going is no longer the same, else retained.
 */
function gatesAtNewVersion(state: RunState, offered: OfferedPlan, version: number): DraftEvent[] {
  const open = Object.keys(state.openApprovals).map((id) => getOwn(state.approvals, id) as ApprovalState);
  if (open.length === 0) return [];
  const removed = new Set(offered.patch.removed);
  const changeFor = changesForGates(state, offered);
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
    const change = taskId !== undefined && isAboutWork(kind) ? changeFor(taskId) : undefined;
    if (!change) return draft("approval_retained", { approvalId, planVersion: version });
    return draft("approval_superseded", {
      approvalId,
      reason: { code: "gate_changed", planVersion: version, ...change },
    });
  });
}

/** The tasks that a new version would have, in its order. */
export const specsInNewVersion = (state: RunState, patch: PlanPatch): Map<string, StoredTask> =>
  new Map(versionOffered(state, { patch }).tasks.map((task) => [task.id, task]));

type GateChange = Omit<Extract<Reason, { code: "gate_changed" }>, "code" | "planVersion">;

/** What of a question about work differs in a new version: what it looks at, or what its passing sets free. */
function changesForGates(state: RunState, offered: OfferedPlan): (taskId: string) => GateChange | undefined {
  const specs = specsInNewVersion(state, offered.patch);
  const plans = [planInForce(state), versionOffered(state, offered)] as const;
  const [{ tasks: before }, { tasks: after }] = plans;
  const { agents } = state;
  // An agent that a version no longer names is still there for a tail that names it.
  const next = { tasks: after, agents: { ...agents, ...offered.patch.agents } };
  const digests = plans.map((plan) => {
    const released = releasesIn(plan);
    return (taskId: string) => releaseDigest(plan, released(taskId));
  });
  return (taskId) => {
    const spec = taskOf(state, taskId).spec;
    if (fingerprintOf(state, spec) !== fingerprintOf(state, specs.get(taskId) as StoredTask))
      return { part: "inputs" };
    const [was, is] = digests.map((digest) => digest(taskId));
    if (was !== is) return { part: "release" };
    const changed = changedFooting(tailsAt(taskOf(state, taskId)), { tasks: before, agents }, next);
    return changed && { part: "tail", ...changed };
  };
}

/** The work of the task and the results that it looks at. */
function fingerprintOf(state: RunState, { workDigest, dependsOn }: StoredTask): string {
  const results = [...new Set(dependsOn)]
    .sort()
    .map((id) => [id, getOwn(state.tasks, id)?.result?.digest ?? null]);
  return digestOf([workDigest, results]);
}
