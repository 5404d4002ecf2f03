"use client";

import { MiniMap, type ReactFlowState, useStore } from "@xyflow/react";
import { useCallback, useMemo } from "react";
import { type GraphLayout, NODE } from "./geometry";
import { TONE_VARIABLE } from "./tones";
import type { TaskFlowNode } from "./use-flow-nodes";

/** From this many tasks on the map is always there; before, only while a part of the plan is out of view. */
const ALWAYS_SHOWN_FROM = 40;

/** The map of the whole plan in a corner. */
export function GraphMap({ layout }: { layout: GraphLayout }) {
  const bounds = useMemo(() => boundsOf(layout), [layout]);
  const isPartlyHidden = useStore(useCallback((store: ReactFlowState) => !isInView(store, bounds), [bounds]));
  if (!isPartlyHidden && layout.positions.size < ALWAYS_SHOWN_FROM) return null;
  return (
    <MiniMap
      className="max-sm:hidden"
      ariaLabel="Map of the whole plan"
      pannable
      zoomable
      style={{ width: 150, height: 96 }}
      nodeColor={colorOf}
      nodeBorderRadius={12}
    />
  );
}

const colorOf = ({ data: { facts } }: TaskFlowNode): string =>
  facts.ghost ? "var(--line)" : TONE_VARIABLE[facts.tone];

type Bounds = { left: number; top: number; right: number; bottom: number };

function boundsOf({ positions }: GraphLayout): Bounds {
  const bounds = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const { x, y } of positions.values()) {
    bounds.left = Math.min(bounds.left, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.right = Math.max(bounds.right, x + NODE.width);
    bounds.bottom = Math.max(bounds.bottom, y + NODE.height);
  }
  return bounds;
}

function isInView({ transform: [x, y, zoom], width, height }: ReactFlowState, bounds: Bounds): boolean {
  const { left, top, right, bottom } = bounds;
  return (
    left * zoom + x >= 0 && top * zoom + y >= 0 && right * zoom + x <= width && bottom * zoom + y <= height
  );
}
