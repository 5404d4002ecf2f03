import type { LlmCall } from "../events/engine";

/**
 * What model calls have used. Figures are sums over the calls of which they are known; `unpricedCalls` and
 * `uncountedCalls` tell of how many the cost or the tokens are not: unknown is not zero.
 */
export type ModelSpend = {
  calls: number;
  unpricedCalls: number;
  costMicroUsd: number;
  uncountedCalls: number;
  tokens: number;
};

export const zeroSpend = (): ModelSpend => ({
  calls: 0,
  unpricedCalls: 0,
  costMicroUsd: 0,
  uncountedCalls: 0,
  tokens: 0,
});

/** The sum with one more call. */
export function addCall(
  spent: ModelSpend,
  { costMicroUsd, inputTokens, outputTokens }: Pick<LlmCall, "costMicroUsd" | "inputTokens" | "outputTokens">,
): ModelSpend {
  const counted = inputTokens !== undefined || outputTokens !== undefined;
  return sumSpend([
    spent,
    {
      calls: 1,
      unpricedCalls: costMicroUsd === undefined ? 1 : 0,
      costMicroUsd: costMicroUsd ?? 0,
      uncountedCalls: counted ? 0 : 1,
      tokens: (inputTokens ?? 0) + (outputTokens ?? 0),
    },
  ]);
}

export function sumSpend(spendings: Iterable<ModelSpend | undefined>): ModelSpend {
  const sum = zeroSpend();
  for (const spent of spendings) {
    if (!spent) continue;
    sum.calls += spent.calls;
    sum.unpricedCalls += spent.unpricedCalls;
    sum.costMicroUsd += spent.costMicroUsd;
    sum.uncountedCalls += spent.uncountedCalls;
    sum.tokens += spent.tokens;
  }
  return sum;
}
