import { UNHEARD } from "./unheard";

/** Keys that move about, and keys that open something; each is heard of by something of the page. */
export const MOVING_KEYS = "jkx[]";
export const OPENING_KEYS = "?mn";

/** The letters that lead on after `g`, and within what time: any other would be a key of its own, and might decide. */
type KeysAfterG = { places: string; withinMs: number };

/**
 * Runs after `UNHEARD_SCRIPT` and keeps the keys that nobody heard. Until the page has taken over that is each; from then
 * on those that nothing acted on while some button of the page is not React's yet. One typed in a field, a dialog or a menu
 * is theirs. Only keys that move or open are kept, and none after one that opens: what follows is meant for what opens,
 * so after Ctrl K it is kept for the palette. The keys of a gate and Delete are not kept: a press names its button, but a
 * key takes whatever is there by then, and with words that were kept `e` and `c` send as `a` and `r` do. Enter is the
 * browser's, and so is Escape, which takes back the keys that wait.
 */
export const unheardKeysScript = ({ places, withinMs }: KeysAfterG): string => `((kept) => {
const OPENER = '[aria-keyshortcuts="Control+K Meta+K"]';
const OWN = "input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [role=dialog], [role=menu]";
const isOwn = (one) => one.isContentEditable || one.closest?.(OWN);
const isWhole = () => [...document.querySelectorAll("#main :is(a, button)")]
  .every((one) => Object.keys(one).some((key) => key.startsWith("__reactFiber")));
let keys = [], isTaken = false, wasWhole = false;
const keepMove = (one, at) => {
  const last = keys.at(-1), { key } = one;
  if (last?.isEnd) return;
  const isAfterG = last?.all[0].key === "g" && at - last.at <= ${withinMs};
  if (isAfterG && "${places}".includes(key)) return Object.assign(last, { at, isEnd: true }).all.push(one);
  const isEnd = "${OPENING_KEYS}".includes(key);
  if (isEnd ? !one.repeat : "${MOVING_KEYS}".includes(key) || (key === "g" && !isTaken)) keys.push({ all: [one], at, isEnd });
};
addEventListener("click", () => { if (!kept.isRepeating) keys = []; }, true);
addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing, keyCode } = event;
  if (kept.isRepeating || isComposing || keyCode === 229 || /^(Shift|Control|Alt|Meta|CapsLock)/.test(key)) return;
  const at = Date.now(), one = { key, ctrlKey, metaKey, shiftKey, repeat };
  const isHeld = ctrlKey || metaKey || altKey;
  const isMove = !isHeld && key.length === 1 && !isOwn(target);
  if (isTaken) return void setTimeout(() => {
    if (event.defaultPrevented || key === "Escape") keys = [];
    else if (isMove && !isWhole()) keepMove(one, at), kept.tell();
  });
  if (keys.length > 0 && at - keys.at(-1).at > 10000) keys = [];
  const asked = keys.at(-1)?.isAsked ? keys.at(-1) : undefined;
  if (asked && !isHeld && !/^(Tab$|F\\d)/.test(key)) event.preventDefault();
  if (key === "Escape") keys = [];
  else if (asked) {
    if (!isHeld && (key.length === 1 || key === "Backspace")) Object.assign(asked, { at }).all.push(one);
  } else if (key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !shiftKey) {
    if (keys.at(-1)?.isEnd || !document.querySelector(OPENER)) return;
    event.preventDefault();
    keys.push({ all: [one], at, isEnd: true, isAsked: true });
  } else if (isMove) keepMove(one, at);
}, true);
const press = ({ all, at, isAsked }) => {
  const target = document.activeElement ?? document.body, age = Date.now() - at;
  const isAlone = all.length === 1 && all[0].key === "g";
  if (age > (isAlone ? ${withinMs} : 10000) || (!isAsked && isOwn(target))) return true;
  kept.isRepeating = true;
  const done = all.map((one) => {
    const event = new KeyboardEvent("keydown", { ...one, bubbles: true, cancelable: true });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  });
  kept.isRepeating = false;
  return isAlone || done.at(-1);
};
kept.pressKeys = (mayPress) => {
  isTaken = true;
  if (!mayPress || keys.length === 0) return keys.length > 0;
  const isOver = wasWhole;
  wasWhole = isWhole();
  if (press(keys[0]) || isOver) keys.shift();
  return keys.length > 0;
};
})(window.${UNHEARD});`;
