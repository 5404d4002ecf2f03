import { declaredAgent } from "../../../plan/agents";
import { isAlike, marksOf, matchMarks, type TaskMarks } from "../../../plan/compare/match";
import { ANY_TOOL, type PlanReach, reachIn } from "../../../plan/reach";
import type { StoredAgent, StoredTask } from "../../../plan/stored";
import type { Obligation } from "../obligations";

/** The tasks that a control guards in a version. */
type Guards = Pick<Obligation, "version"> & { guarded: readonly { taskId: string }[] };

type Version = {
  tasks: readonly StoredTask[];
  agents: Readonly<Record<string, StoredAgent>>;
  reach?: PlanReach | undefined;
};

/** The tasks of a version that may change something outside, as a later one finds them again; `tools` are those by which. */
export function actingTasks({ tasks, agents, reach }: Version): TaskMarks[] {
  return tasks.flatMap((task) => {
    const tools = reachIn(reach, task);
    return tools.length > 0 ? [marksOf(task, tools, declaredAgent({ agents }, task.agent))] : [];
  });
}

/**
 * Says of a next version's task that it is one which stood beside the control before, rewritten (docs/engine.md, "Who may
 * change a control"). Titles and lineages are the writer's to choose, so it frees no call.
 */
export function besideBefore(
  acting: Readonly<Record<number, readonly TaskMarks[]>>,
  next: Version,
): (control: Guards, taskId: string) => boolean {
  const now = actingTasks(next);
  const byId = new Map(now.map((marks) => [marks.id, marks]));
  const matches = new Map<number, ReturnType<typeof matchMarks>>();
  return ({ version, guarded }, taskId) => {
    const task = byId.get(taskId);
    const known = acting[version];
    if (!task || !known) return false;
    const found = matches.get(version) ?? matchMarks(known, now);
    matches.set(version, found);
    const before = found.get(taskId)?.before;
    const behind = new Set(guarded.map((one) => one.taskId));
    if (!before || behind.has(before.id) || !isWithin(task, before)) return false;
    return !known.some((one) => behind.has(one.id) && isAlike(one, task));
  };
}

/** It may do no more than the other by what is known of both. */
const isWithin = ({ tools, targets }: TaskMarks, before: TaskMarks): boolean =>
  !tools.includes(ANY_TOOL) &&
  tools.every((tool) => before.tools.includes(tool)) &&
  targets !== null &&
  before.targets !== null &&
  targets.every((target) => before.targets?.includes(target));
