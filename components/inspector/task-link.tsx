import { taskStatusDisplay } from "@/lib/core/describe/looks/task-status";
import type { TaskState } from "@/lib/core/run/state";
import { StatusLabel } from "../ui/status-label";

/** A task that one can go to, with its status, which has room for most words: a title breaks as before when it changes. */
export function TaskLink({ task, onSelect }: { task: TaskState; onSelect(taskId: string): void }) {
  return (
    <button
      type="button"
      onClick={() => onSelect(task.id)}
      className="flex w-full items-baseline justify-between gap-3 rounded-md py-0.5 text-left hover:underline"
    >
      <span className="line-clamp-2 min-w-0">{task.spec.title}</span>
      <StatusLabel status={taskStatusDisplay(task)} className="min-w-34 shrink-0 justify-end text-xs" />
    </button>
  );
}
