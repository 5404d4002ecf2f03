/** Where the page keeps what was done before React could hear it. */
export const UNHEARD = "__unheard";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What was pressed or filled in, how to find it again should React replace it, and when (`Date.now()`). */
export type Kept<E extends Element = Element> = {
  element: E;
  /** What it is and says. */
  words: string;
  /** Which one of those that are and say the same, of how many. */
  place: number;
  count: number;
  at: number;
};

/** What `UNHEARD_SCRIPT` and `repeatUnheard` share. */
export type Unheard = {
  press: Kept<HTMLButtonElement> | undefined;
  fields: Map<Field, Kept<Field> & { value: string | boolean }>;
  wordsOf(element: Element): string;
  alike(words: string): Element[];
  /** True while something is done again; `isHeard` tells of the last of its events. */
  isRepeating: boolean;
  isHeard: boolean;
  /** Called when there is something to repeat. */
  tell(): void;
  /** Presses the first key that waits, if it may, until something acts on it; whether keys still wait. */
  pressKeys(mayPress: boolean): boolean;
};

/**
 * Runs before the page's own scripts and keeps the last press of a button, and what was filled in, while nobody hears it.
 * That is until React listens, which it says on the document; and in parts that it has not taken over, from which it keeps
 * events away (`stopPropagation`, seen by what listens after it). What it does not keep away it has handled. A press of
 * anything else takes the place of the one before. A form that only React can send is not sent by the browser.
 */
export const UNHEARD_SCRIPT = `(() => {
const wordsOf = (one) => [one.tagName, one.type, one.getAttribute("role"), one.name,
  one.getAttribute("aria-label") ?? (one.labels?.[0] ?? one).textContent].join();
const alike = (words) =>
  [...document.querySelectorAll("button, input, textarea, select")].filter((one) => wordsOf(one) === words);
const keep = (element) => {
  const words = wordsOf(element);
  const same = alike(words);
  return { element, words, place: same.indexOf(element), count: same.length, at: Date.now() };
};
const kept = window.${UNHEARD} = { fields: new Map(), wordsOf, alike, isRepeating: false, isHeard: false, tell() {} };
const fill = (field, isHeard) => {
  kept.fields.delete(field);
  if (isHeard || !field.matches?.("input, textarea, select")) return;
  const value = /^(checkbox|radio)$/.test(field.type) ? field.checked : field.value;
  kept.fields.set(field, { ...keep(field), value });
};
const press = (target, isHeard) => {
  const button = target.closest?.("button");
  if (!button || isHeard || (button.type === "submit" && button.form?.hasAttribute("action"))) return;
  kept.press = keep(button);
};
for (const type of ["click", "input", "change", "submit"]) addEventListener(type, (event) => {
  const { isRepeating } = kept;
  if (type === "click" && !isRepeating) kept.press = undefined;
  document.addEventListener(type, (same) => {
    if (same !== event) return;
    const isListening = Object.keys(document).some((key) => key.startsWith("_reactListening"));
    const isHeard = isListening && !event.cancelBubble;
    if (type === "submit") return isHeard || event.target.hasAttribute("action") || event.preventDefault();
    if (isRepeating) return void (kept.isHeard = isHeard);
    (type === "click" ? press : fill)(event.target, isHeard);
    if (!isHeard) kept.tell();
  }, { capture: true, once: true });
}, true);
})();`;
