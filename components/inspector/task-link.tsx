import { taskStatusDisplay } from "@/lib/core/describe/looks/task-status";
import type { TaskState } from "@/lib/core/run/state";
import { LiveButton } from "../ui/live";
import { StatusLabel } from "../ui/status-label";

type TaskLinkProps = { task: TaskState; onSelect(taskId: string): void; isShort?: boolean };

/**
 * A task that one can go to, with its status, which has room for most words: a title breaks as before when it changes.
 * `isShort`: its title takes no second line.
 */
export function TaskLink({ task, onSelect, isShort = false }: TaskLinkProps) {
  return (
    <LiveButton
      onClick={() => onSelect(task.id)}
      className="flex w-full items-baseline justify-between gap-3 rounded-md py-0.5 text-left hover:underline"
    >
      <span title={task.spec.title} className={`min-w-0 ${isShort ? "truncate" : "line-clamp-2"}`}>
        {task.spec.title}
      </span>
      <StatusLabel status={taskStatusDisplay(task)} className="min-w-34 shrink-0 justify-end text-xs" />
    </LiveButton>
  );
}
