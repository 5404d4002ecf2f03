"use client";

import { type Edge, MarkerType, type Node, Position } from "@xyflow/react";
import { useMemo, useRef } from "react";
import { plainRoute, roundPath } from "./edge-path";
import { type EdgeFacts, sameFacts, type TaskFacts } from "./facts";
import { NODE, type Placed, type Point } from "./geometry";
import type { FlowGraph } from "./plan-to-flow";
import { spokenTask } from "./words";

export type TaskFlowNode = Node<{ facts: TaskFacts }, "task">;
export type TaskFlowEdge = Edge<{ facts: EdgeFacts; path: string }, "task">;

const MARKER = { type: MarkerType.ArrowClosed, width: 14, height: 14, color: "var(--edge)" } as const;
// Given here, edges need no measuring before the first picture.
const HANDLES: NonNullable<TaskFlowNode["handles"]> = [
  { type: "target", position: Position.Left, x: 0, y: NODE.height / 2, width: 1, height: 1 },
  { type: "source", position: Position.Right, x: NODE.width, y: NODE.height / 2, width: 1, height: 1 },
];

/**
 * React Flow's nodes and edges. One whose facts, place and selection are as before stays the same object, so that an
 * event draws only what it changed. Without a layout of its own, a node is not shown yet.
 */
export function useFlowElements(graph: FlowGraph, placed: Placed, selectedTaskId: string | undefined) {
  const nodesBefore = useRef(new Map<string, TaskFlowNode>());
  const edgesBefore = useRef(new Map<string, TaskFlowEdge>());
  return useMemo(() => {
    const { places, routes } = placed;
    const focusable = graph.nodes.some(({ id }) => id === selectedTaskId)
      ? selectedTaskId
      : graph.nodes[0]?.id;
    const nodes = graph.nodes.flatMap((facts) => {
      const position = places.get(facts.id);
      if (!position) return [];
      const known = nodesBefore.current.get(facts.id);
      return sameNode(known, facts, position, selectedTaskId, focusable)
        ? known
        : nodeOf(facts, position, facts.id === selectedTaskId, facts.id === focusable);
    });
    const edges = graph.edges.flatMap((facts) => {
      const source = places.get(facts.source);
      const target = places.get(facts.target);
      if (!source || !target) return [];
      const path = roundPath(routes.get(facts.id) ?? plainRoute(source, target));
      const known = edgesBefore.current.get(facts.id);
      return known?.data?.path === path && sameFacts(known.data.facts, facts) ? known : edgeOf(facts, path);
    });
    nodesBefore.current = new Map(nodes.map((node) => [node.id, node]));
    edgesBefore.current = new Map(edges.map((edge) => [edge.id, edge]));
    return { nodes, edges };
  }, [graph, placed, selectedTaskId]);
}

function sameNode(
  known: TaskFlowNode | undefined,
  facts: TaskFacts,
  { x, y }: Point,
  selected: string | undefined,
  focusable: string | undefined,
): known is TaskFlowNode {
  return (
    known !== undefined &&
    known.position.x === x &&
    known.position.y === y &&
    known.selected === (facts.id === selected) &&
    (known.domAttributes?.tabIndex === 0) === (facts.id === focusable) &&
    sameFacts(known.data.facts, facts)
  );
}

function nodeOf(facts: TaskFacts, position: Point, selected: boolean, focusable: boolean): TaskFlowNode {
  return {
    id: facts.id,
    type: "task",
    position,
    data: { facts },
    selected,
    ...NODE,
    measured: NODE,
    handles: HANDLES,
    // Controls under a node lie over its neighbours.
    zIndex: facts.status === "waiting" || facts.heldUntil !== undefined ? 5 : 0,
    ariaRole: "group",
    ariaLabel: spokenTask(facts),
    // One stop for the Tab key; arrows go on from there.
    domAttributes: { tabIndex: focusable ? 0 : -1, "aria-roledescription": "task", "aria-describedby": "" },
  };
}

function edgeOf(facts: EdgeFacts, path: string): TaskFlowEdge {
  const { id, source, target } = facts;
  return { id, type: "task", source, target, data: { facts, path }, markerEnd: MARKER, focusable: false };
}
