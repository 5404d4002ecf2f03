import type { TaskType } from "../plan/schema";
import { NODE, type Point } from "./geometry";

/** How tasks and edges are drawn, on the canvas and in files. */

/** The outlines that tell a kind of task, 32 by 32; tasks and programs are the rectangle itself. */
export const OUTLINES: Partial<Record<TaskType, string>> = {
  planning_review: "M16 1.5 30.5 16 16 30.5 1.5 16Z",
  synthesis_gate: "M9 3.5h14L30 16l-7 12.5H9L2 16Z",
  human_review: "M16 1.5 28.5 5.5v10c0 7.5-5 12-12.5 15-7.5-3-12.5-7.5-12.5-15v-10Z",
};

const CORNER = 8;
const ARROW = { length: 7, half: 3.5 } as const;
const at = ({ x, y }: Point): string => `${round(x)},${round(y)}`;
const round = (value: number): number => Math.round(value * 10) / 10;

/** Half the width of a shape on a node's left side, which lies over the end of an edge. */
const SHAPE_PX = 16;

/** The way without what the target's shape covers of it; less, the further it ends from the middle of the side. */
export function endBeforeShape(way: readonly Point[], target: Point): Point[] {
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
