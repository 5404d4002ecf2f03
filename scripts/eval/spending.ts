/** What the calls of an evaluation may cost together. */
export type Spending = {
  /** Sets aside what a call may cost at most. Throws a CostLimitReached, or an UnknownCost, if it may not be made. */
  reserve(id: string, costMicroUsd: number | undefined): void;
  /** What it did cost; one that nobody knows stays counted as what it may have been. */
  settle(id: string, costMicroUsd?: number): void;
  cancel(id: string): void;
};

export class CostLimitReached extends Error {}

/** A limit cannot hold for a model without a price. */
export class UnknownCost extends Error {}

/** Holds calls to a limit by their worst case, as runs do, so that calls at the same time cannot pass it together. */
export function createSpending(limitMicroUsd = Number.POSITIVE_INFINITY): Spending {
  const reserved = new Map<string, number>();
  let spent = 0;
  const open = () => [...reserved.values()].reduce((sum, one) => sum + one, 0);
  return {
    reserve(id, costMicroUsd) {
      if (costMicroUsd === undefined && Number.isFinite(limitMicroUsd)) throw new UnknownCost();
      if (spent + open() + (costMicroUsd ?? 0) > limitMicroUsd) throw new CostLimitReached();
      reserved.set(id, costMicroUsd ?? 0);
    },
    settle(id, costMicroUsd) {
      spent += costMicroUsd ?? reserved.get(id) ?? 0;
      reserved.delete(id);
    },
    cancel: (id) => void reserved.delete(id),
  };
}
