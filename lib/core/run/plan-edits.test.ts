import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { Capability } from "../capabilities";
import { deadEnds, editRight, restOfPlan, stagingBaseOf } from "./plan-edits";
import { isPlanEditable } from "./selectors";

const a = { id: "a", maxRetries: 1, onFailure: "retry" as const };
const plan = planOf(a, { id: "b", dependsOn: ["a"] }, { id: "slow" }, { id: "later", dependsOn: ["slow"] });

describe("stagingBaseOf", () => {
  it("locks what has ended and what has begun, and knows every id of the run", () => {
    const world = new RunWorld({ plan });
    world.start();
    world.succeed("a");
    const base = stagingBaseOf(world.state, plan);
    expect([...base.locks]).toEqual([
      ["a", { kind: "ended", status: "succeeded" }],
      ["slow", { kind: "at_work", status: "running" }],
    ]);
    expect(base.usedIds).toEqual(new Set(["a", "b", "slow", "later"]));
    expect(restOfPlan(plan, base).tasks.map(({ id }) => id)).toEqual(["b", "slow", "later"]);
    expect(stagingBaseOf({ ...world.state, tasks: {} }, plan).locks.size).toBe(0);
  });

  it("counts a task that is to be tried again as begun", () => {
    const world = new RunWorld({ plan, settings: { maxTotalReplans: 0 } });
    world.start();
    world.fail("slow");
    world.send({ type: "retry_task", taskId: "slow" }, ANNA);
    expect(stagingBaseOf(world.state, plan).locks.get("slow")).toMatchObject({ kind: "at_work" });
  });
});

describe("isPlanEditable", () => {
  it("holds while the plan runs", () => {
    const world = new RunWorld({ plan });
    expect(isPlanEditable(world.state)).toBe(true);
    expect(isPlanEditable(new RunWorld({ settings: { planApproval: true } }).state)).toBe(false);
  });
});

describe("deadEnds", () => {
  it("names what would wait for ever, and nothing that has ended", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }, { id: "b" }), settings: { maxTotalReplans: 0 } });
    world.start();
    world.fail("a");
    const spec = { type: "task" as const, uses: [], dependsOn: ["a"] };
    const found = deadEnds(world.state, [
      { ...spec, id: "new" },
      { ...spec, id: "a" },
      { ...spec, id: "free", dependsOn: ["b", "unknown"] },
    ]);
    expect(found).toMatchObject([{ code: "missing_dependency", taskId: "new" }]);
  });
});

describe("editRight", () => {
  it("is that of operators, and of reviewers while a draft waits for them", () => {
    const world = new RunWorld({ settings: { planApproval: true } });
    const may = (...capabilities: Capability[]) =>
      editRight(world.state, { id: "ben", name: "Ben", roles: [], capabilities });
    world.start();
    expect(may("operate")).toBe("operate");
    expect(may("review")).toBeUndefined();
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(plan) });
    expect(may("review")).toBe("review");
    expect(may("view")).toBeUndefined();
    for (const gate of Object.values(world.state.approvals)) gate.assignees = ["Ada"];
    expect(may("review")).toBeUndefined();
    expect(
      editRight(new RunWorld({ plan }).state, { id: "b", name: "B", roles: [], capabilities: ["review"] }),
    ).toBe(undefined);
  });
});
