import { expect, it } from "vitest";
import { countChanges } from "@/lib/core/plan/compare/diff";
import { storePlan } from "@/lib/core/plan/store";
import type { PlanVersion } from "@/lib/core/run/events/plan-versions";
import { zeroSpend } from "@/lib/core/run/ledger/spend";
import { statedReason } from "@/lib/core/run/reasons";
import type { ReplanEntry } from "@/lib/core/run/state";
import { planOf } from "@/lib/testing/runs/run-world";
import { versionEntries } from "./replan-entries";

const version = (number: number, ...tasks: Parameters<typeof planOf>): PlanVersion => ({
  version: number,
  parent: number > 1 ? number - 1 : undefined,
  origin: "planner",
  author: "planner",
  cause: statedReason("asked"),
  at: 0,
  seq: number,
  plan: storePlan(planOf(...tasks)).plan,
});

const entry = (over: Partial<ReplanEntry>): ReplanEntry => ({
  kind: "replan",
  number: 1,
  trigger: "review",
  reason: statedReason("too low"),
  decidedBy: { kind: "person", name: "Anna", provenance: "person" },
  startedAt: 0,
  startedSeq: 1,
  fromVersion: 1,
  outcome: "adopted",
  spent: zeroSpend(),
  ...over,
});

it("versions come newest first, with what brought them and what they changed", () => {
  const versions = [version(1, { id: "a" }, { id: "b" }), version(2, { id: "a" }, { id: "c" })];
  const change = entry({ toVersion: 2 });
  const [newest, first] = versionEntries(versions, [change, entry({ number: 2, outcome: "failed" })]);
  expect(newest?.change).toBe(change);
  expect(newest?.diff && countChanges(newest.diff)).toEqual({ added: 1, removed: 1, changed: 0 });
  expect(first?.diff).toBeUndefined();
  expect(first?.change).toBeUndefined();
});
