"use client";

import "@xyflow/react/dist/style.css";
import "./graph.css";
import { type NodeTypes, ReactFlow, ReactFlowProvider, useReactFlow, ViewportPortal } from "@xyflow/react";
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { StoppedClock } from "@/lib/client/run-clock";
import { isFoldId } from "@/lib/core/layout/blocks";
import { boundsOf, type EdgeWays, type GraphLayout, type Point } from "@/lib/core/layout/geometry";
import { useStable } from "../ui/behavior/use-stable";
import { isArrow, neighborOf } from "./arrow-keys";
import { type EdgeFacts, sameItems } from "./facts";
import { FarLayer } from "./far/far-layer";
import { taskAt } from "./far/far-looks";
import { DRAWING_ORDER, edgePaths } from "./flow/edge-paths";
import type { FlowGraph } from "./flow/plan-to-flow";
import { type TaskFlowNode, useFlowNodes } from "./flow/use-flow-nodes";
import { useShownNodes } from "./flow/use-shown-nodes";
import type { CanvasControls } from "./graph-bar";
import { GraphMap } from "./graph-map";
import { useParts } from "./in-parts";
import { tasksBehind } from "./levels";
import { hasShape } from "./node-shape";
import { TaskNode } from "./task-node";
import { useViewport, ZOOM } from "./use-viewport";

type EdgeLayerProps = {
  edges: FlowGraph["edges"];
  /** The tasks with a shape on their left side. */
  shaped: readonly string[];
  layout: GraphLayout;
  ways: EdgeWays;
};

/** All dependencies, under the nodes. Dashes move only where data flows now, and if motion is welcome. */
const EdgeLayer = memo(function EdgeLayer({ edges, shaped, layout, ways }: EdgeLayerProps) {
  const { positions } = layout;
  const pathsOf = useCallback(
    (part: readonly EdgeFacts[]) => {
      const places = shaped.flatMap((id): [string, Point][] => {
        const at = positions.get(id);
        return at ? [[id, at]] : [];
      });
      return edgePaths(part, ways, new Map(places));
    },
    [shaped, positions, ways],
  );
  const parts = useParts(edges, pathsOf);
  const paths = useMemo(
    () =>
      parts
        .flatMap((part, index) => part.map((path) => ({ ...path, key: `${path.variant} ${index}` })))
        .sort((a, b) => DRAWING_ORDER.indexOf(a.variant) - DRAWING_ORDER.indexOf(b.variant)),
    [parts],
  );
  // In the past nothing moves.
  const isStopped = use(StoppedClock) !== undefined;
  return (
    <ViewportPortal>
      <svg className={`graph-edges ${isStopped ? "graph-edges-stopped" : ""}`} aria-hidden="true">
        {paths.map(({ key, variant, lines, arrows }) => (
          <g key={key} className={`graph-edge-${variant}`}>
            <path d={lines} className="graph-edge-lines" />
            <path d={arrows} className="graph-edge-arrows" />
          </g>
        ))}
      </svg>
    </ViewportPortal>
  );
});

/** The tasks with a shape on their left side; the same list while they are the same. */
function useShaped(nodes: FlowGraph["nodes"]): readonly string[] {
  const before = useRef<readonly string[]>([]);
  return useMemo(() => {
    const shaped = nodes.flatMap(({ id, kind }) => (hasShape(kind) ? id : []));
    if (!sameItems(before.current, shaped)) before.current = shaped;
    return before.current;
  }, [nodes]);
}

const NODE_TYPES = { task: TaskNode };

/** What a plan that is edited brings to its canvas. */
export type CanvasEditing = {
  nodeTypes: NodeTypes;
  /** Has the second task wait for the first. */
  connect(from: string, to: string): void;
  canConnect(from: string, to: string): boolean;
  /** What lies over the edges. */
  renderLayer(layer: { graph: FlowGraph; ways: EdgeWays }): ReactNode;
};

type GraphCanvasProps = {
  graph: FlowGraph;
  layout: GraphLayout;
  ways: EdgeWays;
  selectedTaskId?: string | undefined;
  /** The same when a key comes: that may be before the last change is drawn. */
  selectedNow(): string | undefined;
  onSelect?: ((taskId: string | undefined) => void) | undefined;
  /** Shows the tasks behind a folded node. */
  onUnfold(fold: string): void;
  controls: RefObject<CanvasControls | null>;
  editing?: CanvasEditing | undefined;
};

/** The graph as a canvas that pans and zooms. What stays in place is not moved under the eyes of a reader. */
export function GraphCanvas(props: GraphCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas(props: GraphCanvasProps) {
  const { graph, layout, ways, selectedTaskId, selectedNow, onSelect, onUnfold, controls, editing } = props;
  const nodes = useFlowNodes(graph, layout, selectedTaskId);
  const { held, focusTask, canvas } = useTaskFocus(nodes);
  const shaped = useShaped(graph.nodes);
  const { shown, isFar, isDrawnFar, textZoom } = useShownNodes(nodes, held);
  const bounds = useMemo(
    () =>
      boundsOf(
        layout,
        graph.nodes.map(({ id }) => id),
      ),
    [layout, graph.nodes],
  );
  const flowId = useId();
  const { screenToFlowPosition } = useReactFlow();
  const userMoved = useRef(false);
  const choose = (id: string | undefined) =>
    id !== undefined && isFoldId(id) ? onUnfold(id) : onSelect?.(id);
  const textStyle = useMemo(() => ({ "--graph-zoom": textZoom }) as CSSProperties, [textZoom]);
  const { nodes: tasks } = graph;
  const { isFitted, fitAll, reveal, flyTo } = useViewport({
    layout,
    bounds,
    tasks,
    selectedTaskId,
    userMoved,
  });
  useControls(controls, { fitAll, flyTo }, userMoved);
  const goTo = (id: string | undefined) => {
    if (id === undefined) return;
    focusTask(id);
    reveal(id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = event.target instanceof HTMLElement ? event.target : undefined;
    const id = at?.classList.contains("react-flow__node") ? at.dataset.id : undefined;
    if (id === undefined) return;
    if (event.key === "Enter" || event.key === " ") {
      choose(id);
      // The focus moves to what stood behind a node that is gone.
      const [first] = tasksBehind(id, graph);
      if (first !== undefined) focusTask(first);
    } else if (event.key === "Escape" && selectedNow() !== undefined) choose(undefined);
    else if (isArrow(event.key)) goTo(neighborOf(id, event.key, graph.edges, layout));
    else return;
    event.preventDefault();
  };
  // React Flow draws each of its nodes again for another function.
  const pointer = useStable({
    onNodeClick({ target }: MouseEvent, { id }: TaskFlowNode) {
      if (target instanceof Element && target.closest("[data-toolbar]")) return;
      choose(id);
    },
    onPaneClick({ clientX: x, clientY: y }: MouseEvent) {
      const at = isDrawnFar ? screenToFlowPosition({ x, y }) : undefined;
      choose(at && taskAt(at, graph.nodes, layout.positions));
    },
    onMoveStart(event: unknown) {
      if (event) userMoved.current = true;
    },
  });
  return (
    <ReactFlow
      id={flowId}
      ref={canvas}
      className={zoomClass(textZoom, isFar)}
      style={textStyle}
      aria-label="Plan graph. The list view has the same content."
      nodes={isFitted ? shown : NO_NODES}
      nodeTypes={editing?.nodeTypes ?? NODE_TYPES}
      {...pointer}
      onKeyDown={onKeyDown}
      nodesDraggable={false}
      nodesConnectable={editing !== undefined}
      {...(editing && {
        onConnect: ({ source, target }) => editing.connect(source, target),
        isValidConnection: ({ source, target }) => editing.canConnect(source, target),
        connectionRadius: CONNECTION_PX,
      })}
      elementsSelectable={false}
      deleteKeyCode={null}
      selectionKeyCode={null}
      multiSelectionKeyCode={null}
      zoomOnDoubleClick={false}
      panOnScroll={false}
      attributionPosition="bottom-left"
      minZoom={ZOOM.least}
      maxZoom={ZOOM.most}
    >
      {isFitted && <EdgeLayer edges={graph.edges} shaped={shaped} layout={layout} ways={ways} />}
      {isFitted && isDrawnFar && (
        <FarLayer nodes={graph.nodes} layout={layout} selectedTaskId={selectedTaskId} />
      )}
      {isFitted && !isDrawnFar && editing?.renderLayer({ graph, ways })}
      <GraphMap nodes={graph.nodes} layout={layout} bounds={bounds} />
    </ReactFlow>
  );
}

const NO_NODES: TaskFlowNode[] = [];
/** How near a drawn dependency has to come to the handle of a task. */
const CONNECTION_PX = 40;
/** Below this zoom a node has room for two lines. */
const TWO_LINES_ZOOM = 0.6;

const zoomClass = (textZoom: number, isFar: boolean): string =>
  isFar
    ? "graph-is-far"
    : textZoom < TWO_LINES_ZOOM
      ? "graph-is-small"
      : textZoom < 0.9
        ? "graph-is-shrunk"
        : "";

/** Moves the focus among tasks. One that is not drawn by itself is, as long as it has the focus or can get it by Tab. */
function useTaskFocus(nodes: readonly TaskFlowNode[]) {
  const canvas = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<{ id: string }>();
  const tabStop = nodes.find(({ domAttributes }) => domAttributes?.tabIndex === 0)?.id;
  const held = useMemo(() => new Set([focused?.id, tabStop]), [focused, tabStop]);
  useEffect(() => {
    const box = canvas.current;
    if (!focused || !box) return;
    const focus = (): boolean => {
      const node = box.querySelector<HTMLElement>(`[data-id="${CSS.escape(focused.id)}"]`);
      node?.focus();
      return node !== null;
    };
    if (focus()) return;
    // React Flow draws a node that is new to it after this.
    const observer = new MutationObserver(() => focus() && observer.disconnect());
    observer.observe(box, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [focused]);
  const focusTask = useCallback((id: string) => setFocused({ id }), []);
  return { held, focusTask, canvas };
}

/** Lends zoom, fit and the way to a task to the bar above the canvas. */
function useControls(
  controls: RefObject<CanvasControls | null>,
  { fitAll, flyTo }: Pick<ReturnType<typeof useViewport>, "fitAll" | "flyTo">,
  userMoved: RefObject<boolean>,
): void {
  const { zoomIn, zoomOut } = useReactFlow();
  useImperativeHandle(controls, () => {
    const chosen = (move: () => unknown) => () => {
      userMoved.current = true;
      void move();
    };
    return { zoomIn: chosen(zoomIn), zoomOut: chosen(zoomOut), fit: chosen(fitAll), flyTo };
  }, [zoomIn, zoomOut, fitAll, flyTo, userMoved]);
}
