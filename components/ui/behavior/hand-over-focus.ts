/**
 * Gives the focus to the first of these that is on the page, for those who use no pointer: called where what has it is about
 * to go with the act that it stands for. The page would keep no place for them.
 */
export function handOverFocus(...selectors: readonly string[]): void {
  for (const selector of selectors) {
    const heir = document.querySelector<HTMLElement>(selector);
    if (heir) return heir.focus({ preventScroll: true });
  }
}
