import type { CallSpread } from "./views";

/** How single calls spread whose known costs (micro-dollars) and latencies (ms) these are. Sorts both. */
export function spreadOf(costsMicroUsd: Float32Array, latenciesMs: Float32Array): CallSpread {
  const [costs, latencies] = [costsMicroUsd.sort(), latenciesMs.sort()];
  return {
    pricedCalls: costs.length,
    medianUsd: usdWithin(costs, 0.5),
    p95Usd: usdWithin(costs, 0.95),
    medianLatencyMs: within(latencies, 0.5),
    p95LatencyMs: within(latencies, 0.95),
  };
}

/** The smallest figure that this share of all stays within; null of none. */
const within = (sorted: Float32Array, share: number): number | null =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? null;

function usdWithin(sorted: Float32Array, share: number): number | null {
  const microUsd = within(sorted, share);
  return microUsd === null ? null : microUsd / 1_000_000;
}
