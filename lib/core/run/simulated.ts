import { getOwn } from "../own";
import type { RunState, TaskState } from "./state";

/** Simulated tools whose results a task rests on, its own or those of the work before it; sorted. */
export function simulatedBasis(state: Readonly<RunState>, taskId: string): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const open = [taskId];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const task: TaskState | undefined = getOwn(state.tasks, id);
    if (!task || seen.has(id)) continue;
    seen.add(id);
    for (const tool of task.simulatedTools ?? []) found.add(tool);
    open.push(...task.spec.dependsOn, ...task.spec.uses);
  }
  return [...found].sort();
}

/** Every simulated tool that has run, also for work that a later plan version dropped; sorted. */
export const simulatedToolsOf = ({ simulatedTools }: Readonly<RunState>): string[] =>
  [...simulatedTools].sort();
