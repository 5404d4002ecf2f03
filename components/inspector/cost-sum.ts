import type { ModelCallView } from "@/lib/core/views";

/** Sums of calls. A sum is null when a part of it is unknown; `knownUsd` leaves those parts out. */
export type CostSum = {
  usd: number | null;
  knownUsd: number;
  inputTokens: number | null;
  outputTokens: number | null;
};

/** Adds up what calls used: an unknown part makes the whole unknown, never smaller. */
export function costSum(calls: readonly ModelCallView[]): CostSum {
  return {
    usd: sumOf(calls.map((call) => call.costUsd)),
    knownUsd: calls.reduce((sum, call) => sum + (call.costUsd ?? 0), 0),
    inputTokens: sumOf(calls.map((call) => call.inputTokens)),
    outputTokens: sumOf(calls.map((call) => call.outputTokens)),
  };
}

const sumOf = (parts: readonly (number | null)[]): number | null =>
  parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0);
