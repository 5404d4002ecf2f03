"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { TaskState } from "@/lib/core/run/state";

export type RenderToolbar = (task: TaskState) => ReactNode;

type ToolbarSource = { render: RenderToolbar | undefined; taskOf: (id: string) => TaskState | undefined };

/** What the page shows on nodes that wait. Only those read it, so that no other node is drawn for a new task state. */
export const ToolbarContext = createContext<ToolbarSource>({ render: undefined, taskOf: () => undefined });

type ToolbarSlotProps = {
  id: string;
  className: string;
  /** What stands there while the page has no controls for the task. */
  fallback?: ReactNode;
};

/** The page's controls of a task that waits. Its clicks are not the node's. */
export function ToolbarSlot({ id, className, fallback = null }: ToolbarSlotProps) {
  const { render, taskOf } = useContext(ToolbarContext);
  const task = taskOf(id);
  const toolbar = task && render?.(task);
  if (!toolbar) return fallback;
  return (
    <div
      data-toolbar
      className={`nodrag nopan nowheel cursor-default text-xs [overflow-wrap:normal] ${className}`}
    >
      {toolbar}
    </div>
  );
}
