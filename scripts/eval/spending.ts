/** What the calls of an evaluation may cost together. */
export type Spending = {
  /**
   * Sets aside what a call may cost at most, once there is room for it beside the calls under way. Throws a
   * CostLimitReached where there will be none, and an UnknownCost where nobody can tell.
   */
  reserve(id: string, costMicroUsd: number | undefined): Promise<void>;
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
  let waiting: (() => void)[] = [];
  let spent = 0;
  const open = () => [...reserved.values()].reduce((sum, one) => sum + one, 0);
  const release = (id: string) => {
    reserved.delete(id);
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  return {
    async reserve(id, costMicroUsd) {
      if (costMicroUsd === undefined && Number.isFinite(limitMicroUsd)) throw new UnknownCost();
      const worst = costMicroUsd ?? 0;
      while (spent + open() + worst > limitMicroUsd) {
        if (reserved.size === 0) throw new CostLimitReached();
        await new Promise<void>((resolve) => void waiting.push(resolve));
      }
      reserved.set(id, worst);
    },
    settle(id, costMicroUsd) {
      spent += costMicroUsd ?? reserved.get(id) ?? 0;
      release(id);
    },
    cancel: release,
  };
}
