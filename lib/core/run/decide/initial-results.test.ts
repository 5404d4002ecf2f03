import { describe, expect, it } from "vitest";
import { offer, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../stored-value";
import { initialState, statusOf, transact } from "..";
import type { Command } from "../commands";
import { runSettings } from "../settings";

const plan = planOf(
  { id: "a" },
  { id: "b", dependsOn: ["a"], input: "use {{results.a}}" },
  { id: "c", dependsOn: ["b"] },
);
const of = (results: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(results).map(([id, value]) => [id, storeValue(value as never).stored]));

/** A run that is created with these results. */
function created(
  results: Record<string, unknown>,
  given: Partial<Extract<Command, { type: "create" }>> = {},
) {
  const world = new RunWorld();
  Object.assign(world.state, initialState("run_1"));
  world.events.splice(0);
  world.plan = plan;
  const outcome = world.send({
    type: "create",
    workspaceId: "local",
    mission: "Do it",
    settings: runSettings.parse({ summarizer: "off" }),
    tags: [],
    plan: { ...offer(plan), origin: "person" },
    initialResults: of(results),
    ...given,
  });
  return { world, outcome };
}

describe("results given in advance", () => {
  it("make their tasks succeeded before anything starts; the others build on them", () => {
    const { world } = created({ a: { rows: 3 } });
    expect(world.last("task_succeeded").payload).toMatchObject({
      taskId: "a",
      source: "initial",
      value: { inline: { rows: 3 } },
    });
    expect(world.state.tasks.a).toMatchObject({ status: "succeeded", attempts: [], attempt: 0 });
    world.send({ type: "take_lease", workerId: "w1" });
    expect(world.start()).toEqual(["b"]);
  });

  it("have the fingerprints that work on the same inputs would have had", () => {
    const { world } = created({ a: "a done", b: "b done" });
    const worked = new RunWorld({ plan }).run("a", "b");
    const prints = (one: RunWorld) => ["a", "b"].map((id) => one.state.tasks[id]?.fingerprint);
    expect(prints(world)).toEqual(prints(worked));
  });

  it("may leave out what a task builds on", () => {
    const { world } = created({ b: "b done" });
    world.send({ type: "take_lease", workerId: "w1" });
    expect(world.start().sort()).toEqual(["a", "c"]);
  });

  it("for every task leave only the answer to be written", () => {
    const { world } = created({ a: 1, b: 2, c: 3 });
    expect(statusOf(world.state)).toBe("finishing");
    expect(world.state.counters.attempts).toBe(0);
  });

  it("wait with the plan for a person", () => {
    const settings = runSettings.parse({ critic: { mode: "model", minScore: 6 } });
    const { world } = created({ a: 1 }, { settings });
    expect(world.status("a")).toBe("succeeded");
    expect(world.startable().map(({ kind }) => kind)).toEqual(["critique_plan"]);
  });

  it.each([
    ["for a task that the plan lacks", { zzz: 1 }, {}],
    ["under a name that every object has", { constructor: 1 }, {}],
    ["without a plan", { a: 1 }, { plan: undefined }],
  ])("are refused %s", (_why, results, given) => {
    const { world, outcome } = created(results, given as never);
    expect(outcome).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    expect(world.events).toEqual([]);
    expect(transact(world.state, [], 1).events).toEqual([]);
  });
});
