"use client";

import type { Node } from "@xyflow/react";
import { useMemo, useRef } from "react";
import { type GraphLayout, NODE, type Point } from "@/lib/core/layout/geometry";
import { shallowEqual, type TaskFacts } from "../facts";
import { taskAriaLabel } from "../labels";
import type { FlowGraph } from "./plan-to-flow";

export type TaskFlowNode = Node<{ facts: TaskFacts }, "task">;

/**
 * React Flow's nodes. One whose facts, place and selection are as before stays the same object, so that an
 * event draws only what it changed. Without a layout of its own, a node is not shown yet.
 */
export function useFlowNodes(graph: FlowGraph, layout: GraphLayout, selectedTaskId: string | undefined) {
  const before = useRef(new Map<string, TaskFlowNode>());
  return useMemo(() => {
    const { positions } = layout;
    const focusable = graph.nodes.some(({ id }) => id === selectedTaskId)
      ? selectedTaskId
      : graph.nodes[0]?.id;
    const nodes = graph.nodes.flatMap((facts) => {
      const position = positions.get(facts.id);
      if (!position) return [];
      const known = before.current.get(facts.id);
      return sameNode(known, facts, position, selectedTaskId, focusable)
        ? known
        : nodeOf(facts, position, facts.id === selectedTaskId, facts.id === focusable);
    });
    before.current = new Map(nodes.map((node) => [node.id, node]));
    return nodes;
  }, [graph, layout, selectedTaskId]);
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
    shallowEqual(known.data.facts, facts)
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
    // A question among its controls lies over its neighbors.
    zIndex: facts.status === "waiting" || facts.heldUntil !== undefined ? 5 : 0,
    ariaRole: "group",
    ariaLabel: taskAriaLabel(facts),
    // One stop for the Tab key; arrows go on from there.
    domAttributes: { tabIndex: focusable ? 0 : -1, "aria-roledescription": "task", "aria-describedby": "" },
  };
}
