import { arrowHead, fallbackRoute, roundPath } from "./edge-path";
import type { EdgeFacts } from "./facts";
import type { GraphLayout } from "./geometry";

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
