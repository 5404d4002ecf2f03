import { taskStatusDisplay } from "@/lib/core/describe/looks";
import type { TaskState } from "@/lib/core/run/state";
import { StatusLabel } from "../ui/status-label";

/** A task that one can go to, with its status. */
export function TaskLink({ task, onSelect }: { task: TaskState; onSelect(taskId: string): void }) {
  return (
    <button
      type="button"
      onClick={() => onSelect(task.id)}
      className="flex w-full items-baseline justify-between gap-3 rounded-md py-0.5 text-left hover:underline"
    >
      <span className="line-clamp-2 min-w-0">{task.spec.title}</span>
      <StatusLabel status={taskStatusDisplay(task)} className="shrink-0 text-xs" />
    </button>
  );
}
