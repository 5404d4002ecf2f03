import { isFocusFree } from "./keep-focus";

/** Who waits longer for what has the focus next has moved on. */
const LATEST_MS = 10_000;

/**
 * Gives the focus to the first of these that is on the page, for those who use no pointer: called where what has it is about
 * to go with the act that it stands for. The page would keep no place for them. Where none is there yet, as while a plan is
 * laid out, the first to come gets it, unless something else has it then.
 */
export function handOverFocus(...selectors: readonly string[]): void {
  const heirNow = () =>
    selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find((heir) => heir !== null);
  const give = (heir: HTMLElement) => heir.focus({ preventScroll: true });
  const heir = heirNow();
  if (heir) return give(heir);
  const observer = new MutationObserver(() => {
    const late = heirNow();
    if (!late) return;
    observer.disconnect();
    if (isFocusFree()) give(late);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), LATEST_MS);
}
