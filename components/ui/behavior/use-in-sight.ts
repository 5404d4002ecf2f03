import { type RefObject, useEffect } from "react";

/** Keeps the chosen one of a row that scrolls sideways in sight. `scrollIntoView` would move the page, too. */
export function useInSight(row: RefObject<HTMLElement | null>, selector: string, chosen: string | undefined) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked for again when another is chosen
  useEffect(() => {
    const element = row.current;
    const one = element?.querySelector<HTMLElement>(selector);
    if (!element || !one) return;
    const [inside, around] = [one.getBoundingClientRect(), element.getBoundingClientRect()];
    if (inside.right > around.right) element.scrollLeft += inside.right - around.right + 16;
    else if (inside.left < around.left) element.scrollLeft += inside.left - around.left - 16;
  }, [row, selector, chosen]);
}
