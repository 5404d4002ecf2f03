/** Where the page keeps what was pressed before its scripts listened. */
const KEPT = "__earlyClick";

/**
 * Runs before the page's own scripts, and remembers the last press of a tab, or of a button that opens a menu or a
 * dialog, and of no other: nothing is ever sent by it. Once React listens it hears by itself, which it says on the document; who presses
 * again by then wants no more of what was pressed before.
 */
export const EARLY_CLICK_SCRIPT = `addEventListener("click", (event) => {
  const isHeard = Object.keys(document).some((key) => key.startsWith("_reactListening"));
  const button = event.target instanceof Element && event.target.closest("button[aria-haspopup], button[role=tab]");
  window.${KEPT} = isHeard ? undefined : button || undefined;
}, true);`;

/** Presses it once more, now that it is heard; to be called once the page has taken over. */
export function repeatEarlyClick(page: Window): void {
  const button: unknown = Reflect.get(page, KEPT);
  Reflect.deleteProperty(page, KEPT);
  if (button instanceof HTMLButtonElement && button.isConnected && !button.disabled) button.click();
}
