import { describe, expect, it } from "vitest";
import { describeDiff } from "../../describe/plans/plan-diff";
import { type Plan, plan as planSchema, type Task } from "../schema";
import { storePlan } from "../store";
import { changesByTitle, countChanges, diffPlans, isSamePlan } from "./diff";

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

  it("tells a tail under other ids as rewritten, each task with its own edits", () => {
    const a = planOf([
      { id: "train", title: "Train" },
      { id: "deploy", title: "Deploy", input: "Deploy {{results.train}}", dependsOn: ["train"] },
      { id: "check", title: "Check", input: "Check {{results.deploy}}", dependsOn: ["deploy"] },
      { id: "tell", title: "Tell", dependsOn: ["check"] },
    ]);
    const b = planOf([
      { id: "train", title: "Train" },
      { id: "data", title: "Get more data" },
      { id: "deploy2", title: "Deploy", input: "Deploy {{results.train}}", dependsOn: ["train"] },
      { id: "check2", title: "Check", input: "Check twice: {{results.deploy2}}", dependsOn: ["deploy2"] },
      { id: "tell2", title: "Tell", dependsOn: ["check2", "data"] },
    ]);
    const diff = diffPlans(a, b);
    expect(diff).toMatchObject({
      added: [{ id: "data" }],
      removed: [],
      kept: ["train"],
      rewritten: [
        { id: "deploy2", from: { id: "deploy", title: "Deploy" }, fields: [], added: [], removed: [] },
        {
          id: "check2",
          fields: [
            {
              field: "input",
              before: "Check {{results.deploy2}}",
              after: "Check twice: {{results.deploy2}}",
            },
          ],
        },
        { id: "tell2", fields: [], added: ["data"], removed: [] },
      ],
    });
    expect(countChanges(diff)).toEqual({ added: 1, removed: 0, changed: 3, rewritten: 3 });
    expect(isSamePlan(diff)).toBe(false);
    expect(describeDiff(diff)).toBe(
      "+ Get more data; ± Check: Check twice: {{results.deploy2}}; ± Tell: other dependencies; ± Deploy: the same under a new id",
    );
    expect(changesByTitle(diff)).toEqual({
      added: ["Get more data"],
      rewritten: [
        { title: "Deploy", fields: [] },
        { title: "Check", fields: ["input"] },
        { title: "Tell", fields: ["dependsOn"] },
      ],
      changed: [],
      removed: [],
    });
  });

  it("compares agents by name", () => {
    const a = planOf([{ id: "a" }], { gone: {}, same: { tools: ["x"] }, other: { tools: ["x"] } });
    const b = planOf([{ id: "a" }], { same: { tools: ["x"] }, other: { tools: ["y"] }, fresh: {} });
    const diff = diffPlans(a, b);
    expect(diff.agentsChanged).toEqual([
      { name: "gone", change: "removed" },
      { name: "other", change: "changed", fields: [{ field: "tools", before: ["x"], after: ["y"] }] },
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
