import type { Value } from "./values";

/** Everything but nil and false is true (docs/predicates.md, "Values"). */
export function isTruthy(value: Value): boolean {
  return value !== null && value !== false;
}
