import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { storePlan } from "../plan/store";
import type { RunState } from "../run/state";
import { placeIn } from "./place";
import { fullBudget } from "./question";

const runOf = (settings: object) => new RunWorld({ plan: planOf({ id: "a" }), settings }).state;

describe("fullBudget", () => {
  const none = { tokens: 0, costMicroUsd: 0 };

  it("counts a question at worst beside the questions before it", () => {
    const state = runOf({ maxTokens: 1_000, maxCostMicroUsd: 500 });
    expect(fullBudget(state, none, { tokens: 1_000, costMicroUsd: 500 })).toBeUndefined();
    expect(fullBudget(state, none, { tokens: 1_001, costMicroUsd: 1 })).toBe("tokens");
    expect(fullBudget(state, { tokens: 1, costMicroUsd: 401 }, { tokens: 1, costMicroUsd: 100 })).toBe(
      "costMicroUsd",
    );
  });

  it("holds nothing against a run without limits, and no cost against a model without a price", () => {
    expect(fullBudget(runOf({}), none, { tokens: 1e9, costMicroUsd: 1e9 })).toBeUndefined();
    expect(fullBudget(runOf({ maxCostMicroUsd: 1 }), none, { tokens: 1 })).toBeUndefined();
  });
});

describe("placeIn", () => {
  it("knows every task that the run has had by its lineage, and whom it replaces", () => {
    const { state } = new RunWorld({ plan: planOf({ id: "a" }, { id: "b" }) });
    const { tasks } = structuredClone(state) as typeof state;
    if (tasks.b) tasks.b.spec.replaces = "a";
    const plan = planOf({ id: "a" }, { id: "b" });
    const place = placeIn({ tasks }, plan, 2);
    expect(place).toMatchObject({ plan, version: 2 });
    expect([...place.lineages.keys()]).toEqual(["a", "b"]);
    expect(place.replaces?.get("b")).toBe("a");
  });

  it("knows those that only a version has which is offered", () => {
    const { tasks } = new RunWorld({ plan: planOf({ id: "a" }) }).state;
    const plan = planOf({ id: "a" }, { id: "c", replaces: "a" });
    const { plan: stored } = storePlan(plan, new Map([["a", "a"]]));
    const offered = { patch: { tasks: stored.tasks } } as RunState["offered"] & object;
    expect(placeIn({ tasks, offered }, plan, 2).lineages.get("c")).toBe("a");
  });
});
