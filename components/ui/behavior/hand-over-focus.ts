import { isFocusFree } from "./keep-focus";

/** Who waits longer for what has the focus next does something else. */
const LATEST_MS = 10_000;

/**
 * Gives the focus to the first of these that is on the page, for those who use no pointer: called where what has it is about
 * to go with the act that it stands for. The page would keep no place for them. Where none is there yet, or the one that
 * was goes again, as while a plan is laid out, the next to come gets it, unless a person has moved on.
 */
export function handOverFocus(...selectors: readonly string[]): void {
  const give = () =>
    selectors
      .map((selector) => document.querySelector<HTMLElement>(selector))
      .find((heir) => heir !== null)
      ?.focus({ preventScroll: true });
  const observer = new MutationObserver(() => isFocusFree() && give());
  const movedOn = new AbortController();
  const end = () => {
    observer.disconnect();
    movedOn.abort();
  };
  give();
  observer.observe(document.body, { childList: true, subtree: true });
  for (const press of ["keydown", "pointerdown"])
    document.addEventListener(press, end, { capture: true, signal: movedOn.signal });
  setTimeout(end, LATEST_MS);
}
