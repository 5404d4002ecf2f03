import { type BlockLayout, GAP, NODE, type Placed, type Point } from "./geometry";
import type { LayoutBlock } from "./layout-blocks";

export type LaidOut = { block: LayoutBlock; layout: BlockLayout };

/** Blocks may be this wide together before new work goes back to the left, as lines of a text do. */
const LINE_WIDTH = 4 * (NODE.width + GAP.x);

/**
 * Puts blocks onto one canvas: the first at the corner, each later one after the tasks it hangs on, and under
 * whatever stands there already. A block's place depends on earlier blocks alone. `known` has the corners of blocks
 * that were placed before, by key; it is added to.
 */
export function placeBlocks(laidOut: readonly LaidOut[], known = new Map<string, Point>()): Placed {
  const places = new Map<string, Point>();
  const routes = new Map<string, Point[]>();
  for (const { block, layout } of laidOut) {
    const corner = known.get(block.key) ?? cornerOf(block, layout, places);
    known.set(block.key, corner);
    for (const [id, at] of layout.places) places.set(id, add(at, corner));
    for (const [id, points] of layout.routes) {
      routes.set(
        id,
        points.map((point) => add(point, corner)),
      );
    }
  }
  return { places, routes };
}

function cornerOf(block: LayoutBlock, layout: BlockLayout, places: ReadonlyMap<string, Point>): Point {
  const parents = block.parents.flatMap((id) => places.get(id) ?? []);
  const taken = [...places.values()];
  if (taken.length === 0) return { x: 0, y: 0 };
  const right = Math.max(LINE_WIDTH, ...taken.map(({ x }) => x + NODE.width));
  const after = Math.max(0, ...parents.map(({ x }) => x + NODE.width + GAP.x));
  const x = after + layout.width <= right ? after : 0;
  const top = parents.length > 0 ? Math.min(...parents.map((parent) => parent.y)) : 0;
  return { x, y: firstFreeRow({ x, y: top }, layout, taken) };
}

/** The first y from `from` on at which the block touches nothing. */
function firstFreeRow(from: Point, { width, height }: BlockLayout, taken: readonly Point[]): number {
  const inTheWay = taken
    .filter(({ x }) => x < from.x + width + GAP.x && x + NODE.width + GAP.x > from.x)
    .sort((a, b) => a.y - b.y);
  let y = from.y;
  for (const other of inTheWay) {
    const touches = other.y < y + height + GAP.y && other.y + NODE.height + GAP.y > y;
    if (touches) y = other.y + NODE.height + GAP.y;
  }
  return y;
}

const add = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });
