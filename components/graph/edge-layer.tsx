"use client";

import { ViewportPortal } from "@xyflow/react";
import { memo, useMemo } from "react";
import { edgePaths } from "./edge-paths";
import type { EdgeFacts } from "./facts";
import type { GraphLayout } from "./geometry";

type EdgeLayerProps = { edges: readonly EdgeFacts[]; layout: GraphLayout };

/** All dependencies, under the nodes. Dashes move only where data flows now, and if motion is welcome. */
export const EdgeLayer = memo(function EdgeLayer({ edges, layout }: EdgeLayerProps) {
  const paths = useMemo(() => edgePaths(edges, layout), [edges, layout]);
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
