"use client";

import { ViewportPortal } from "@xyflow/react";
import { memo, useMemo } from "react";
import { edgePaths } from "./edge-paths";
import type { EdgeFacts } from "./facts";
import type { Placed } from "./geometry";

type EdgeLayerProps = { edges: readonly EdgeFacts[]; placed: Placed };

/** All dependencies, under the nodes. Dashes move only where data flows now, and if motion is welcome. */
export const EdgeLayer = memo(function EdgeLayer({ edges, placed }: EdgeLayerProps) {
  const paths = useMemo(() => edgePaths(edges, placed), [edges, placed]);
  return (
    <ViewportPortal>
      <svg className="graph-edges" aria-hidden="true">
        {paths.map(({ look, lines, arrows }) => (
          <g key={look} className={`graph-edge-${look}`}>
            <path d={lines} className="graph-edge-lines" />
            <path d={arrows} className="graph-edge-arrows" />
          </g>
        ))}
      </svg>
    </ViewportPortal>
  );
});
