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
  /** The field in which a text is being composed with an input method. */
  composing: Field | undefined;
  /** Whether React would hear of this value in the field, and the field has it to choose. */
  takes(field: Field, value: string | boolean): boolean;
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
 * events away (`stopPropagation`, seen by what listens after it). What it does not keep away it has handled, but for what was
 * filled in: it takes over the part that this is in while the event is on its way, and then holds the new value for the
 * first one. It knows a field by a property of the field's own. A press of anything else takes the place of the one before. A form that only React can send is not sent by the browser.
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
const isBox = ({ type }) => /^(checkbox|radio)$/.test(type);
const isChoice = ({ type }) => /^(select|file)/.test(type);
const isKnown = (field) => isChoice(field) || Object.hasOwn(field, isBox(field) ? "checked" : "value");
const takes = (field, value) => !field.disabled && isKnown(field) &&
  (!field.options || [...field.options].some((option) => option.value === value));
const kept = window.${UNHEARD} =
  { fields: new Map(), wordsOf, alike, takes, isRepeating: false, isHeard: false, tell() {} };
for (const type of ["start", "end"]) addEventListener("composition" + type, ({ target }) => {
  kept.composing = type === "start" ? target : undefined;
}, true);
let wasKnown = false;
const fill = (field, isHeard) => {
  kept.fields.delete(field);
  if (isHeard && wasKnown || !field.matches?.("input, textarea, select")) return true;
  kept.fields.set(field, { ...keep(field), value: isBox(field) ? field.checked : field.value });
};
const press = (target, isHeard) => {
  const button = target.closest?.("button");
  if (!button || isHeard || (button.type === "submit" && button.form?.hasAttribute("action"))) return true;
  kept.press = keep(button);
};
for (const type of ["click", "input", "change", "submit"]) addEventListener(type, (event) => {
  const { isRepeating } = kept, { target } = event;
  // Of a box React hears by the click, and of a text by each letter: that it is left says nothing new.
  if (type === "click" || !isBox(target)) wasKnown = isKnown(target);
  if (type === "change" && !isBox(target) && !isChoice(target)) return;
  if (type === "click" && !isRepeating) kept.press = undefined;
  document.addEventListener(type, (same) => {
    if (same !== event) return;
    const isListening = Object.keys(document).some((key) => key.startsWith("_reactListening"));
    const isHeard = isListening && !event.cancelBubble;
    if (type === "submit") return isHeard || target.hasAttribute("action") || event.preventDefault();
    if (isRepeating) return void (kept.isHeard = isHeard);
    if (!(type === "click" ? press : fill)(target, isHeard)) kept.tell();
  }, { capture: true, once: true });
}, true);
})();`;
