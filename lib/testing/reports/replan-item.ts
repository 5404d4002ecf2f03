import { zeroSpend } from "@/lib/core/run/ledger/spend";
import { spendingOf } from "@/lib/core/run/ledger/spending";
import { NO_TASKS } from "@/lib/core/run/state/totals";
import type { ReplanListItem } from "@/lib/core/views";

/** A replan that was adopted, and whose run failed all the same, as the history of all runs has it. */
export const replanItem: ReplanListItem = {
  runId: "run_1",
  mission: "Ship it",
  afterwards: { status: "failed", finishReason: "no_path", tasks: NO_TASKS, openApprovals: 0 },
  kind: "replan",
  number: 2,
  trigger: "verification",
  reason: "too low",
  taskId: "check",
  lineage: "check",
  diagnosis: "94 %",
  decidedBy: { kind: "person", name: "Anna", provenance: "person" },
  fromVersion: 1,
  toVersion: 2,
  summary: "+2 -1 ~0",
  added: 2,
  removed: 1,
  changed: 0,
  kept: 3,
  renamed: [],
  discardedCost: spendingOf({ ...zeroSpend(), calls: 1, costMicroUsd: 20_000, tokens: 40 }),
  cost: spendingOf({ ...zeroSpend(), calls: 1, unpricedCalls: 1, tokens: 900 }),
  outcome: "adopted",
  failure: null,
  startedAt: 0,
  endedAt: 1,
};
