import { describe, expect, it } from "vitest";
import { describeDiff } from "../../describe/plans/plan-diff";
import { type Plan, plan as planSchema, type Task } from "../schema";
import { storePlan } from "../store";
import { diffPlans, isSamePlan } from "./diff";

type Draft = Partial<Task> & { id: string };
const planOf = (tasks: Draft[], agents: Record<string, object> = {}): Plan =>
  planSchema.parse({ title: "Plan", agents, tasks: tasks.map((task) => ({ title: task.id, ...task })) });

describe("the diff of two plans", () => {
  it("finds nothing between a plan and itself, stored or not", () => {
    const plan = planOf([{ id: "a" }, { id: "b", dependsOn: ["a"] }], { coder: { prompt: "Code" } });
    for (const one of [plan, storePlan(plan).plan]) {
      const diff = diffPlans(one, structuredClone(one));
      expect(isSamePlan(diff)).toBe(true);
      expect(diff.kept).toEqual(["a", "b"]);
      expect(describeDiff(diff)).toBe("no changes");
    }
  });

  it("says what came, went, stayed, changed and moved", () => {
    const a = planOf([
      { id: "train" },
      { id: "deploy", dependsOn: ["train"] },
      { id: "ramp", title: "Ramp up", input: "All traffic", dependsOn: ["deploy"] },
      { id: "notify", title: "Notify", dependsOn: ["ramp"] },
    ]);
    const b = planOf([
      { id: "train" },
      { id: "cause", title: "Find the cause", dependsOn: ["train"] },
      { id: "retrain", title: "Retrain", dependsOn: ["cause"] },
      { id: "deploy", dependsOn: ["retrain"] },
      { id: "ramp", title: "Ramp up", input: "5 % first", dependsOn: ["deploy"] },
    ]);
    const diff = diffPlans(a, b);
    expect(diff.added.map(({ id }) => id)).toEqual(["cause", "retrain"]);
    expect(diff.removed).toEqual([{ id: "notify", title: "Notify" }]);
    expect(diff.kept).toEqual(["train"]);
    expect(diff.changed).toEqual([
      {
        id: "ramp",
        title: "Ramp up",
        fields: [{ field: "input", before: "All traffic", after: "5 % first" }],
      },
    ]);
    expect(diff.rewired).toEqual([
      { task: "deploy", title: "deploy", added: ["retrain"], removed: ["train"] },
    ]);
    expect(isSamePlan(diff)).toBe(false);
    expect(describeDiff(diff)).toBe(
      "+ Find the cause, Retrain; ~ Ramp up: 5 % first; ⇄ deploy: other dependencies; − Notify",
    );
  });

  it("compares agents by name", () => {
    const a = planOf([{ id: "a" }], { gone: {}, same: { tools: ["x"] }, other: { tools: ["x"] } });
    const b = planOf([{ id: "a" }], { same: { tools: ["x"] }, other: { tools: ["y"] }, fresh: {} });
    const diff = diffPlans(a, b);
    expect(diff.agentsChanged).toEqual([
      { name: "gone", change: "removed" },
      { name: "other", change: "changed" },
      { name: "fresh", change: "added" },
    ]);
    expect(describeDiff(diff)).toBe("~ agent gone removed, agent other changed, agent fresh new");
  });

  it("leaves what follows from other fields out", () => {
    const a = storePlan(planOf([{ id: "a", agent: "coder" }], { coder: { prompt: "One" } })).plan;
    const b = storePlan(planOf([{ id: "a", agent: "coder" }], { coder: { prompt: "Two" } })).plan;
    expect(a.tasks[0]?.workDigest).not.toBe(b.tasks[0]?.workDigest);
    expect(diffPlans(a, b).changed).toEqual([]);
  });
});
