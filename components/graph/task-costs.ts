import type { RunEvent } from "@/lib/core/run/events";
import type { RunState } from "@/lib/core/run/state";

/**
 * What each task has cost, in millionths of a dollar, as far as the log tells it in full: a task whose beginning is
 * older than the log, or of whose calls one has no price, is left out.
 */
export function taskCosts(state: RunState, log: readonly RunEvent[] = []): Map<string, number> {
  const [first] = log;
  const costs = new Map<string, number>();
  if (first === undefined) return costs;
  const unknown = new Set<string>();
  for (const event of log) {
    if (event.type !== "llm_called" || event.payload.taskId === undefined) continue;
    const { taskId, costMicroUsd } = event.payload;
    if (costMicroUsd === undefined) unknown.add(taskId);
    else costs.set(taskId, (costs.get(taskId) ?? 0) + costMicroUsd);
  }
  for (const taskId of costs.keys()) {
    const begunAt = state.tasks[taskId]?.attempts[0]?.startedAt ?? 0;
    if (unknown.has(taskId) || (first.seq > 1 && begunAt <= first.at)) costs.delete(taskId);
  }
  return costs;
}
