import type { Plan } from "@/lib/core/plan/schema";
import type { RunEvent, RunState, TaskState } from "@/lib/core/run";

/** Attempts that one commit can change: the last one, and those it ended to begin the last. */
const MAX_CHANGED_ATTEMPTS = 3;

export function taskRowOf(task: TaskState) {
  const { id, order: place, sinceVersion, status, attempt, notBefore, startedAt, endedAt, result } = task;
  const { title, type, agent, critical, dependsOn, lineage } = task.spec;
  const { fingerprint, diagnosis, failureCode, tolerated = false, approvalId, proposal, heldUntil } = task;
  const plan = { place, sinceVersion, title, type, agent, critical, dependsOn, lineage };
  const progress = { status, attempt, notBefore, startedAt, endedAt, result, fingerprint };
  return { id, ...plan, ...progress, diagnosis, failureCode, tolerated, approvalId, proposal, heldUntil };
}

export function attemptRowsOf(task: TaskState, all = false) {
  return task.attempts
    .slice(all ? 0 : -MAX_CHANGED_ATTEMPTS)
    .map((attempt) => ({ taskId: task.id, ...attempt }));
}

/**
 * Tasks whose rows a commit changes. Beyond those its events name: a new plan version may move every task to another
 * place, and resuming shifts the clocks of what is under way.
 */
export function changedTasks(
  state: RunState,
  events: RunEvent[],
  touched: { tasks: Set<string>; plan: boolean },
): TaskState[] {
  const ids = new Set(touched.plan ? [...touched.tasks, ...state.order] : touched.tasks);
  if (events.some((event) => event.type === "run_resumed")) {
    for (const id of [...Object.keys(state.active), ...Object.keys(state.held)]) ids.add(id);
  }
  return [...ids].flatMap((id) => state.tasks[id] ?? []);
}

/** What this commit says about plan versions: one row a version, the last word on each finding. */
export function critiqueRowsOf(events: RunEvent[]) {
  const rows = new Map<number, { version: number; critique?: object; verdicts: Record<string, object> }>();
  for (const event of events) {
    if (event.type !== "plan_critiqued" && event.type !== "finding_reviewed") continue;
    const { version } = event.payload;
    const row = rows.get(version) ?? { version, verdicts: {} };
    rows.set(version, row);
    if (event.type === "plan_critiqued") {
      const { version: _version, ...critique } = event.payload;
      row.critique = critique;
    } else {
      const { findingKey, verdict, reason } = event.payload;
      row.verdicts[findingKey] = { verdict, reason, by: event.actor, at: event.at };
    }
  }
  return [...rows.values()];
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
