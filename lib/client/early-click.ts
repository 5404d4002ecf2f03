/** Where the page keeps what was pressed before its scripts listened. */
const KEPT = "__earlyClick";
/** What a press of is remembered: it opens something, or chooses what is shown, and sends nothing. */
const OPENS = "button[aria-haspopup], button[role=tab]";
const AGAIN_AFTER_MS = 50;
/** Ten seconds: who waits longer for a part of a page has pressed again, or gone. */
const MAX_TRIES = 200;

/**
 * Runs before the page's own scripts, and remembers the last press of a tab, or of a button that opens a menu or a
 * dialog, and of no other: nothing is ever sent by it. Once React listens, which it says on the document, what goes down to
 * the button is heard; who presses again wants no more of what was pressed before.
 */
export const EARLY_CLICK_SCRIPT = `addEventListener("click", (event) => {
  const isListening = Object.keys(document).some((key) => key.startsWith("_reactListening"));
  const button = event.target instanceof Element && event.target.closest("${OPENS}");
  window.${KEPT} = button || undefined;
  if (button && isListening) button.addEventListener("click", () => (window.${KEPT} = undefined), { once: true });
}, true);`;

type Page = Pick<Window, "addEventListener" | "setTimeout"> & { [KEPT]?: unknown };

/**
 * Presses it once more, now that it is heard; to be called once the page has taken over. A part of the page whose code has
 * not come is still deaf: React keeps presses there from going down to what was pressed. They are repeated until one does,
 * or something else is pressed.
 */
export function repeatLostClicks(page: Page): void {
  let wanted: HTMLButtonElement | undefined;
  let isRepeating = false;
  const press = (button: HTMLButtonElement): boolean => {
    const heard = listenOnce(button);
    isRepeating = true;
    button.click();
    isRepeating = false;
    return heard();
  };
  const repeat = (button: HTMLButtonElement, tries = MAX_TRIES): void => {
    if (button !== wanted) return;
    if (tries > 0 && button.isConnected && !button.disabled && !press(button))
      return void page.setTimeout(() => repeat(button, tries - 1), AGAIN_AFTER_MS);
    wanted = undefined;
  };
  page.addEventListener(
    "click",
    ({ target }) => {
      if (isRepeating) return;
      const button = target instanceof Element ? target.closest<HTMLButtonElement>(OPENS) : null;
      wanted = button ?? undefined;
      if (!button) return;
      const heard = listenOnce(button);
      page.setTimeout(() => void (heard() || repeat(button)), 0);
    },
    true,
  );
  const early = page[KEPT];
  Reflect.deleteProperty(page, KEPT);
  if (!(early instanceof HTMLButtonElement)) return;
  wanted = early;
  repeat(early);
}

/** Tells whether a press has gone down to the button since. */
function listenOnce(button: HTMLButtonElement): () => boolean {
  let isHeard = false;
  const hear = () => {
    isHeard = true;
  };
  button.addEventListener("click", hear, { once: true });
  return () => {
    button.removeEventListener("click", hear);
    return isHeard;
  };
}
