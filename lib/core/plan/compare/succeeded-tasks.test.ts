import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyPlan } from "@/lib/testing/plans/arbitrary-plan";
import { type Plan, plan as planSchema, type Task } from "../schema";
import { storePlan } from "../store";
import { describeViolation, doneViolations } from "./succeeded-tasks";

type Draft = Partial<Task> & { id: string };
const planOf = (tasks: Draft[], agents: object = {}): Plan =>
  planSchema.parse({ title: "Plan", agents, tasks: tasks.map((task) => ({ title: task.id, ...task })) });

const BEFORE: Draft[] = [
  { id: "a" },
  { id: "b" },
  { id: "done", agent: "coder", input: "Do", dependsOn: ["a", "b"] },
  { id: "open", dependsOn: ["done"] },
];
const CODER = { coder: { prompt: "You code" } };
const current = planOf(BEFORE, CODER);
/** The plan with another task `done`, and other agents. */
const changed = (change: Partial<Task>, agents: object = CODER): Plan =>
  planOf(
    BEFORE.map((task) => (task.id === "done" ? { ...task, ...change } : task)),
    agents,
  );

describe("a task that has succeeded", () => {
  it.each<[string, Plan, string[]]>([
    ["stays as it is", changed({}), []],
    ["may have its dependencies in another order", changed({ dependsOn: ["b", "a", "b"] }), []],
    ["never does other work", changed({ input: "Do more" }), ["input"]],
    ["never gets another title", changed({ title: "New" }), ["title"]],
    [
      "never fails in another way",
      changed({ onFailure: "skip", critical: false }),
      ["onFailure", "critical"],
    ],
    ["never waits for another task", changed({ dependsOn: ["a"] }), ["dependsOn"]],
    ["never comes in place of another", changed({ replaces: "a" }), ["replaces"]],
    ["never goes to another agent", changed({ agent: "default" }), ["agent"]],
    ["never has its agent changed", changed({}, { coder: { prompt: "You guess" } }), ["agents.coder"]],
    ["never loses its agent", changed({}, {}), ["agents.coder"]],
  ])("%s", (_, next, fields) => {
    for (const [a, b] of [
      [current, next],
      [storePlan(current).plan, storePlan(next).plan],
    ] as const) {
      const found = doneViolations(a, b, ["done"]);
      expect(
        found.flatMap((one) => (one.kind === "altered" ? one.fields.map(({ field }) => field) : [])),
      ).toEqual(fields);
    }
  });

  it("is never removed; others may be", () => {
    const violations = doneViolations(current, planOf([{ id: "new" }]), ["done", "never_heard_of"]);
    expect(violations).toEqual([{ kind: "removed", taskId: "done" }]);
    expect(violations.map(describeViolation)).toEqual(['"done" has succeeded and must stay in the plan.']);
  });

  it("is told with what to do instead", () => {
    const [violation] = doneViolations(current, changed({ input: "Other", dependsOn: [] }), ["done"]);
    expect(violation && describeViolation(violation)).toBe(
      '"done" has succeeded and must stay as it is (input, dependsOn): give new work a new id.',
    );
  });

  it("may be followed by anything: no plan violates itself, and every new task is free", () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const ids = plan.tasks.map(({ id }) => id);
        const grown = { ...plan, tasks: [...plan.tasks, { ...(plan.tasks[0] as Task), id: "a new task" }] };
        expect(doneViolations(plan, grown, ids)).toEqual([]);
        expect(doneViolations(plan, { ...plan, tasks: [] }, ids)).toHaveLength(ids.length);
      }),
    );
  });
});
