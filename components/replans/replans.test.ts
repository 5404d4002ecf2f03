import { expect, it } from "vitest";
import type { RunEvent } from "@/lib/core/run/events";
import type { PlanVersion } from "@/lib/core/run/plan-versions";
import { offer, planOf } from "@/lib/testing/run-world";
import { countsOf, failedReplans, versionEntries } from "./replan-entries";

const version = (number: number, ...tasks: Parameters<typeof planOf>) => {
  const { patch } = offer(planOf(...tasks));
  return {
    version: number,
    parent: number > 1 ? number - 1 : undefined,
    plan: { title: "t", agents: {}, tasks: patch.tasks },
  } as unknown as PlanVersion;
};
const event = (seq: number, type: string, payload: object) => ({ seq, at: seq, type, payload }) as RunEvent;

it("versions come newest first, with their replan and what it changed", () => {
  const versions = [version(1, { id: "a" }, { id: "b" }), version(2, { id: "a" }, { id: "c" })];
  const cause = { trigger: "review", reason: "too low" };
  const events = [
    event(1, "replan_started", { number: 1, cause }),
    event(2, "replan_adopted", { number: 1, toVersion: 2 }),
    event(3, "replan_started", { number: 2, cause: { trigger: "person", reason: "again" } }),
    event(4, "replan_failed", { number: 2, reason: "no plan" }),
  ];
  const [newest, first] = versionEntries(versions, events);
  expect(newest?.replan).toEqual({ number: 1, cause });
  expect(newest?.diff && countsOf(newest.diff)).toEqual({ added: 1, removed: 1, changed: 0 });
  expect(first?.diff).toBeUndefined();
  expect(failedReplans(events)).toEqual([{ number: 2, seq: 4, at: 4, reason: "no plan", cause: "again" }]);
});
