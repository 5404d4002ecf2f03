import type { Plan } from "@/lib/core/plan/schema";
import type { RunEvent, RunState, TaskState } from "@/lib/core/run";

/** Attempts that one commit can change: the last one, and those it ended to begin the last. */
const CHANGING_ATTEMPTS = 3;

export function taskRowOf(task: TaskState) {
  const { spec, attempts: _attempts, unmet: _unmet, order, verdicts: _verdicts, ...rest } = task;
  const { title, type, agent, critical, dependsOn, lineage } = spec;
  const { tolerated = false } = task;
  return { ...rest, tolerated, place: order, title, type, agent, critical, dependsOn, lineage };
}

export function attemptRowsOf(task: TaskState) {
  return task.attempts.slice(-CHANGING_ATTEMPTS).map((attempt) => ({ taskId: task.id, ...attempt }));
}

/** Tasks whose rows a commit changes. A new plan version may move every task to another place. */
export function changedTasks(state: RunState, touched: { tasks: Set<string>; plan: boolean }): TaskState[] {
  const ids = touched.plan ? new Set([...touched.tasks, ...state.order]) : touched.tasks;
  return [...ids].flatMap((id) => state.tasks[id] ?? []);
}

/** `plans` by digest, as they came with this commit. */
export function planVersionRowsOf(events: RunEvent[], plans: ReadonlyMap<string, Plan>) {
  return events.flatMap((event) => {
    if (event.type !== "plan_version_adopted") return [];
    const { patch, ...version } = event.payload;
    const { seq, at } = event;
    const plan = plans.get(version.digest) ?? null;
    return [{ ...version, title: patch.title, taskCount: patch.order.length, seq, at, plan }];
  });
}
