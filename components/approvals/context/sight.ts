/** The beginning and the end of what is drawn. */
export type Edge = "begin" | "end";

/** A part as it is drawn: `isEmpty` where nothing of it is. */
type Drawn = { isEmpty(): boolean; shows(edge: Edge): boolean; leadTo(edge: Edge): void };

/** What of a part has been in sight: its beginning, and its end once nothing within it is out of view. */
export class Sight {
  #seen: Record<Edge, boolean> = { begin: false, end: false };

  /** Looks at the part as it is now; `isWhole`: nothing within it is cut, folded or missing. */
  look(drawn: Drawn, isWhole: boolean): boolean {
    // What is opened later stands between them: its end is another one.
    if (!isWhole) this.#seen.end = false;
    this.#seen.begin ||= drawn.shows("begin");
    if (isWhole) this.#seen.end ||= drawn.shows("end");
    return isWhole && (drawn.isEmpty() || (this.#seen.begin && this.#seen.end));
  }

  /** Leads to the first edge that was not in sight: it counts as seen then, since on a small screen it may never be. */
  lead(drawn: Drawn): void {
    const edge = this.#seen.begin ? "end" : "begin";
    drawn.leadTo(edge);
    this.#seen[edge] = true;
  }
}

/** What stands between these two elements, which have no height. */
export function drawnBetween(box: HTMLElement, end: HTMLElement): Drawn {
  return {
    // Without a box of its own it is hidden, which is not empty.
    isEmpty: () => box.getClientRects().length > 0 && box.getBoundingClientRect().height < 1,
    shows: (edge) => isInSight(box, edge),
    leadTo(edge) {
      // Parts of a panel stay at its head and its foot.
      if (edge === "begin") box.scrollIntoView({ block: "start" });
      else end.scrollIntoView({ block: "center" });
      // Who does not see the screen reads on from there. A click does not move the focus to it.
      box.tabIndex = -1;
      box.addEventListener("blur", () => box.removeAttribute("tabindex"), { once: true });
      box.focus({ preventScroll: true });
    },
  };
}

/** Shares of the width at which something may lie over it. */
const COLUMNS = [0.1, 0.5, 0.9];

/** True where the first or last line of pixels is in the window, cut off by nothing that scrolls and covered by nothing. */
function isInSight(box: HTMLElement, edge: Edge): boolean {
  const { left, top, bottom, width, height } = box.getBoundingClientRect();
  const y = edge === "begin" ? Math.min(top + 1, bottom) : Math.max(bottom - 1, top);
  if (height === 0 || y < 0 || y > window.innerHeight) return false;
  return COLUMNS.some((share) => box.contains(document.elementFromPoint(left + share * width, y)));
}

const looks = new Map<Element, () => void>();
let frame = 0;
let crossings: IntersectionObserver | undefined;

/** One look at all of them with the next picture. */
const lookAgain = (): void => {
  if (frame !== 0) return;
  frame = requestAnimationFrame(() => {
    frame = 0;
    for (const look of [...looks.values()]) look();
  });
};

/** Calls `look` whenever what is in sight of these elements may have changed: scrolled, resized, or moved by what comes. */
export function watchSight(box: HTMLElement, end: HTMLElement, look: () => void): () => void {
  if (looks.size === 0) {
    document.addEventListener("scroll", lookAgain, { capture: true, passive: true });
    window.addEventListener("resize", lookAgain);
    crossings ??= new IntersectionObserver(lookAgain, { threshold: [0, 1] });
  }
  looks.set(box, look);
  crossings?.observe(box);
  crossings?.observe(end);
  return () => {
    looks.delete(box);
    crossings?.unobserve(box);
    crossings?.unobserve(end);
    if (looks.size > 0) return;
    document.removeEventListener("scroll", lookAgain, { capture: true });
    window.removeEventListener("resize", lookAgain);
  };
}
