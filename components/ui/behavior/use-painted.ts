import { useEffect, useRef, useState } from "react";

/**
 * The value as it was when the page was painted last: what takes long and hangs on it is made once the rest can be seen.
 * React's own deferred values come right after a drawing, which may be before its frame. Values that come faster than
 * frames put nothing off: each frame takes the newest.
 */
export function usePainted<T>(value: T): T {
  const [painted, setPainted] = useState(value);
  const newest = useRef(value);
  const cancel = useRef<() => void>(undefined);
  useEffect(() => {
    newest.current = value;
    if (cancel.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        cancel.current = undefined;
        setPainted(newest.current);
      });
    });
    cancel.current = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);
  useEffect(() => {
    return () => {
      cancel.current?.();
      cancel.current = undefined;
    };
  }, []);
  return painted;
}
