import { arrowHead, plainRoute, roundPath } from "./edge-path";
import type { EdgeFacts } from "./facts";
import type { Placed } from "./geometry";

/** How edges look; all of a look are one path, because thousands of elements would make the canvas slow. */
export type EdgeLook = "line" | "run" | "person" | "ghost" | "added" | "removed" | "moved";
export type EdgePaths = { look: EdgeLook; lines: string; arrows: string };

/** From the faintest to what must be seen: later ones are drawn over earlier ones. */
const LOOKS: readonly EdgeLook[] = ["ghost", "removed", "line", "added", "moved", "run", "person"];

/** The edges whose two ends have a place, as one path for each look. */
export function edgePaths(edges: readonly EdgeFacts[], { places, routes }: Placed): EdgePaths[] {
  const byLook = new Map<EdgeLook, { lines: string[]; arrows: string[] }>();
  for (const edge of edges) {
    const source = places.get(edge.source);
    const target = places.get(edge.target);
    if (!source || !target) continue;
    const route = routes.get(edge.id) ?? plainRoute(source, target);
    const look = lookOf(edge);
    const paths = byLook.get(look) ?? { lines: [], arrows: [] };
    byLook.set(look, paths);
    paths.lines.push(roundPath(route));
    paths.arrows.push(arrowHead(route));
  }
  return LOOKS.flatMap((look) => {
    const paths = byLook.get(look);
    return paths ? { look, lines: paths.lines.join(""), arrows: paths.arrows.join("") } : [];
  });
}

function lookOf({ mark, ghost, tone }: EdgeFacts): EdgeLook {
  return mark ?? (ghost ? "ghost" : tone);
}
