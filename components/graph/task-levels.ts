import { isTerminalTask } from "@/lib/core/run/status";
import type { TaskFacts } from "./facts";

/** Tasks that stand side by side. A level of one task has no label: the task speaks for itself. */
export type TaskLevel = { level: number; label: string | undefined; tasks: TaskFacts[] };

/** The nodes grouped by level. `nodes` are sorted by level. */
export function taskLevels(nodes: readonly TaskFacts[]): TaskLevel[] {
  const groups = new Map<number, TaskFacts[]>();
  for (const node of nodes) {
    const group = groups.get(node.level);
    if (group) group.push(node);
    else groups.set(node.level, [node]);
  }
  return [...groups].map(([level, tasks]) => ({
    level,
    label: tasks.length === 1 ? undefined : labelOf(tasks),
    tasks,
  }));
}

function labelOf(tasks: readonly TaskFacts[]): string {
  const live = tasks.filter(({ ghost }) => !ghost);
  const ended = live.filter(({ status }) => isTerminalTask(status)).length;
  const dropped = tasks.length - live.length;
  const parts = [
    `${tasks.length} side by side`,
    live.length > 0 && (ended === live.length ? "all ended" : `${ended} ended`),
    dropped > 0 && `${dropped} dropped`,
  ];
  return parts.filter(Boolean).join(" · ");
}
