import type { EdgeFacts } from "./facts";
import { GAP, type GraphLayout, NODE, type Point } from "./geometry";

const CORNER = 8;
const ARROW = { length: 7, half: 3.5 } as const;
const at = ({ x, y }: Point): string => `${round(x)},${round(y)}`;
const round = (value: number): number => Math.round(value * 10) / 10;

/** How edges look; all of a look are one path, because thousands of elements would make the canvas slow. */
export type EdgeVariant = "line" | "run" | "person" | "ghost" | "added" | "removed" | "moved";
export type EdgePaths = { variant: EdgeVariant; lines: string; arrows: string };

/** From the faintest to what must be seen: later ones are drawn over earlier ones. */
const DRAWING_ORDER: readonly EdgeVariant[] = ["ghost", "removed", "line", "added", "moved", "run", "person"];

/** The edges whose two ends have a place, as one path for each look. */
export function edgePaths(edges: readonly EdgeFacts[], { positions, routes }: GraphLayout): EdgePaths[] {
  const byVariant = new Map<EdgeVariant, { lines: string[]; arrows: string[] }>();
  for (const edge of edges) {
    const source = positions.get(edge.source);
    const target = positions.get(edge.target);
    if (!source || !target) continue;
    const route = routes.get(edge.id) ?? fallbackRoute(source, target);
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

/**
 * The corners of an edge that no engine has routed: to the right in a line, else down (or up) through the gap between
 * rows, and past rows through the gap before the target's column.
 */
export function fallbackRoute(source: Point, target: Point): Point[] {
  const middle = NODE.height / 2;
  const right = { x: source.x + NODE.width, y: source.y + middle };
  const sameRow = Math.abs(source.y - target.y) < NODE.height;
  if (target.x >= right.x && (sameRow || target.x < right.x + 2 * GAP.x)) {
    const turn = target.x - GAP.x / 2;
    const left = { x: target.x, y: target.y + middle };
    return withoutCollinearPoints([right, { x: turn, y: right.y }, { x: turn, y: left.y }, left]);
  }
  const down = target.y >= source.y;
  const from = { x: source.x + NODE.width / 2, y: source.y + (down ? NODE.height : 0) };
  const to = { x: target.x + NODE.width / 2, y: target.y + (down ? 0 : NODE.height) };
  const under = from.y + (down ? GAP.y / 2 : -GAP.y / 2);
  const over = to.y - (down ? GAP.y / 2 : -GAP.y / 2);
  const near = down ? over <= under + GAP.y : over >= under - GAP.y;
  if (near) return withoutCollinearPoints([from, { x: from.x, y: over }, { x: to.x, y: over }, to]);
  const channelX = target.x - GAP.x / 2;
  const corners = [from, { x: from.x, y: under }, { x: channelX, y: under }, { x: channelX, y: over }];
  return withoutCollinearPoints([...corners, { x: to.x, y: over }, to]);
}

/** Without corners that lie on the way between their neighbours. */
function withoutCollinearPoints(points: readonly Point[]): Point[] {
  return points.filter((point, index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    if (!before || !after) return true;
    const vertical = before.x === point.x && point.x === after.x;
    const level = before.y === point.y && point.y === after.y;
    return !vertical && !level;
  });
}

/** The point on the way from a corner where its rounding begins. */
function cornerStart(corner: Point, other: Point): Point {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y);
  if (length === 0) return corner;
  const share = Math.min(CORNER, length / 2) / length;
  return { x: corner.x + (other.x - corner.x) * share, y: corner.y + (other.y - corner.y) * share };
}
