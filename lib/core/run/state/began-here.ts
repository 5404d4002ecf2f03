import type { RunState } from ".";
import type { TaskState } from "./task";

/**
 * When a task began in this run: what a fork took over while it ran or waited counts from the fork on, and what had ended
 * before keeps its time.
 */
export function beganHere(
  { parent }: Pick<RunState, "parent">,
  { startedAt, endedAt }: Pick<TaskState, "startedAt" | "endedAt">,
): number | undefined {
  const isOver = endedAt !== undefined && (parent === undefined || endedAt <= parent.at);
  return startedAt === undefined || !parent || isOver ? startedAt : Math.max(startedAt, parent.at);
}
