import type { Usage } from "../ports";

/** What totals need of a model call; absent figures are unknown. */
export type CallFigures = Usage & { costMicroUsd?: number };

export type Totals = {
  calls: number;
  /** Sum of the known costs; with `unknownCalls` above zero it is a lower bound. */
  costMicroUsd: number;
  /** Calls whose cost is unknown. */
  unknownCalls: number;
  /** Calls whose input or output tokens are unknown; the token sums leave those out. */
  unknownUsageCalls: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  reasoningTokens: number;
};

/** Sums of model calls (docs/agents.md, "Cost"). */
export function totals(calls: Iterable<CallFigures>): Totals {
  const sum: Totals = {
    calls: 0,
    costMicroUsd: 0,
    unknownCalls: 0,
    unknownUsageCalls: 0,
    inputTokens: 0,
    cachedInputTokens: 0,
    outputTokens: 0,
    reasoningTokens: 0,
  };
  for (const call of calls) {
    sum.calls += 1;
    if (call.costMicroUsd === undefined) sum.unknownCalls += 1;
    else sum.costMicroUsd += call.costMicroUsd;
    if (call.inputTokens === undefined || call.outputTokens === undefined) sum.unknownUsageCalls += 1;
    sum.inputTokens += call.inputTokens ?? 0;
    sum.cachedInputTokens += call.cachedInputTokens ?? 0;
    sum.outputTokens += call.outputTokens ?? 0;
    sum.reasoningTokens += call.reasoningTokens ?? 0;
  }
  return sum;
}
