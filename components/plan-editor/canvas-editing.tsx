"use client";

import { Handle, type NodeProps, Position, ViewportPortal } from "@xyflow/react";
import { X } from "lucide-react";
import type { EdgeWays, Point } from "@/lib/core/layout/geometry";
import type { FlowGraph } from "../graph/flow/plan-to-flow";
import type { TaskFlowNode } from "../graph/flow/use-flow-nodes";
import type { CanvasEditing } from "../graph/graph-canvas";
import { hasShape } from "../graph/node-shape";
import { TaskNode } from "../graph/task-node";
import { LiveButton } from "../ui/live";

/** A task with handles on both sides: from the right one a dependency is drawn to the left one of another task. */
function EditableNode(props: NodeProps<TaskFlowNode>) {
  const { id, kind } = props.data.facts;
  return (
    <>
      <Handle
        type="target"
        position={Position.Left}
        className={`graph-handle ${hasShape(kind) ? "graph-handle-shaped" : ""}`}
        data-handle-of={id}
      />
      <TaskNode {...props} />
      <Handle type="source" position={Position.Right} className="graph-handle" data-handle-of={id} />
    </>
  );
}

export const EDITABLE_NODES = { task: EditableNode };

const CUT_PX = 24;

type EdgeCutsProps = {
  graph: FlowGraph;
  ways: EdgeWays;
  selectedTaskId: string | undefined;
  disconnect: CanvasEditing["connect"];
};

/** On each edge of the selected task a button that takes it away. */
export function EdgeCuts({ graph, ways, selectedTaskId, disconnect }: EdgeCutsProps) {
  const titles = new Map(graph.nodes.map(({ id, title }) => [id, title]));
  const edges = graph.edges.filter(
    ({ source, target, mark }) =>
      mark !== "removed" && (source === selectedTaskId || target === selectedTaskId),
  );
  return (
    <ViewportPortal>
      {edges.flatMap(({ id, source, target }) => {
        const at = middleOf(ways.get(id));
        return at ? (
          <LiveButton
            key={id}
            aria-label={`Disconnect “${titles.get(target)}” from “${titles.get(source)}”`}
            className="graph-edge-cut grid size-6 place-items-center rounded-full border border-edge bg-panel text-muted hover:border-bad hover:text-bad"
            style={{ translate: `${at.x - CUT_PX / 2}px ${at.y - CUT_PX / 2}px` }}
            onClick={() => disconnect(source, target)}
          >
            <X aria-hidden="true" className="size-3.5" />
          </LiveButton>
        ) : (
          []
        );
      })}
    </ViewportPortal>
  );
}

/** The middle of the longest stretch of a way: there a button hides no corner. */
function middleOf(way: readonly Point[] = []): Point | undefined {
  let longest: { length: number; at: Point } | undefined;
  for (const [index, to] of way.entries()) {
    const from = way[index - 1];
    if (!from) continue;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (!longest || length > longest.length)
      longest = { length, at: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } };
  }
  return longest?.at;
}
