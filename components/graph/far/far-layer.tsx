"use client";

import { useStore, ViewportPortal } from "@xyflow/react";
import { memo, useCallback, useMemo } from "react";
import { type GraphLayout, NODE, type Point } from "@/lib/core/layout/geometry";
import type { TaskFacts } from "../facts";
import { useParts } from "../in-parts";
import { farDots, farGroups } from "./far-looks";

/** Under this zoom an icon is a dot. */
const ICON_ZOOM = 0.14;

type FarLayerProps = {
  nodes: readonly TaskFacts[];
  layout: GraphLayout;
  selectedTaskId: string | undefined;
};

/** Around the selected task, as thick as it would be near. */
function SelectedRing({ at }: { at: Point }) {
  const px = useStore(({ transform }) => 1 / transform[2]);
  const gap = 4 * px;
  return (
    <rect
      x={at.x - gap}
      y={at.y - gap}
      width={NODE.width + 2 * gap}
      height={NODE.height + 2 * gap}
      rx={gap}
      strokeWidth={2.5 * px}
      className="graph-look-selected"
    />
  );
}

/** All tasks of a large plan from far away: shapes, colors and icons. */
export const FarLayer = memo(function FarLayer({ nodes, layout, selectedTaskId }: FarLayerProps) {
  const groupsOf = useCallback((part: readonly TaskFacts[]) => farGroups(part, layout.positions), [layout]);
  const groups = useParts(nodes, groupsOf).flatMap((part, index) =>
    part.map((group) => ({ ...group, key: `${group.look} ${index}` })),
  );
  const dots = useMemo(() => farDots(nodes, layout.positions), [nodes, layout]);
  const showIcons = useStore(({ transform }) => transform[2] >= ICON_ZOOM);
  const selected = selectedTaskId === undefined ? undefined : layout.positions.get(selectedTaskId);
  return (
    <ViewportPortal>
      <svg className="graph-far-layer" aria-hidden="true" data-far-tasks={nodes.length}>
        {groups.map(({ key, look, shapes, icons, xs, ys }) => (
          <g key={key} className={`graph-look-${look}`}>
            <path d={shapes} className="graph-look-shape" />
            {showIcons && (
              <text x={xs} y={ys} className="graph-look-icon">
                {icons}
              </text>
            )}
          </g>
        ))}
        {dots !== "" && <path d={dots} className="graph-look-comment graph-look-shape" />}
        {selected && <SelectedRing at={selected} />}
      </svg>
    </ViewportPortal>
  );
});
