import type { GraphLayout } from "@/lib/core/layout/geometry";
import type { EdgeFacts } from "./facts";

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] as const;
type Arrow = (typeof ARROWS)[number];

export const isArrow = (key: string): key is Arrow => (ARROWS as readonly string[]).includes(key);

/**
 * Where an arrow key leads from a node: left to what it waits for, right to what waits for it, up and down to the
 * nearest node above and below. Undefined where there is none.
 */
export function neighborOf(
  id: string,
  arrow: Arrow,
  edges: readonly EdgeFacts[],
  { positions }: GraphLayout,
): string | undefined {
  if (arrow === "ArrowLeft") return edges.find(({ target }) => target === id)?.source;
  if (arrow === "ArrowRight") return edges.find(({ source }) => source === id)?.target;
  const from = positions.get(id);
  if (!from) return undefined;
  const sign = arrow === "ArrowDown" ? 1 : -1;
  let nearest: { id: string; distance: number } | undefined;
  for (const [other, { x, y }] of positions) {
    const rows = (y - from.y) * sign;
    // Sideways counts more, so that up and down stay in a column.
    const distance = rows + 3 * Math.abs(x - from.x);
    if (rows > 0 && (nearest === undefined || distance < nearest.distance)) nearest = { id: other, distance };
  }
  return nearest?.id;
}

/** The item of a tree that a key leads to; undefined where the key does not move. `items` are all that are open. */
export function treeItemAfterKey(
  key: string,
  items: readonly HTMLElement[],
  at: number,
): HTMLElement | undefined {
  if (key === "ArrowDown") return items[at + 1];
  if (key === "ArrowUp") return items[at - 1];
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  const item = items[at];
  if (key === "ArrowLeft" && item?.dataset.task !== undefined) {
    return items.slice(0, at).findLast(({ dataset }) => dataset.level !== undefined);
  }
  return key === "ArrowRight" && item?.ariaExpanded === "true" ? items[at + 1] : undefined;
}
