import { formatReason } from "../../../describe/reason";
import { digestOf } from "../../../json";
import type { PlanPatch, StoredTask } from "../../../plan/stored";
import type { OfferedPlan, WorkerCommand } from "../../commands";
import { type DraftEvent, draft } from "../../events";
import type { PlanOrigin } from "../../events/mission";
import type { IssueFacts, Reason } from "../../events/reason";
import { isAboutWork, verbsOfKind } from "../../gates/table";
import { issueReason, statedReason } from "../../reasons";
import type { ApprovalState, ReplanState, RunState } from "../../state";
import { taskOf } from "../../state/ready";
import { isTerminalTask } from "../../status";
import { finishRun } from "../finish";
import { nextApprovalId, openApproval } from "../gates/open";
import { askIfWeak, candidateOf } from "../gates/plan";
import { lateResult } from "../late-results";
import { tailIssue } from "./tail-issue";

type Report<T extends WorkerCommand["type"]> = Extract<WorkerCommand, { type: T }>;

export function decideReplanWritten(state: RunState, command: Report<"replan_written">): DraftEvent[] {
  const { replan } = state;
  if (!replan || !state.inFlight[command.key]) return lateResult(command.key, command.type);
  const { plan, key } = command;
  const triedIn = state.planDigests[plan.digest];
  if (triedIn !== undefined) return refuseRepeated(state, replan, triedIn, key);
  const { planVersion } = state;
  if (command.fromVersion !== planVersion) {
    const outdated: Reason = { code: "plan_outdated", planVersion };
    const issue = { code: "conflict", message: formatReason(outdated) };
    return failReplan(state, replan, outdated, [issue], key);
  }
  const issue = tailIssue(state, plan.patch);
  if (issue) return failReplan(state, replan, issueReason([issue]), [issue], key);
  return adoptTail(state, replan, command);
}

/** A plan tried before is refused once with the reason; a second time the replan has failed. */
function refuseRepeated(state: RunState, replan: ReplanState, triedIn: number, key: string): DraftEvent[] {
  const reason: Reason = { code: "plan_repeated", planVersion: triedIn };
  if (replan.tries > 0) return failReplan(state, replan, reason, [], key);
  return [draft("replan_refused", { number: replan.number, reason }, key)];
}

function adoptTail(state: RunState, replan: ReplanState, command: Report<"replan_written">): DraftEvent[] {
  const { plan, renamed, key } = command;
  const fromReview = replan.cause.tail !== undefined;
  const { patch } = plan;
  const added = patch.tasks.filter((task) => !state.tasks[task.id]).length;
  const adopted = adoptVersion(
    state,
    plan,
    fromReview ? { origin: "review", author: "reviewer" } : { origin: "replan", author: "replanner" },
    replan.cause.reason,
    key,
  );
  const done = draft("replan_adopted", {
    number: replan.number,
    fromVersion: state.planVersion,
    toVersion: state.planVersion + 1,
    added,
    removed: patch.removed.length,
    kept: patch.order.length - added,
    renamed: renamed.slice(0, 20),
  });
  const version = state.planVersion + 1;
  const judged = plan.critique ? [draft("plan_critiqued", { ...plan.critique, version })] : [];
  return [...adopted, done, ...judged, ...askIfWeak(state, candidateOf(state, plan))];
}

/** The next version of a plan that runs, what it does to open gates, and the tasks that it stops. */
export function adoptVersion(
  state: RunState,
  { patch, digest, reach }: OfferedPlan,
  by: { origin: PlanOrigin; author: string; waives?: string[] },
  cause: Reason,
  key?: string,
): DraftEvent[] {
  const version = state.planVersion + 1;
  const parent = state.planVersion;
  const adopted = { version, parent, ...by, cause, digest, patch, ...(reach && { reach }) };
  const superseded = patch.removed
    .filter((id) => taskOf(state, id).status !== "pending")
    .map((taskId) => draft("task_superseded", { taskId, byVersion: version }));
  return [
    ...gatesAtNewVersion(state, patch, version),
    draft("plan_version_adopted", adopted, key),
    ...superseded,
  ];
}

export function decideReplanUnwritten(state: RunState, command: Report<"replan_unwritten">): DraftEvent[] {
  const { replan } = state;
  if (!replan || !state.inFlight[command.key]) return lateResult(command.key, command.type);
  return failReplan(state, replan, command.reason, command.issues, command.key);
}

/** The old version stays current, and a person is asked. */
function failReplan(
  state: RunState,
  replan: ReplanState,
  reason: Reason,
  issues: IssueFacts[],
  key: string,
): DraftEvent[] {
  const failed = draft("replan_failed", { number: replan.number, reason, issues: issues.slice(0, 10) }, key);
  const opened = openApproval(state, {
    kind: "replan_failed",
    question: { about: "replan", number: replan.number, reason },
    verbs: verbsOfKind("replan_failed"),
    subject: { approval: nextApprovalId(state), replan: replan.number },
    ...(replan.cause.taskId !== undefined && { taskId: replan.cause.taskId }),
  });
  return [failed, opened];
}

export function decideReplanImpossible(
  state: RunState,
  command: Report<"replan_impossible">,
  now: number,
): DraftEvent[] {
  if (!state.replan || !state.inFlight[command.key]) return lateResult(command.key, command.type);
  return finishRun(state, "mission_impossible", now, {
    because: [statedReason(command.reason)],
    effect: command.key,
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
    if (kind === "plan_approval") {
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
