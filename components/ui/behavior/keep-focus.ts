import { isInOverlay } from "./is-typing";
import { type PageNow, type RowSpot, type Spot, wayBack } from "./way-back";

const CONTROLS = ":is(button, input, select, textarea, summary, a[href]):not(:disabled)";
const REGIONS =
  "main, section, aside, nav, form, fieldset, article, [role=dialog], [role=tabpanel], [role=application], [role=tree]";
/** What stands for all of its region: the title of the details, or the one of many tasks that has the tab stop. */
const STANDS_FOR_ALL = '[data-inspected], .react-flow__node[tabindex="0"], [role=treeitem][tabindex="0"]';
const HAS_ONE = "[data-inspector], [role=application], [role=tree]";
const MAX_SPOTS = 12;

/** On what holds the focus for want of a control; "lent" where it could not have it by itself. */
const HOLDS = "data-holds-focus";

/** What got the focus because something else went, until a person does something. */
let moved: Element | undefined;

/** Whether nothing has the focus that a person chose: it is free for what comes. */
export function isFocusFree(): boolean {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body || activeElement === moved) return true;
  return activeElement.hasAttribute(HOLDS);
}

/**
 * Keeps the focus on the page, until the given function is called. Browsers drop it when the control that has it goes with
 * its act, or is off while something is sent: then it moves where `wayBack` says, or back to the control once that is on
 * again. Nothing moves after a touch, nor after a press beside everything; what goes in a dialog is the dialog's.
 */
export function keepFocus(): () => void {
  let spots: readonly Spot<HTMLElement>[] = [];
  /** Whether the newest spot still has the focus, or lost it to nothing. */
  let isKept = false;
  let isOff = false;
  let isTouch = false;
  /** A key that is held down was not meant for what the focus has moved to. */
  let hasMoved = false;

  const replaced = new WeakSet<HTMLElement>();
  const page = { ...PAGE, wasReplaced: (control: HTMLElement) => replaced.has(control) };

  const check = () => {
    returnFocus();
    for (const { control } of spots) if (!control.isConnected) replaced.add(control);
  };
  const returnFocus = () => {
    const control = spots[0]?.control;
    if (!control || !isKept || isTouch) return;
    if (control.isConnected) {
      const wasOff = isOff;
      isOff = control.matches(":disabled");
      if (!wasOff || isOff || !isNowhere()) return;
      control.focus({ preventScroll: true });
    } else if (isNowhere()) {
      const to = wayBack(spots, page);
      if (to && !(isInOverlay(to) && to.matches(REGIONS))) moveTo(to);
    } else return;
    hasMoved = true;
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    spots = [spotOf(target), ...spots.filter(({ control }) => control !== target)].slice(0, MAX_SPOTS);
    isKept = true;
    isOff = false;
  };
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    // Another window takes it from none, and what was left on purpose is still there right after.
    queueMicrotask(() => {
      if (!(target instanceof HTMLElement) || document.activeElement === target) return;
      release(target);
      if (relatedTarget === null && isNowhere() && isThere(target)) isKept = false;
    });
  };
  const onPointerDown = ({ pointerType }: PointerEvent) => {
    moved = undefined;
    isTouch = pointerType === "touch";
    isKept = false;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    moved = undefined;
    isTouch = false;
    if (!event.repeat) hasMoved = false;
    else if (hasMoved) event.preventDefault();
  };

  const ended = new AbortController();
  const on = { capture: true, signal: ended.signal };
  document.addEventListener("focusin", onFocus, on);
  document.addEventListener("focusout", onBlur, on);
  document.addEventListener("pointerdown", onPointerDown, on);
  document.addEventListener("keydown", onKeyDown, on);
  const observer = new MutationObserver(check);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  return () => {
    ended.abort();
    observer.disconnect();
  };
}

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

const isThere = (one: HTMLElement): boolean =>
  one.isConnected && !one.matches(":disabled") && one.getClientRects().length > 0;

const controlsIn = (within: Element): HTMLElement[] =>
  [...within.querySelectorAll<HTMLElement>(CONTROLS)].filter(isThere);

const PAGE: Omit<PageNow<HTMLElement>, "wasReplaced"> = {
  isThere,
  isWhole: (region) => region.matches("main"),
  rowsOf: (list) => [...list.children].filter((row) => row instanceof HTMLElement),
  controlsIn,
  nameOf,
};

function spotOf(control: HTMLElement): Spot<HTMLElement> {
  const around: HTMLElement[] = [];
  for (let one = control.parentElement; one; one = one.parentElement)
    if (one.matches(REGIONS)) around.push(one);
  const name = control.matches(CONTROLS) ? nameOf(control) : "";
  return { control, name, around, row: rowOf(control) };
}

function rowOf(control: HTMLElement): RowSpot<HTMLElement> | undefined {
  const row = control.closest<HTMLElement>("li, tr");
  const list = row?.parentElement;
  if (!row || !list) return undefined;
  return { row, list, at: [...list.children].indexOf(row), inRow: controlsIn(row).indexOf(control) };
}

function nameOf(control: HTMLElement): string {
  const [label] = ("labels" in control && (control.labels as NodeListOf<HTMLElement> | null)) || [];
  const name = control.ariaLabel ?? label?.textContent ?? control.textContent ?? "";
  return name.trim() === "" ? "" : `${control.localName} ${name.trim()}`;
}

function moveTo(to: HTMLElement): void {
  const one = (to.matches(HAS_ONE) && to.querySelector<HTMLElement>(STANDS_FOR_ALL)) || to;
  if (!one.matches(CONTROLS)) {
    one.setAttribute(HOLDS, one.hasAttribute("tabindex") ? "" : "lent");
    if (!one.hasAttribute("tabindex")) one.tabIndex = -1;
  }
  one.focus({ preventScroll: true });
  moved = one;
}

function release(one: HTMLElement): void {
  if (one.getAttribute(HOLDS) === "lent") one.removeAttribute("tabindex");
  one.removeAttribute(HOLDS);
}
