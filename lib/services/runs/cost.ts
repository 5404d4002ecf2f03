/** Cost of a run in US dollars. `usd` is null while any call's cost is unknown: unknown is not zero. */
export type Cost = { usd: number | null; knownUsd: number; unknownCalls: number; modelCalls: number };

export function costOf(sums: { costMicroUsd: number; uncostedCalls: number; modelCalls: number }): Cost {
  const knownUsd = sums.costMicroUsd / 1_000_000;
  return {
    usd: sums.uncostedCalls > 0 ? null : knownUsd,
    knownUsd,
    unknownCalls: sums.uncostedCalls,
    modelCalls: sums.modelCalls,
  };
}
