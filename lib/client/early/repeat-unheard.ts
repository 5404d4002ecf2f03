import { type Kept, UNHEARD, type Unheard } from "./unheard";

const AGAIN_AFTER_MS = 50;
/** Who waits longer has pressed again, or gone; what was filled in may wait as long once the page has taken over. */
const LATEST_MS = 10_000;

type Page = Pick<Window, "setTimeout"> & { [UNHEARD]?: Unheard };
type Filled = Unheard["fields"] extends Map<infer F, infer V> ? [F, V] : never;

/**
 * Does again what nobody heard, once it is heard; to be called when the page has taken over. What was filled in comes
 * first, as the press may send it, and keys come last. Each is tried until React hears it, and no more: it keeps away what
 * it does not handle, so that nothing is done twice. Of what React replaced, the one that is and says the same takes it, if
 * it is as alone.
 */
export function repeatUnheard(page: Page): void {
  const unheard = page[UNHEARD];
  if (!unheard) return;
  let isWaiting = false;
  const isHeard = (act: () => void): boolean => {
    Object.assign(unheard, { isRepeating: true, isHeard: false });
    act();
    unheard.isRepeating = false;
    return unheard.isHeard;
  };
  const find = <E extends Element>({ element, words, place, count }: Kept<E>): E | undefined => {
    if (element.isConnected) return unheard.wordsOf(element) === words ? element : undefined;
    const alike = unheard.alike(words);
    return alike.length === count ? (alike[place] as E) : undefined;
  };
  const begun = Date.now();
  const isLate = (since: number): boolean => Date.now() - since > LATEST_MS;
  const fillIn = ([first, kept]: Filled): void => {
    const field = find(kept);
    // What is written into it would end the composition in the middle of a word.
    if (field && field === unheard.composing) return;
    const isTaken =
      field !== undefined && unheard.takes(field, kept.value) && isHeard(() => fill(field, kept.value));
    if (isTaken || isLate(Math.max(begun, kept.at))) unheard.fields.delete(first);
  };
  const press = (kept: Kept<HTMLButtonElement>): void => {
    const button = find(kept);
    if (isLate(kept.at) || (button && (button.disabled || isHeard(() => button.click()))))
      unheard.press = undefined;
  };
  const repeat = (): void => {
    isWaiting = false;
    for (const one of [...unheard.fields]) fillIn(one);
    if (unheard.press && unheard.fields.size === 0) press(unheard.press);
    const isFree = !unheard.press && unheard.fields.size === 0;
    if (unheard.pressKeys(isFree) || !isFree) wait(AGAIN_AFTER_MS);
  };
  const wait = (ms: number): void => {
    if (!isWaiting) page.setTimeout(repeat, ms);
    isWaiting = true;
  };
  unheard.tell = () => wait(0);
  repeat();
}

type Field = Filled[0];

const isBox = ({ type }: Field): boolean => type === "checkbox" || type === "radio";
const isChoice = ({ type }: Field): boolean => type.startsWith("select");

/** Fills it in as a person would: React hears of a change only where the value is not the one that it last knew. */
function fill(field: Field, value: string | boolean): void {
  const input = field as HTMLInputElement;
  if (isBox(field)) {
    input.checked = value !== true;
    input.click();
  } else if (field.type === "file" || isChoice(field)) {
    if (isChoice(field)) field.value = String(value);
    field.dispatchEvent(new Event("change", { bubbles: true }));
  } else {
    const { selectionStart, selectionEnd } = input;
    field.value = value === "" ? " " : "";
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
    if (selectionStart !== null) input.setSelectionRange(selectionStart, selectionEnd);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
