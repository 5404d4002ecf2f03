import { getOwn } from "../own";
import type { Answerer } from "../people";
import type { Plan } from "../plan/schema";
import type { StagingBase, TaskLock } from "../plan/staged/apply";
import type { StoredTask } from "../plan/stored";
import type { IssueFacts } from "./events/reason";
import { isAssigned } from "./gates/rules";
import type { RunState, TaskState } from "./state";
import { dependencyEffect } from "./state/dependencies";
import { isTerminalTask } from "./status";

/** What people stage edits of a plan on: what has ended stays, what is at work can be stopped or replaced. */
export function stagingBaseOf({ order, tasks }: RunState, plan: Plan): StagingBase {
  const locks = new Map<string, TaskLock>();
  for (const id of order) {
    const lock = lockOf(getOwn(tasks, id));
    if (lock) locks.set(id, lock);
  }
  return { plan, locks, usedIds: new Set(Object.keys(tasks)) };
}

function lockOf(task: TaskState | undefined): TaskLock | undefined {
  if (!task) return;
  const { status } = task;
  if (isTerminalTask(status)) return { kind: "ended", status };
  return hasBegun(task) ? { kind: "at_work", status } : undefined;
}

/** At work, waiting, or between two attempts. */
export const hasBegun = ({ status, attempts }: TaskState): boolean =>
  status !== "pending" || attempts.length > 0;

/** By which right somebody may edit the plan as it stands; undefined where they may only look at it. */
export function editRight(state: RunState, editor: Answerer): "operate" | "review" | undefined {
  const { capabilities } = editor;
  if (capabilities.includes("operate")) return "operate";
  if (!capabilities.includes("review") || state.phase !== "planning") return;
  const gates = Object.keys(state.openApprovals).flatMap((id) => getOwn(state.approvals, id) ?? []);
  const gate = gates.find(({ kind }) => kind === "plan_approval");
  return gate && isAssigned(gate.assignees, editor) ? "review" : undefined;
}

/** What is sent as the rest of the plan: all that has not ended, with what it waits for. */
export const restOfPlan = (plan: Plan, { locks }: Pick<StagingBase, "locks">): Plan => ({
  ...plan,
  tasks: plan.tasks.filter(({ id }) => locks.get(id)?.kind !== "ended"),
});

type Spec = Pick<StoredTask, "id" | "dependsOn" | "type" | "uses">;

/** The tasks of a next version that would wait for ever for one that has failed, since a person's plan lifts the halt. */
export function deadEnds(state: RunState, specs: readonly Spec[]): IssueFacts[] {
  return specs.flatMap((spec) => {
    const known = getOwn(state.tasks, spec.id);
    if (known && isTerminalTask(known.status)) return [];
    const failed = spec.dependsOn
      .flatMap((id) => getOwn(state.tasks, id) ?? [])
      .find((one) => isTerminalTask(one.status) && dependencyEffect(state, one, { spec }) === "undecided");
    if (!failed) return [];
    const message = `"${spec.id}" depends on "${failed.id}", which is ${failed.status}: retry that one, supply its result, or do without it.`;
    return { code: "missing_dependency", message, taskId: spec.id };
  });
}
