import { randomFrom } from "../seeds";
import type { FaultKind, StatementFault } from "./fault-book";

/** How far into the calm run faults are placed: what they slow down may bring statements together. */
const REACH = 0.5;
const LONGEST_LATE_MS = 400;
/** Asked for when connections open: the harness needs them to stand. */
const SPARED = new Set(["listen", "presence", "other"]);
/** Cutting off an answer is what stores get wrong, so it is drawn most often. */
const KINDS: FaultKind[] = ["cut_after", "cut_after", "cut_after", "cut_before", "late"];

/**
 * Faults at random places of a course whose statements were counted without faults. Every second one hits a commit,
 * the others any method that the course uses, so that rare ones are hit as often as frequent ones.
 */
export function planFaults(seed: number, counts: Record<string, number>, count: number): StatementFault[] {
  const random = randomFrom(seed);
  const choose = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const methods = Object.keys(counts)
    .filter((method) => !SPARED.has(method) && reachableStatements(counts, method) > 0)
    .sort();
  const faults = new Map<string, StatementFault>();
  for (let n = 0; n < count; n += 1) {
    const method = n % 2 === 0 ? "door.commit" : choose(methods);
    const nth = 1 + Math.floor(random() * reachableStatements(counts, method));
    const how = choose(KINDS);
    const late = how === "late" ? { lateMs: 1 + Math.floor(random() * LONGEST_LATE_MS) } : {};
    faults.set(`${method} ${nth}`, { method, nth, how, ...late });
  }
  return [...faults.values()];
}

function reachableStatements(counts: Record<string, number>, method: string): number {
  return Math.floor((counts[method] ?? 0) * REACH);
}
