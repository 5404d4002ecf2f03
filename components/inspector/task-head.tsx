"use client";

import { X } from "lucide-react";
import type { ReactNode } from "react";
import type { TaskType } from "@/lib/core/plan/schema";
import { IconButton } from "../ui/icon-button";

export const TYPE_LABELS: Record<TaskType, string> = {
  task: "Task",
  direct: "Program",
  synthesis_gate: "Synthesis gate",
  planning_review: "Planning review",
  human_review: "Human gate",
};

type TaskHeadProps = {
  task: { id: string; type: TaskType; title: string };
  /** Behind the type and the id. */
  note?: string;
  closeLabel: string;
  /** Absent where the surroundings name the task, and close what is shown of it. */
  onClose?: (() => void) | undefined;
  children?: ReactNode;
};

/** Which task it is, above what is shown of it and above the form that changes it. */
export function TaskHead({ task, note, closeLabel, onClose, children }: TaskHeadProps) {
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-1 border-line border-b px-4 pt-3 pb-2.5">
      <div className="flex items-start justify-between gap-3">
        <p className="wrap-anywhere min-w-0 text-muted text-xs">
          {TYPE_LABELS[task.type]} · <span className="font-mono">{task.id}</span>
          {note !== undefined && ` · ${note}`}
        </p>
        {onClose && (
          <IconButton label={closeLabel} className="-mt-1.5 -mr-2 -mb-3" onClick={onClose}>
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        )}
      </div>
      <h2
        tabIndex={-1}
        data-inspected={task.id}
        className={onClose ? "line-clamp-4 font-semibold text-base leading-snug" : "sr-only"}
      >
        {task.title}
      </h2>
      {children}
    </header>
  );
}
