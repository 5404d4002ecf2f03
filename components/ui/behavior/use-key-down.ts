import { useEffectEvent, useLayoutEffect } from "react";

/**
 * Hears the keys of the page, after what is closer to the focus. It knows what is drawn the moment that is: a key that
 * follows at once would else find nobody, or who still knows what was drawn before.
 */
export function useKeyDown(onKeyDown: (event: KeyboardEvent) => void): void {
  const hear = useEffectEvent(onKeyDown);
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
