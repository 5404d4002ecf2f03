"use client";

import { BaseEdge, type EdgeProps } from "@xyflow/react";
import { memo } from "react";
import type { EdgeFacts } from "./facts";
import type { TaskFlowEdge } from "./use-flow-elements";

/** A dependency. Dashes move only while the target uses the source's result, and if motion is welcome. */
export const TaskEdge = memo(function TaskEdge({ data, markerEnd }: EdgeProps<TaskFlowEdge>) {
  if (!data) return null;
  return (
    <BaseEdge
      path={data.path}
      interactionWidth={0}
      className={`graph-edge ${classOf(data.facts)}`}
      {...(markerEnd !== undefined && { markerEnd })}
    />
  );
});

function classOf({ tone, flowing, ghost, mark }: EdgeFacts): string {
  if (mark) return `graph-edge-${mark}`;
  if (ghost) return "graph-edge-ghost";
  return `graph-edge-${tone} ${flowing ? "graph-edge-flowing" : ""}`;
}
