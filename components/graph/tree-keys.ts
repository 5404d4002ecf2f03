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
