import { arrowHead, endBeforeShape, roundPath } from "@/lib/core/layout/drawing";
import type { EdgeWays, Point } from "@/lib/core/layout/geometry";
import type { EdgeFacts } from "../facts";

/** How edges look; all of a look are one path, because thousands of elements would make the canvas slow. */
type EdgeVariant = "line" | "run" | "person" | "ghost" | "added" | "removed" | "moved";
type EdgePaths = { variant: EdgeVariant; lines: string; arrows: string };

/** From the faintest to what must be seen: later ones are drawn over earlier ones. */
export const DRAWING_ORDER: readonly EdgeVariant[] = [
  "ghost",
  "removed",
  "line",
  "added",
  "moved",
  "run",
  "person",
];

type WayPath = { line: string; arrow: string };

/** Ways stay the same objects while nothing moves: only what is new is written as a path. */
const pathOfWay = new WeakMap<readonly Point[], WayPath>();

function pathOf(way: readonly Point[], shaped: Point | undefined): WayPath {
  const known = shaped ? undefined : pathOfWay.get(way);
  if (known) return known;
  const route = shaped ? endBeforeShape(way, shaped) : way;
  const path = { line: roundPath(route), arrow: arrowHead(route) };
  if (!shaped) pathOfWay.set(way, path);
  return path;
}

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
    const { line, arrow } = pathOf(way, shapes.get(edge.target));
    const variant = variantOf(edge);
    const paths = byVariant.get(variant) ?? { lines: [], arrows: [] };
    byVariant.set(variant, paths);
    paths.lines.push(line);
    paths.arrows.push(arrow);
  }
  return DRAWING_ORDER.flatMap((variant) => {
    const paths = byVariant.get(variant);
    return paths ? { variant, lines: paths.lines.join(""), arrows: paths.arrows.join("") } : [];
  });
}

function variantOf({ mark, ghost, tone }: EdgeFacts): EdgeVariant {
  return mark ?? (ghost ? "ghost" : tone);
}
