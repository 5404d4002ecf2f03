import type { TaskFacts } from "./facts";
import { GAP, type GraphLayout, NODE, type Point } from "./geometry";

/** A plain layout that needs no engine: one column a level. What is shown when the real one fails. */
export function columnsByLevel(nodes: readonly TaskFacts[]): GraphLayout {
  const rows = new Map<number, number>();
  const places = new Map<string, Point>();
  for (const { id, level } of nodes) {
    const row = rows.get(level) ?? 0;
    rows.set(level, row + 1);
    places.set(id, { x: level * (NODE.width + GAP.x), y: row * (NODE.height + GAP.y) });
  }
  return { positions: places, routes: new Map() };
}
