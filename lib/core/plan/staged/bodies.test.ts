import { describe, expect, it } from "vitest";
import { gateSpec, type Plan, plan as planSchema, reviewSpec, type Task } from "../schema";
import { addTask, discardEdit, setDependency, setField } from "./acts";
import { applyStaged, type StagingBase } from "./apply";
import { keyOfEdit, type StagedEdit } from "./edits";

type TaskGiven = Partial<Task> & { id: string };

const planOf = (...tasks: TaskGiven[]): Plan =>
  planSchema.parse({ title: "Plan", tasks: tasks.map((one) => ({ title: one.id.toUpperCase(), ...one })) });

const on = (plan: Plan): StagingBase => ({
  plan,
  locks: new Map(),
  usedIds: new Set(plan.tasks.map(({ id }) => id)),
});

const taskIn = (plan: Plan, id: string) => plan.tasks.find((task) => task.id === id);

describe("bodies of tasks that get another type", () => {
  it("leaves a body to the type that has it, and has it back with the type", () => {
    const review = reviewSpec.parse({ focus: "Is it?", previousTasks: ["a"] });
    const reviewed = on(planOf({ id: "a" }, { id: "r", type: "planning_review", dependsOn: ["a"], review }));
    const outcomeOf = (edits: readonly StagedEdit[]) => applyStaged(reviewed, edits);
    const retyped = setField(reviewed, [], "r", "type", "human_review");
    const asked = setField(reviewed, retyped, "r", "gate", gateSpec.parse({ quorum: 2 }));
    expect(taskIn(outcomeOf(asked).plan, "r")).toMatchObject({ type: "human_review", gate: { quorum: 2 } });
    expect(taskIn(outcomeOf(asked).plan, "r")).not.toHaveProperty("review");
    expect(outcomeOf(asked).idle).toEqual([]);

    const back = setField(reviewed, asked, "r", "type", "planning_review");
    expect(outcomeOf(back)).toMatchObject({
      applied: [],
      settled: [],
      conflicts: [],
      plan: reviewed.plan,
      idle: [{ field: "gate" }],
    });
    expect(outcomeOf(setField(reviewed, back, "r", "type", "human_review")).plan).toEqual(
      outcomeOf(asked).plan,
    );
    expect(discardEdit(asked, "type r").map(keyOfEdit)).toEqual(["gate r"]);

    const added = addTask(reviewed, [], { title: "Sign", type: "human_review" });
    const signed = setField(reviewed, added.edits, added.id, "gate", gateSpec.parse({ quorum: 2 }));
    const plain = setField(reviewed, signed, added.id, "type", "task");
    expect(taskIn(outcomeOf(plain).plan, added.id)).not.toHaveProperty("gate");
    expect(outcomeOf(setField(reviewed, plain, added.id, "type", "human_review"))).toEqual(outcomeOf(signed));
    // The version that has the task has it without what waited for another type.
    expect(applyStaged(on(outcomeOf(plain).plan), plain)).toMatchObject({ settled: plain, conflicts: [] });
  });

  it("names no conflict over a body that the task no longer has", () => {
    const gate = gateSpec.parse({ quorum: 2 });
    const asking = on(planOf({ id: "a", type: "human_review", gate }));
    const edits = setField(
      asking,
      setField(asking, [], "a", "gate", gateSpec.parse({ quorum: 3 })),
      ...(["a", "type", "task"] as const),
    );
    const theirs = on(planOf({ id: "a", type: "human_review", gate: { ...gate, quorum: 4 } }));
    expect(applyStaged(theirs, edits)).toMatchObject({ applied: [{ field: "type" }], conflicts: [] });
    expect(applyStaged(theirs, edits.slice(0, 1)).conflicts).toMatchObject([
      { why: { code: "value_changed" } },
    ]);
  });

  it("has a review no longer look at what it no longer waits for", () => {
    const review = reviewSpec.parse({ previousTasks: ["a", "b"] });
    const base = on(
      planOf(...[{ id: "a" }, { id: "b", dependsOn: ["a"] }, { id: "c" }], {
        id: "r",
        type: "planning_review",
        dependsOn: ["a", "b", "c"],
        review,
      }),
    );
    const cut = (edits: readonly StagedEdit[], from: string) =>
      setDependency(base, edits, { from, to: "r", kind: "disconnect" });
    const previousIn = (edits: readonly StagedEdit[]) =>
      taskIn(applyStaged(base, edits).plan, "r")?.review?.previousTasks;
    expect(previousIn(cut([], "a"))).toEqual(["a", "b"]);
    expect(previousIn(cut(cut([], "a"), "b"))).toEqual([]);
    expect(previousIn(setDependency(base, cut([], "b"), { from: "b", to: "r", kind: "connect" }))).toEqual([
      ...["a", "b"],
    ]);
  });
});
