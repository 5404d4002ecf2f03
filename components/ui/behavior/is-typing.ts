/** True where a letter key writes a letter. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !/^(radio|checkbox|range)$/.test(target.type);
}

/** Whether it stands in a dialog or a menu, whose keys are its own. */
export const isInOverlay = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[role=dialog], [role=menu]") !== null;

/** Whether it stands in the sheet of a gate, from which one looks things up: what is written there is kept. */
export const isBesideGate = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[role=dialog]")?.querySelector("[data-gate]") != null;
