import { ancestry } from "../../graph";
import { type GateSpec, type Task, task as taskSchema } from "../../schema";
import type { Report } from "../report";

/** A person's approval that the plan asks for beside its tasks: of one task before it, or of a phase behind it. */
export type WantedApproval = { gate: GateSpec; title: string; of: string[]; path: string };

/**
 * The tasks with a human gate for each approval that the plan asks for: work waits for its own, and everything behind
 * a phase for that of the phase (docs/plans.md, "Types of task").
 */
export function withApprovals(
  tasks: readonly Task[],
  { before, after }: { before: readonly WantedApproval[]; after: readonly WantedApproval[] },
  report: Report,
): Task[] {
  const taken = new Set(tasks.map(({ id }) => id));
  const gateFor = ({ gate, title, path }: WantedApproval, name: string, dependsOn: string[]): Task => {
    const base = `approve_${name}`;
    let id = base;
    for (let n = 2; taken.has(id); n += 1) id = `${base}_${n}`;
    taken.add(id);
    report.warn(
      "added_dependency",
      path,
      `${path} needs a person's approval: the human review "${id}" asks for it.`,
      id,
    );
    return taskSchema.parse({ id, title, type: "human_review", dependsOn, gate });
  };
  const ofTask = new Map(before.map((one) => [one.of[0], one]));
  let all = tasks.flatMap((task): Task[] => {
    const wanted = ofTask.get(task.id);
    if (!wanted) return [task];
    const gate = gateFor(wanted, task.id, task.dependsOn);
    return [gate, { ...task, dependsOn: [...task.dependsOn, gate.id] }];
  });
  for (const wanted of after) all = withGateBehind(all, wanted, gateFor);
  return all;
}

function withGateBehind(
  tasks: readonly Task[],
  wanted: WantedApproval,
  gateFor: (wanted: WantedApproval, name: string, dependsOn: string[]) => Task,
): Task[] {
  const members = new Set(wanted.of);
  const at = tasks.findLastIndex(({ id }) => members.has(id)) + 1;
  if (at === 0) return [...tasks];
  const gate = gateFor(wanted, wanted.path.replace(/\W+/g, "_").replace(/_$/, ""), [...members]);
  const isAncestor = ancestry(tasks);
  const waits = ({ id }: Task): boolean => !wanted.of.some((member) => isAncestor(member, id));
  const behind = tasks
    .slice(at)
    .map((task) => (waits(task) ? { ...task, dependsOn: [...task.dependsOn, gate.id] } : task));
  return [...tasks.slice(0, at), gate, ...behind];
}
