import { expect, it } from "vitest";
import { zeroSpend } from "@/lib/core/run/ledger/spend";
import { replanViewOf } from "./replan-view";

const row = {
  runId: "r",
  workspaceId: "w",
  kind: "replan",
  number: 1,
  trigger: "task_failed",
  reason: "broke",
  taskId: "t",
  lineage: "t",
  diagnosis: "broke",
  output: null,
  decidedBy: { kind: "policy", name: "onFailure", provenance: "policy" },
  startedAt: new Date(1_000),
  startedSeq: 9,
  fromVersion: 1,
  toVersion: 2,
  added: 2,
  removed: 1,
  changed: 0,
  kept: 3,
  renamed: null,
  discardedCost: { ...zeroSpend(), calls: 2, unpricedCalls: 1, costMicroUsd: 500_000, tokens: 30 },
  spent: zeroSpend(),
  status: "adopted",
  failure: null,
  issues: null,
  endedAt: new Date(2_000),
  endedSeq: 12,
} as Parameters<typeof replanViewOf>[0];

it("a replan is told with its changes in short and its costs, unknown ones as unknown", () => {
  expect(replanViewOf(row)).toMatchObject({
    kind: "replan",
    summary: "+2 -1 ~0",
    outcome: "adopted",
    renamed: [],
    discardedCost: { usd: null, knownUsd: 0.5, unknownCalls: 1, modelCalls: 2, tokens: 30 },
    cost: { usd: 0, modelCalls: 0, tokens: 0 },
    startedAt: 1_000,
    endedAt: 2_000,
  });
});

it("counts tasks that changed, and takes a count that is not known for none", () => {
  expect(replanViewOf({ ...row, added: null, removed: null, changed: 4 }).summary).toBe("+0 -0 ~4");
  expect(replanViewOf({ ...row, added: 1, changed: null }).summary).toBe("+1 -1 ~0");
});

it("one that brought no version has no changes, and one of earlier days no costs", () => {
  const old = { ...row, toVersion: null, discardedCost: null, spent: null, decidedBy: null, endedAt: null };
  expect(replanViewOf(old)).toMatchObject({ summary: null, discardedCost: null, cost: null, endedAt: null });
});
