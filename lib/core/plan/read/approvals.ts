import { ancestry } from "../graph";
import { type GateSpec, type Task, task as taskSchema } from "../schema";
import type { Report } from "./report";

/** A person's approval that the plan asks for beside its tasks: of one task before it, or of a phase behind it. */
export type WantedApproval = { gate: GateSpec; title: string; of: string[]; path: string } & (
  | { place: "before" }
  | { place: "after" }
);

/**
 * The tasks with a human gate for each approval that the plan asks for: work waits for its own, and everything behind
 * a phase for that of the phase (docs/plans.md, "Types of task").
 */
export function withApprovals(
  tasks: readonly Task[],
  wanted: readonly WantedApproval[],
  report: Report,
): Task[] {
  let all = [...tasks];
  for (const { gate, title, of, path, place } of wanted) {
    const members = all.filter(({ id }) => of.includes(id));
    const [first] = members;
    if (!first) continue;
    const id = freeId(
      `approve_${members.length === 1 ? first.id : path.replace(/\W+/g, "_").replace(/_$/, "")}`,
      all,
    );
    const isAncestor = ancestry(all);
    const dependsOn = place === "before" ? first.dependsOn : members.map((one) => one.id);
    const asked = taskSchema.parse({ id, title, type: "human_review", dependsOn, gate });
    const at = place === "before" ? all.indexOf(first) : all.indexOf(members.at(-1) ?? first) + 1;
    const waits = (task: Task, index: number): boolean =>
      place === "before"
        ? task === first
        : index >= at && !members.includes(task) && !members.some((one) => isAncestor(one.id, task.id));
    const waiting = all.map((task, index) =>
      waits(task, index) ? { ...task, dependsOn: [...task.dependsOn, id] } : task,
    );
    all = [...waiting.slice(0, at), asked, ...waiting.slice(at)];
    report.warn(
      "added_dependency",
      path,
      `${path} needs a person's approval: the human review "${id}" was added.`,
      id,
    );
  }
  return all;
}

function freeId(base: string, tasks: readonly Task[]): string {
  const taken = new Set(tasks.map(({ id }) => id));
  let id = base;
  for (let n = 2; taken.has(id); n += 1) id = `${base}_${n}`;
  return id;
}
