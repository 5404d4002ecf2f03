/**
 * Before anything else hears a key: one of an input method, with which a text is composed, reaches nothing of the page. Enter
 * would send or choose, and Escape close, what is only being written. In Safari the key that ends a composition comes
 * after it, and says so by its code alone. Whether the key was stopped.
 */
export function stopComposing(
  event: Pick<KeyboardEvent, "isComposing" | "keyCode" | "stopImmediatePropagation">,
): boolean {
  const isOfInputMethod = event.isComposing || event.keyCode === 229;
  if (isOfInputMethod) event.stopImmediatePropagation();
  return isOfInputMethod;
}
