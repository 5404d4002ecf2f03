import type { CostReport } from "@/lib/core/cost/views";
import { zeroSpend } from "@/lib/core/run/ledger/spend";
import { spendingOf } from "@/lib/core/run/ledger/spending";
import type { CostLine } from "@/lib/core/views";

const line = (key: string | null, microUsd: number, some: Partial<CostLine> = {}): CostLine => ({
  key,
  ...spendingOf({ ...zeroSpend(), calls: 2, costMicroUsd: microUsd, tokens: 1_500 }),
  failedCalls: 0,
  inputTokens: 1_000,
  cachedInputTokens: 0,
  outputTokens: 500,
  reasoningTokens: 0,
  latencyMs: 2_000,
  ...some,
});
const side = (...lines: CostLine[]) => ({ lines, others: null });
const spread = { pricedCalls: 2, medianUsd: 0.1, p95Usd: 0.2, medianLatencyMs: 900, p95LatencyMs: 1_400 };
const half = { usd: null, unknownCalls: 1 };

/** Two days of a workspace with every part of its report: unpriced and simulated calls, retries, replans and limits. */
export const costReport: CostReport = {
  days: { from: "2026-11-01", to: "2026-11-02", by: "day" },
  filter: { tag: "fraud" },
  sum: line(null, 400_000, half),
  purposes: [
    { ...line("run", 300_000, half), key: "run" },
    { ...line("replay", 100_000), key: "replay" },
  ],
  simulated: [line("simulated:scenarios", 70_000)],
  unpriced: [{ model: "local:free", calls: 1 }],
  steps: [
    { ...line("2026-11-01", 300_000, half), key: "2026-11-01" },
    { ...line("2026-11-02", 0, { modelCalls: 0 }), key: "2026-11-02" },
  ],
  roles: side(line("quality_gate", 300_000)),
  models: { lines: [{ ...line("acme:large", 300_000), spread }], others: { count: 3, line: line(null, 5) } },
  agents: side(line(null, 300_000)),
  versions: [line("0", 300_000)],
  tags: [line(null, 300_000)],
  runs: [
    {
      ...line("run_1", 300_000),
      key: "run_1",
      mission: "Ship it",
      status: "completed",
      finishReason: "done",
      replans: 1,
    },
    { ...line("run_2", 2), key: "run_2", mission: null, status: null, finishReason: null, replans: null },
  ] as CostReport["runs"],
  spread,
  retries: line("true", 30_000),
  replans: {
    count: 1,
    runs: 1,
    spent: spendingOf({ ...zeroSpend(), calls: 1, costMicroUsd: 60_000 }),
    discarded: spendingOf({ ...zeroSpend(), calls: 1, unpricedCalls: 1 }),
  },
  budgets: {
    steps: [{ key: "2026-11-01", runs: 1, capUsd: 2, spentUsd: 0.5, unknownCalls: 0 }],
    runs: [{ runId: "run_1", mission: "Ship it", runs: 1, capUsd: 2, spentUsd: 0.5, unknownCalls: 0 }],
  },
};
