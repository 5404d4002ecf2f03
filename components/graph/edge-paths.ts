import { type EdgeWays, NODE, type Point } from "@/lib/core/layout/geometry";
import type { EdgeFacts } from "./facts";

const CORNER = 8;
const ARROW = { length: 7, half: 3.5 } as const;
const at = ({ x, y }: Point): string => `${round(x)},${round(y)}`;
const round = (value: number): number => Math.round(value * 10) / 10;

/** How edges look; all of a look are one path, because thousands of elements would make the canvas slow. */
export type EdgeVariant = "line" | "run" | "person" | "ghost" | "added" | "removed" | "moved";
export type EdgePaths = { variant: EdgeVariant; lines: string; arrows: string };

/** From the faintest to what must be seen: later ones are drawn over earlier ones. */
const DRAWING_ORDER: readonly EdgeVariant[] = ["ghost", "removed", "line", "added", "moved", "run", "person"];

/** Half the width of a shape on a node's left side, which lies over the end of an edge. */
const SHAPE_PX = 16;

/**
 * The edges that have a way, as one path for each look. `shapes` has the corners of the nodes with a shape on their left
 * side: edges end before it.
 */
export function edgePaths(
  edges: readonly EdgeFacts[],
  ways: EdgeWays,
  shapes: ReadonlyMap<string, Point> = new Map(),
): EdgePaths[] {
  const byVariant = new Map<EdgeVariant, { lines: string[]; arrows: string[] }>();
  for (const edge of edges) {
    const way = ways.get(edge.id);
    if (!way) continue;
    const shaped = shapes.get(edge.target);
    const route = shaped ? endBeforeShape(way, shaped) : way;
    const variant = variantOf(edge);
    const paths = byVariant.get(variant) ?? { lines: [], arrows: [] };
    byVariant.set(variant, paths);
    paths.lines.push(roundPath(route));
    paths.arrows.push(arrowHead(route));
  }
  return DRAWING_ORDER.flatMap((variant) => {
    const paths = byVariant.get(variant);
    return paths ? { variant, lines: paths.lines.join(""), arrows: paths.arrows.join("") } : [];
  });
}

function variantOf({ mark, ghost, tone }: EdgeFacts): EdgeVariant {
  return mark ?? (ghost ? "ghost" : tone);
}

/** The way without what the target's shape covers of it; less, the further it ends from the middle of the side. */
function endBeforeShape(way: readonly Point[], target: Point): Point[] {
  const end = way.at(-1);
  if (!end) return [];
  const fromMiddle = Math.abs(end.y - target.y - NODE.height / 2);
  return [...way.slice(0, -1), { x: end.x - Math.max(0, SHAPE_PX - 0.8 * fromMiddle), y: end.y }];
}

/** An SVG path along these points with round corners. */
export function roundPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  const last = rest.pop();
  const parts = [`M${at(first)}`];
  let before = first;
  for (const [index, corner] of rest.entries()) {
    const after = rest[index + 1] ?? last ?? corner;
    parts.push(`L${at(cornerStart(corner, before))}`, `Q${at(corner)} ${at(cornerStart(corner, after))}`);
    before = corner;
  }
  if (last) parts.push(`L${at(last)}`);
  return parts.join("");
}

/** An arrow head at the end of these points, as a closed path. */
export function arrowHead(points: readonly Point[]): string {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (!tip || !before) return "";
  const length = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const along = { x: (tip.x - before.x) / length, y: (tip.y - before.y) / length };
  const base = { x: tip.x - along.x * ARROW.length, y: tip.y - along.y * ARROW.length };
  const side = { x: -along.y * ARROW.half, y: along.x * ARROW.half };
  return `M${at(tip)}L${at({ x: base.x + side.x, y: base.y + side.y })}L${at({ x: base.x - side.x, y: base.y - side.y })}Z`;
}

/** The point on the way from a corner where its rounding begins. */
function cornerStart(corner: Point, other: Point): Point {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y);
  if (length === 0) return corner;
  const share = Math.min(CORNER, length / 2) / length;
  return { x: corner.x + (other.x - corner.x) * share, y: corner.y + (other.y - corner.y) * share };
}
