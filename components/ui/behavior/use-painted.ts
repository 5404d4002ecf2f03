import { useCallback, useEffect, useRef, useState } from "react";

/**
 * Does what it is given once the page has been painted, and of several that come before then the newest alone: what takes
 * long waits until the rest can be seen. Calls that come faster than frames put nothing off.
 */
export function useOncePainted(): (act: () => void) => void {
  const newest = useRef<() => void>(undefined);
  const cancel = useRef<() => void>(undefined);
  useEffect(() => {
    return () => {
      cancel.current?.();
      cancel.current = undefined;
    };
  }, []);
  return useCallback((act) => {
    newest.current = act;
    if (cancel.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        cancel.current = undefined;
        newest.current?.();
      });
    });
    cancel.current = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
}

/**
 * The value as it was when the page was painted last. React's own deferred values come right after a drawing, which may be
 * before its frame.
 */
export function usePainted<T>(value: T): T {
  const [painted, setPainted] = useState(value);
  const oncePainted = useOncePainted();
  useEffect(() => oncePainted(() => setPainted(value)), [value, oncePainted]);
  return painted;
}
