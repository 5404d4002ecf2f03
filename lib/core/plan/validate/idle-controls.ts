import { ancestry } from "../graph";
import { isControl } from "../read/task";
import type { Issue, Plan, Task } from "../schema";

/** `inForce`: tasks of the version in force: a control that is idle there is no news. `ended`: tasks that cannot run any more. */
type IdleFacts = { inForce?: readonly Task[] | undefined; ended?: ReadonlySet<string> | undefined };

/**
 * The controls that guard nothing (docs/plans.md, "Validation"): a human gate, a review or a synthesis gate that waits for no
 * task and that none waits for, while work would run beside it. Without any edge but from what reviews look at, what
 * is written behind a review would run beside it as well.
 */
export function idleControlIssues({ tasks }: Pick<Plan, "tasks">, facts: IdleFacts = {}): Issue[] {
  const { inForce = [], ended = new Set() } = facts;
  const known = new Set(idleControls(inForce, ended).map(({ id }) => id));
  const idle = idleControls(tasks, ended).filter(({ id }) => !known.has(id));
  return idle.map(({ id, title }) => {
    const message =
      `"${title || id}" guards nothing: no task waits for it, and work would run beside it. ` +
      `Name "${id}" in "dependsOn" of the tasks that may begin only after it, and in its own those it comes after.`;
    return { severity: "error", code: "control_guards_nothing", message, taskId: id, path: "dependsOn" };
  });
}

function idleControls(tasks: readonly Task[], ended: ReadonlySet<string>): Task[] {
  const waitedFor = new Set(tasks.flatMap(({ dependsOn }) => dependsOn));
  const isOrdered = tasks.some(({ dependsOn, review }) =>
    dependsOn.some((id) => !review?.previousTasks.includes(id)),
  );
  const isAncestor = ancestry(tasks);
  const open = tasks.filter(({ id }) => !ended.has(id));
  return open.filter(({ id, type, dependsOn, review }, index) => {
    if (!(isControl({ type }) || type === "synthesis_gate") || waitedFor.has(id)) return false;
    const couldWait = (one: Task) => one.id !== id && !isControl(one) && !isAncestor(id, one.id);
    if (dependsOn.length === 0 && !review?.previousTasks.length) return open.some(couldWait);
    return !isOrdered && open.slice(index + 1).some(couldWait);
  });
}
