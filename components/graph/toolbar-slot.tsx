"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { TaskState } from "@/lib/core/run/state";

export type RenderToolbar = (task: TaskState) => ReactNode;

type ToolbarSource = { render: RenderToolbar | undefined; taskOf: (id: string) => TaskState | undefined };

/** What the page shows on nodes that wait. Only those read it, so that no other node is drawn for a new task state. */
export const ToolbarContext = createContext<ToolbarSource>({ render: undefined, taskOf: () => undefined });

/** The page's controls under a waiting node. Its clicks are not the node's. */
export function ToolbarSlot({ id }: { id: string }) {
  const { render, taskOf } = useContext(ToolbarContext);
  const task = taskOf(id);
  const toolbar = task && render?.(task);
  if (!toolbar) return null;
  return (
    <div
      data-toolbar
      className="nodrag nopan nowheel cursor-default border-line border-t px-2.5 py-1.5 text-xs [overflow-wrap:normal]"
    >
      {toolbar}
    </div>
  );
}
