import type { ElkNode } from "elkjs/lib/elk-api";
import { type BlockLayout, GAP, NODE } from "./geometry";
import type { LayoutBlock } from "./layout-blocks";

/** A block as the layout engine reads it. */
export function toElkGraph({ nodes, edges }: LayoutBlock): ElkNode {
  return {
    id: "block",
    layoutOptions: {
      "elk.algorithm": "layered",
      "elk.direction": "RIGHT",
      "elk.edgeRouting": "ORTHOGONAL",
      "elk.padding": "[top=0,left=0,bottom=0,right=0]",
      "elk.spacing.nodeNode": String(GAP.y),
      "elk.spacing.componentComponent": String(GAP.y),
      "elk.layered.spacing.nodeNodeBetweenLayers": String(GAP.x),
      "elk.layered.spacing.edgeNodeBetweenLayers": "20",
      "elk.layered.spacing.edgeEdgeBetweenLayers": "8",
      // Compact and straight; the default leaves large graphs five times as high.
      "elk.layered.nodePlacement.strategy": "LINEAR_SEGMENTS",
      "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES",
    },
    children: nodes.map((id) => ({ id, ...NODE })),
    edges: edges.map(({ id, source, target }) => ({ id, sources: [source], targets: [target] })),
  };
}

/** What the engine made of a block. */
export function fromElkGraph({ width = 0, height = 0, children = [], edges = [] }: ElkNode): BlockLayout {
  return {
    width,
    height,
    positions: children.map(({ id, x = 0, y = 0 }) => [id, { x, y }]),
    routes: edges.flatMap(({ id, sections }) => {
      const [section] = sections ?? [];
      if (id === undefined || section === undefined) return [];
      return [[id, [section.startPoint, ...(section.bendPoints ?? []), section.endPoint]]];
    }),
  };
}
