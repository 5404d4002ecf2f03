import { useMemo, useRef } from "react";

type Act = (...given: never[]) => unknown;

/**
 * The same acts for as long as the component is shown, each of which does what it was given last: what gets them is not drawn
 * again because of them. For handlers alone; what is called while drawing must be what this drawing gave.
 */
export function useStable<T extends { [Name in keyof T]: Act }>(acts: T): T {
  const latest = useRef(acts);
  latest.current = acts;
  return useMemo(() => {
    const names = Object.keys(latest.current) as (keyof T)[];
    const lasting = (name: keyof T): Act => {
      return (...given) => latest.current[name](...given);
    };
    return Object.fromEntries(names.map((name) => [name, lasting(name)])) as unknown as T;
  }, []);
}
