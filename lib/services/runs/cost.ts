import type { Cost } from "@/lib/core/views";

export type { Cost } from "@/lib/core/views";

export function costOf(sums: { costMicroUsd: number; uncostedCalls: number; modelCalls: number }): Cost {
  const knownUsd = sums.costMicroUsd / 1_000_000;
  return {
    usd: sums.uncostedCalls > 0 ? null : knownUsd,
    knownUsd,
    unknownCalls: sums.uncostedCalls,
    modelCalls: sums.modelCalls,
  };
}
