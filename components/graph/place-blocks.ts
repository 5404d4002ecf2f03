import { type BlockLayout, GAP, type GraphLayout, NODE, type Point } from "./geometry";
import type { LayoutBlock } from "./layout-blocks";

export type BlockWithLayout = { block: LayoutBlock; layout: BlockLayout };

/** Blocks may be this wide together before new work goes back to the left, as lines of a text do. */
const MAX_LINE_WIDTH = 4 * (NODE.width + GAP.x);

/**
 * Puts blocks onto one canvas: the first at the corner, each later one after the tasks it hangs on, and under
 * whatever stands there already. A block's place depends on earlier blocks alone. `known` has the corners of blocks
 * that were placed before, by key; it is added to.
 */
export function placeBlocks(
  laidOut: readonly BlockWithLayout[],
  placedCorners = new Map<string, Point>(),
): GraphLayout {
  const places = new Map<string, Point>();
  const routes = new Map<string, Point[]>();
  for (const { block, layout } of laidOut) {
    const corner = placedCorners.get(block.key) ?? cornerOf(block, layout, places);
    placedCorners.set(block.key, corner);
    for (const [id, at] of layout.positions) places.set(id, add(at, corner));
    for (const [id, points] of layout.routes) {
      routes.set(
        id,
        points.map((point) => add(point, corner)),
      );
    }
  }
  return { positions: places, routes };
}

function cornerOf(block: LayoutBlock, layout: BlockLayout, places: ReadonlyMap<string, Point>): Point {
  const parents = block.parents.flatMap((id) => places.get(id) ?? []);
  const occupied = [...places.values()];
  if (occupied.length === 0) return { x: 0, y: 0 };
  const right = Math.max(MAX_LINE_WIDTH, ...occupied.map(({ x }) => x + NODE.width));
  const after = Math.max(0, ...parents.map(({ x }) => x + NODE.width + GAP.x));
  const x = after + layout.width <= right ? after : 0;
  const top = parents.length > 0 ? Math.min(...parents.map((parent) => parent.y)) : 0;
  return { x, y: firstFreeRow({ x, y: top }, layout, occupied) };
}

/** The first y from `from` on at which the block touches nothing. */
function firstFreeRow(from: Point, { width, height }: BlockLayout, occupied: readonly Point[]): number {
  const obstacles = occupied
    .filter(({ x }) => x < from.x + width + GAP.x && x + NODE.width + GAP.x > from.x)
    .sort((a, b) => a.y - b.y);
  let y = from.y;
  for (const other of obstacles) {
    const touches = other.y < y + height + GAP.y && other.y + NODE.height + GAP.y > y;
    if (touches) y = other.y + NODE.height + GAP.y;
  }
  return y;
}

const add = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });
