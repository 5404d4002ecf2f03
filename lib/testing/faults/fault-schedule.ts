import { randomFrom } from "../seeds";

/** How far into the calm run faults are placed: what they slow down may bring statements together. */
const REACH = 0.5;
const LONGEST_LATE_MS = 400;

/** Asked for when connections open: the harness needs them to stand. */
const SPARED = new Set(["listen", "presence", "other"]);

/** Cutting off an answer is what stores get wrong, so it is drawn most often. */
const KINDS: FaultKind[] = ["cut_after", "cut_after", "cut_after", "cut_before", "late"];

/** How a connection fails one statement: before the server sees it, after it has done it, or with a late answer. */
type FaultKind = "cut_before" | "cut_after" | "late";

export type StatementFault = {
  method: string;
  /** The place among the statements of this method after the planning, from 1. */
  nth: number;
  how: FaultKind;
  lateMs?: number;
};

/** Which faults are to happen, which have, and how many statements of each method were seen. */
export type FaultSchedule = {
  plan(faults: StatementFault[]): void;
  /** Counts a statement; gives the fault that is to hit it. */
  nextFault(method: string): StatementFault | undefined;
  /** The connection of a statement that a fault was to hit ended before: it hits the next of the method. */
  reschedule(fault: StatementFault): void;
  /** Notes that a fault has happened, and lets it. */
  fire(fault: StatementFault, effect: () => void): void;
  fired(): number;
  unfired(): StatementFault[];
  /** Resolves when every planned fault has happened. */
  allFired(): Promise<void>;
  counts(): Record<string, number>;
};

/** A book with nothing planned. */
export function createFaultSchedule(): FaultSchedule {
  const counts: Record<string, number> = {};
  const scheduled = new Map<StatementFault, number>();
  let fired = 0;
  let waiting: (() => void)[] = [];
  return {
    plan(faults) {
      for (const fault of faults) scheduled.set(fault, (counts[fault.method] ?? 0) + fault.nth);
    },
    nextFault(method) {
      const nth = (counts[method] ?? 0) + 1;
      counts[method] = nth;
      return [...scheduled.keys()].find((fault) => fault.method === method && scheduled.get(fault) === nth);
    },
    reschedule(fault) {
      if (scheduled.has(fault)) scheduled.set(fault, (counts[fault.method] ?? 0) + 1);
    },
    fire(fault, effect) {
      scheduled.delete(fault);
      fired += 1;
      effect();
      if (scheduled.size > 0) return;
      for (const resolve of waiting) resolve();
      waiting = [];
    },
    fired: () => fired,
    unfired: () => [...scheduled.keys()],
    allFired: () => new Promise((resolve) => (scheduled.size === 0 ? resolve() : waiting.push(resolve))),
    counts: () => ({ ...counts }),
  };
}

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
    const method = n % 2 === 0 ? "run_store.commit" : choose(methods);
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
