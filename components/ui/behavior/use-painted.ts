import { useEffect, useState } from "react";

/**
 * The value as it was when the page was painted last: what takes long and hangs on it is made once the rest can be seen.
 * React's own deferred values come right after a drawing, which may be before its frame.
 */
export function usePainted<T>(value: T): T {
  const [painted, setPainted] = useState(value);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(value));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);
  return painted;
}
