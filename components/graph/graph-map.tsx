"use client";

import { Panel, type ReactFlowState, useReactFlow, useStore } from "@xyflow/react";
import { Map as MapIcon } from "lucide-react";
import { memo, type PointerEvent, useCallback, useMemo, useState } from "react";
import type { GraphLayout, Rect } from "@/lib/core/layout/geometry";
import { Button } from "../ui/button";
import type { TaskFacts } from "./facts";
import { farGroups } from "./far/far-looks";

const SIZE = { width: 150, height: 96 } as const;
/** What stays free around the plan, as a part of it. */
const MARGIN = 0.05;
/** From this many tasks on the map is always there; before, while a part of the plan is out of view or it is wanted. */
const ALWAYS_SHOWN_FROM = 40;
/** In a smaller canvas, as above an open timeline or on a phone, the map would cover tasks: it comes when it is wanted. */
const MIN_CANVAS = { width: 480, height: 420 } as const;
/** What the map takes of its corner, and the button in its place, with the room around them. */
const MAP_CORNER = { width: SIZE.width + 32, height: SIZE.height + 32 } as const;
const BUTTON_CORNER = { width: 60, height: 52 } as const;

type GraphMapProps = { nodes: readonly TaskFacts[]; layout: GraphLayout; bounds: Rect };

/** The map of the whole plan in a corner, with what is in view; a click or a drag on it moves the view. */
export function GraphMap({ nodes, layout, bounds }: GraphMapProps) {
  const [isWanted, setWanted] = useState(false);
  const isPartlyHidden = useStore(useCallback((store: ReactFlowState) => !isInView(store, bounds), [bounds]));
  const isSmall = useStore(isSmallCanvas);
  const isNeeded = !isSmall && (isPartlyHidden || nodes.length >= ALWAYS_SHOWN_FROM);
  return (
    <Panel position="bottom-right" className="grid justify-items-end gap-1">
      {!isNeeded && (
        <Button
          size="small"
          aria-label="Minimap"
          title="Minimap"
          aria-pressed={isWanted}
          onClick={() => setWanted(!isWanted)}
        >
          <MapIcon aria-hidden="true" className="size-4" />
        </Button>
      )}
      {(isNeeded || isWanted) && (
        <div className="graph-map">
          <MapOf nodes={nodes} layout={layout} bounds={bounds} />
        </div>
      )}
    </Panel>
  );
}

function MapOf({ nodes, layout, bounds }: GraphMapProps) {
  const { setCenter, getZoom } = useReactFlow();
  const box = useMemo(() => withMargin(bounds), [bounds]);
  const goTo = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons !== 1) return;
    const matrix = event.currentTarget.getScreenCTM()?.inverse();
    if (!matrix) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    void setCenter(x, y, { zoom: getZoom(), duration: 0 });
  };
  return (
    <svg
      role="img"
      aria-label="Minimap"
      {...SIZE}
      viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
      onPointerDown={goTo}
      onPointerMove={goTo}
    >
      <Shapes nodes={nodes} layout={layout} />
      <ViewMask box={box} />
    </svg>
  );
}

const Shapes = memo(function Shapes({ nodes, layout }: Omit<GraphMapProps, "bounds">) {
  const groups = useMemo(() => farGroups(nodes, layout.positions), [nodes, layout]);
  return groups.map(({ look, shapes }) => (
    <g key={look} className={`graph-look-${look}`}>
      <path d={shapes} className="graph-look-shape" />
    </g>
  ));
});

/** What is out of view is veiled. The one part of the map that moves with the view. */
function ViewMask({ box }: { box: Rect }) {
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const width = useStore((store) => store.width / zoom);
  const height = useStore((store) => store.height / zoom);
  const whole = `M${box.x - box.width},${box.y - box.height}h${3 * box.width}v${3 * box.height}h${-3 * box.width}Z`;
  const view = `M${-x / zoom},${-y / zoom}h${width}v${height}h${-width}Z`;
  return <path d={`${whole}${view}`} fillRule="evenodd" className="graph-map-mask" />;
}

/** The plan with its margin, in the proportions of the map. */
function withMargin({ x, y, width, height }: Rect): Rect {
  const scale = (1 + 2 * MARGIN) * Math.max(width / SIZE.width, height / SIZE.height);
  const [wide, high] = [SIZE.width * scale, SIZE.height * scale];
  return { x: x - (wide - width) / 2, y: y - (high - height) / 2, width: wide, height: high };
}

/** The corner that is taken, at the bottom right, while a plan of so many tasks is seen as a whole. */
export const cornerOf = (canvas: { width: number; height: number }, tasks: number) =>
  tasks >= ALWAYS_SHOWN_FROM && !isSmallCanvas(canvas) ? MAP_CORNER : BUTTON_CORNER;

const isSmallCanvas = ({ width, height }: { width: number; height: number }): boolean =>
  width < MIN_CANVAS.width || height < MIN_CANVAS.height;

function isInView({ transform: [x, y, zoom], width, height }: ReactFlowState, bounds: Rect): boolean {
  const [left, top] = [bounds.x * zoom + x, bounds.y * zoom + y];
  return left >= 0 && top >= 0 && left + bounds.width * zoom <= width && top + bounds.height * zoom <= height;
}
