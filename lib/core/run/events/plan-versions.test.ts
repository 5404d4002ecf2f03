import { describe, expect, it } from "vitest";
import { offer, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { storePlan } from "../../plan/store";
import { planVersionsOf } from "./plan-versions";

/** A run whose tail was replaced once: b has failed, c comes in its place. */
function replanned() {
  const first = {
    ...planOf({ id: "a" }, { id: "b", dependsOn: ["a"], maxRetries: 0 }),
    objective: "All well",
  };
  const world = new RunWorld({ plan: first }).run("a");
  world.start();
  world.refuse("b", "b broke");
  world.tick(60_000).start();
  const second = planOf(
    { id: "a" },
    { id: "b", dependsOn: ["a"], maxRetries: 0 },
    { id: "c", dependsOn: ["a"], replaces: "b" },
  );
  const plan = offer(second, storePlan(first).plan);
  world.send({ type: "replan_written", key: world.keyOfKind("replan"), plan, fromVersion: 1, renamed: [] });
  return { world, first, second };
}

describe("plan versions of events", () => {
  it("rebuilds every version's plan", () => {
    const { world, first } = replanned();
    const versions = planVersionsOf(world.events);
    expect(versions.map(({ version, parent, origin }) => [version, parent, origin])).toEqual([
      [1, undefined, "person"],
      [2, 1, "replan"],
    ]);
    expect(versions[0]?.plan).toEqual(storePlan(first).plan);
    expect(versions[1]?.plan.tasks.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    const [, adopted] = world.events.filter((event) => event.type === "plan_version_adopted");
    expect([versions[1]?.seq, versions[1]?.at]).toEqual([adopted?.seq, adopted?.at]);
  });

  it("says by which tools its tasks may act, as was known last", () => {
    const tools = [{ name: "mail", sideEffects: "external" }] as const;
    const send = { id: "send", type: "direct" as const, input: "(tool/mail {})" };
    const world = new RunWorld({ plan: planOf({ id: "a" }, send), tools });
    expect(planVersionsOf(world.events).map(({ reach }) => reach)).toEqual([{ send: ["mail"] }]);
    const plan = { version: 1, reach: { a: ["sync"], send: ["mail"] }, tools: [] };
    world.send({ type: "tools_changed", definitions: {}, plan });
    expect(planVersionsOf(world.events).map(({ reach }) => reach)).toEqual([plan.reach]);
  });

  it("leaves out a version that the events do not tell in full", () => {
    const { world } = replanned();
    const late = world.events.filter((event) => event.seq > 10);
    expect(late.some((event) => event.type === "plan_version_adopted")).toBe(true);
    expect(planVersionsOf(late)).toEqual([]);
  });
});
