/**
 * The `ref` of a control that has the focus when its form comes. It is one function for all: React calls a new one with
 * every render, and a page that follows a run would take the focus back from wherever a person has gone.
 */
export const takeFocus = (control: HTMLElement | null): void => control?.focus({ preventScroll: true });
