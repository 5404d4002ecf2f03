"use client";

import "@xyflow/react/dist/style.css";
import "./graph.css";
import {
  MiniMap,
  ReactFlow,
  ReactFlowProvider,
  type ReactFlowState,
  useReactFlow,
  useStore,
  ViewportPortal,
} from "@xyflow/react";
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
} from "react";
import { FOLD_ID } from "@/lib/core/layout/blocks";
import { type EdgeWays, type GraphLayout, NODE, type Point } from "@/lib/core/layout/geometry";
import { isArrow, neighborOf } from "./arrow-keys";
import { edgePaths } from "./edge-paths";
import type { CanvasControls } from "./graph-bar";
import { hasShape, TONE_VARIABLE } from "./node-shape";
import type { FlowGraph } from "./plan-to-flow";
import { TaskNode } from "./task-node";
import { type TaskFlowNode, useFlowNodes } from "./use-flow-nodes";
import { FIT, useViewport } from "./use-viewport";

/** From this many tasks on the map is always there; before, only while a part of the plan is out of view. */
const ALWAYS_SHOWN_FROM = 40;

const colorOf = ({ data: { facts } }: TaskFlowNode): string =>
  facts.ghost ? "var(--line)" : TONE_VARIABLE[facts.tone];

type Bounds = { left: number; top: number; right: number; bottom: number };

type EdgeLayerProps = { graph: FlowGraph; layout: GraphLayout; ways: EdgeWays };

/** All dependencies, under the nodes. Dashes move only where data flows now, and if motion is welcome. */
const EdgeLayer = memo(function EdgeLayer({ graph, layout, ways }: EdgeLayerProps) {
  const paths = useMemo(() => {
    const shapes = graph.nodes.flatMap(({ id, kind }): [string, Point][] => {
      const at = hasShape(kind) ? layout.positions.get(id) : undefined;
      return at ? [[id, at]] : [];
    });
    return edgePaths(graph.edges, ways, new Map(shapes));
  }, [graph, layout, ways]);
  return (
    <ViewportPortal>
      <svg className="graph-edges" aria-hidden="true">
        {paths.map(({ variant, lines, arrows }) => (
          <g key={variant} className={`graph-edge-${variant}`}>
            <path d={lines} className="graph-edge-lines" />
            <path d={arrows} className="graph-edge-arrows" />
          </g>
        ))}
      </svg>
    </ViewportPortal>
  );
});

/** Under this zoom a node's words cannot be read. */
const FAR_ZOOM = 0.42;
/** From this many on, only what is in view is in the document. */
const MANY_NODES = 400;

const NODE_TYPES = { task: TaskNode };

type GraphCanvasProps = {
  graph: FlowGraph;
  layout: GraphLayout;
  ways: EdgeWays;
  selectedTaskId?: string | undefined;
  onSelect?: ((taskId: string | undefined) => void) | undefined;
  onUnfold(): void;
  controls: RefObject<CanvasControls | null>;
};

/** The graph as a canvas that pans and zooms. What stays in place is not moved under the eyes of a reader. */
export function GraphCanvas(props: GraphCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas({ graph, layout, ways, selectedTaskId, onSelect, onUnfold, controls }: GraphCanvasProps) {
  const nodes = useFlowNodes(graph, layout, selectedTaskId);
  const isFar = useStore(({ transform }) => transform[2] < FAR_ZOOM);
  const userMoved = useRef(false);
  const choose = (id: string | undefined) => (id === FOLD_ID ? onUnfold() : onSelect?.(id));
  useViewport({ layout, nodes: graph.nodes, selectedTaskId, userMoved });
  useControls(controls);
  const onNodeClick = ({ target }: MouseEvent, { id }: TaskFlowNode) => {
    if (target instanceof Element && target.closest("[data-toolbar]")) return;
    choose(id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = event.target instanceof HTMLElement ? event.target : undefined;
    const id = at?.classList.contains("react-flow__node") ? at.dataset.id : undefined;
    if (id === undefined) return;
    if (event.key === "Enter" || event.key === " ") choose(id);
    else if (event.key === "Escape") choose(undefined);
    else if (isArrow(event.key))
      focusNode(event.currentTarget, neighborOf(id, event.key, graph.edges, layout));
    else return;
    event.preventDefault();
  };
  return (
    <ReactFlow
      className={isFar ? "graph-is-far" : ""}
      aria-label="Plan graph. The list view has the same content."
      nodes={nodes}
      nodeTypes={NODE_TYPES}
      onNodeClick={onNodeClick}
      onPaneClick={() => onSelect?.(undefined)}
      onKeyDown={onKeyDown}
      onMoveStart={(event) => {
        if (event) userMoved.current = true;
      }}
      nodesDraggable={false}
      nodesConnectable={false}
      elementsSelectable={false}
      deleteKeyCode={null}
      selectionKeyCode={null}
      multiSelectionKeyCode={null}
      zoomOnDoubleClick={false}
      panOnScroll={false}
      onlyRenderVisibleElements={nodes.length > MANY_NODES}
      minZoom={0.04}
      maxZoom={1.6}
      fitView
      fitViewOptions={FIT}
    >
      <EdgeLayer graph={graph} layout={layout} ways={ways} />
      <GraphMap layout={layout} />
    </ReactFlow>
  );
}

function focusNode(canvas: HTMLElement, id: string | undefined): void {
  if (id !== undefined) canvas.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus();
}

/** Lends zoom and fit to the bar above the canvas. */
function useControls(controls: RefObject<CanvasControls | null>): void {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  useImperativeHandle(
    controls,
    () => ({ zoomIn: () => void zoomIn(), zoomOut: () => void zoomOut(), fit: () => void fitView(FIT) }),
    [zoomIn, zoomOut, fitView],
  );
}

/** The map of the whole plan in a corner. */
function GraphMap({ layout }: { layout: GraphLayout }) {
  const bounds = useMemo(() => boundsOf(layout), [layout]);
  const isPartlyHidden = useStore(useCallback((store: ReactFlowState) => !isInView(store, bounds), [bounds]));
  if (!isPartlyHidden && layout.positions.size < ALWAYS_SHOWN_FROM) return null;
  return (
    <MiniMap
      className="max-sm:hidden"
      ariaLabel="Minimap"
      pannable
      zoomable
      style={{ width: 150, height: 96 }}
      nodeColor={colorOf}
      nodeBorderRadius={12}
    />
  );
}

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
