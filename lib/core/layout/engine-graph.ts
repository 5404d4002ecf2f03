import type { LayoutBlock } from "./blocks";
import { type BlockLayout, GAP, NODE, type Point } from "./geometry";

type Place = { id: string; x?: number; y?: number; width?: number; height?: number };
type Section = { id: string; startPoint: Point; endPoint: Point; bendPoints?: Point[] };

/** What of the graphs of ELK, the layout engine, we write and read. */
type EngineGraph = Place & {
  layoutOptions?: Record<string, string>;
  children?: Place[];
  edges?: { id: string; sources: string[]; targets: string[]; sections?: Section[] }[];
};

/** Columns of a line. A graph with more that is no wider than `WIDEST` tasks is broken like text. */
const COLUMNS_PER_LINE = 4;
const MAX_ROWS = 4;

/** Of a block of more tasks, one try at few crossings is enough: its thousands of edges cross anyway. */
const LARGE_BLOCK = 200;
const HASTY = {
  "elk.layered.thoroughness": "1",
  "elk.layered.crossingMinimization.greedySwitch.type": "OFF",
};

/** A block as the layout engine reads it. */
export function toEngineGraph({ nodes, edges }: LayoutBlock): EngineGraph {
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
      ...(nodes.length > LARGE_BLOCK && HASTY),
    },
    children: nodes.map((id) => ({ id, ...NODE })),
    edges: edges.map(({ id, source, target }) => ({ id, sources: [source], targets: [target] })),
  };
}

/** What the engine made of a block. */
export function fromEngineGraph({
  width = 0,
  height = 0,
  children = [],
  edges = [],
}: EngineGraph): BlockLayout {
  return {
    width,
    height,
    positions: children.map(({ id, x = 0, y = 0 }) => [id, { x, y }]),
    routes: edges.flatMap(({ id, sections }) => {
      const [section] = sections ?? [];
      if (section === undefined) return [];
      return [[id, [section.startPoint, ...(section.bendPoints ?? []), section.endPoint]]];
    }),
  };
}

/**
 * A long narrow layout broken into lines, so that a chain fits a screen; any other as it is. Edges between lines lose
 * their routes.
 */
export function wrapColumns(layout: BlockLayout): BlockLayout {
  const columns = [...new Set(layout.positions.map(([, { x }]) => x))].sort((a, b) => a - b);
  if (columns.length <= COLUMNS_PER_LINE || maxRows(layout) > MAX_ROWS) return layout;
  const lines = Math.ceil(columns.length / COLUMNS_PER_LINE);
  const perLine = Math.ceil(columns.length / lines);
  const lineOf = new Map(columns.map((x, index) => [x, Math.floor(index / perLine)]));
  const line = (x: number): number => lineOf.get(x) ?? 0;
  const offsets = lineOffsets(layout, columns, line);
  const moved = ({ x, y }: Point, by: Point): Point => ({ x: x + by.x, y: y + by.y });
  const offsetOf = (x: number): Point => offsets[line(x)] ?? { x: 0, y: 0 };
  const places = layout.positions.map(([id, at]): [string, Point] => [id, moved(at, offsetOf(at.x))]);
  return {
    width: Math.max(...places.map(([, { x }]) => x + NODE.width)),
    height: Math.max(...places.map(([, { y }]) => y + NODE.height)),
    positions: places,
    routes: layout.routes.flatMap(([id, points]): [string, Point[]][] => {
      const from = columnAt(columns, points[0]?.x ?? 0);
      const to = columnAt(columns, points.at(-1)?.x ?? 0);
      return line(from) === line(to) ? [[id, points.map((point) => moved(point, offsetOf(from)))]] : [];
    }),
  };
}

/** How far each line moves: to the left margin, and under the line before. */
function lineOffsets(
  { positions }: BlockLayout,
  columns: readonly number[],
  line: (x: number) => number,
): Point[] {
  const offsets: Point[] = [];
  let y = 0;
  for (const x of columns) {
    const index = line(x);
    if (offsets[index]) continue;
    const rows = positions.flatMap(([, at]) => (line(at.x) === index ? at.y : []));
    const top = Math.min(...rows);
    offsets[index] = { x: -x, y: y - top };
    y += Math.max(...rows) - top + NODE.height + GAP.y;
  }
  return offsets;
}

/** The column that an end of an edge touches: the last one that begins at it or before. */
function columnAt(columns: readonly number[], x: number): number {
  return columns.findLast((column) => column <= x + 1) ?? 0;
}

function maxRows({ positions }: BlockLayout): number {
  const counts = new Map<number, number>();
  for (const [, { x }] of positions) counts.set(x, (counts.get(x) ?? 0) + 1);
  return Math.max(...counts.values());
}
