/** What this browser keeps of a choice, under its name; null without one, and where the browser keeps nothing. */
export function readChoice(name: string): string | null {
  try {
    return window.localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a choice for the next visit, or forgets it; where the browser keeps nothing, it is asked again then. */
export function keepChoice(name: string, choice: string | null): void {
  try {
    if (choice === null) window.localStorage.removeItem(name);
    else window.localStorage.setItem(name, choice);
  } catch {
    // It is asked again the next time.
  }
}
