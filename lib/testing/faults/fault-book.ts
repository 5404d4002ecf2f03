/** How a connection fails one statement: before the server sees it, after it has done it, or with a late answer. */
export type FaultKind = "cut_before" | "cut_after" | "late";

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
