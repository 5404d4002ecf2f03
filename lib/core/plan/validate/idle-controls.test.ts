import { describe, expect, it } from "vitest";
import { readPlan } from "../read/plan";
import type { Plan } from "../schema";
import { idleControlIssues } from "./idle-controls";
import { validatePlan } from "./plan";

const work = (id: string, more: object = {}) => ({ id, title: id, input: `do ${id}`, ...more });
const gate = (id: string, more: object = {}) => work(id, { type: "human_review", ...more });
const review = (id: string, previousTasks: string[], more: object = {}) => ({
  id,
  title: id,
  type: "planning_review",
  ...more,
  review: { focus: "Is it well?", previousTasks },
});
const planOf = (written: unknown): Plan => readPlan(written).plan as Plan;
const idleIn = (written: unknown, facts = {}) =>
  idleControlIssues(planOf(written), facts).map(({ taskId }) => taskId);

describe("a control that guards nothing", () => {
  it.each([
    ["a gate in a plan without edges", [work("a"), gate("ok"), work("pay")], ["ok"]],
    ["the only control before one task", [gate("ok"), work("pay")], ["ok"]],
    ["a gate beside a chain", [work("a"), work("b", { dependsOn: ["a"] }), gate("ok")], ["ok"]],
    ["each of two", [gate("ok"), gate("too"), work("pay")], ["ok", "too"]],
    ["a second gate", [gate("a"), work("b", { dependsOn: ["a"] }), gate("ok")], ["ok"]],
    ["a review of nothing", [work("a"), review("r", []), work("pay")], ["r"]],
    ["a task of the type gate", [work("a"), work("ok", { type: "gate" }), work("pay")], ["ok"]],
    ["a gate with empty edges", [work("a", { dependsOn: [] }), gate("ok", { dependsOn: [] })], ["ok"]],
    ["a review, where no order is written but its own", [work("a"), review("r", ["a"]), work("pay")], ["r"]],
  ])("is %s", (_, tasks, ids) => {
    expect(idleIn({ tasks })).toEqual(ids);
    const said = validatePlan(planOf({ tasks }), { tools: [] });
    expect(said.map(({ code }) => code)).toEqual(ids.map(() => "control_guards_nothing"));
  });

  it("is a step that waits for nothing, and that nothing waits for", () => {
    const text =
      "Step 1: Look\n\nStep 2: Human Review: well?\nDependencies: none\n\nStep 3: Act\nDependencies: Step 1";
    expect(idleIn(text)).toEqual(["step_2"]);
  });

  it.each([
    ["a gate alone", [gate("ok")]],
    ["one of several questions, with no work", [gate("ok"), gate("too"), review("r", [])]],
    ["a gate in front", [gate("ok"), work("pay", { dependsOn: ["ok"] })]],
    ["a gate at the end", [work("a"), work("b"), gate("ok", { dependsOn: ["a"] })]],
    ["a review of all before it", [work("a"), work("b"), review("r", ["a", "b"])]],
    [
      "steps by their numbers",
      [
        { step: 1, title: "a" },
        { ...gate("ok"), step: 2 },
        { step: 3, title: "b" },
      ],
    ],
    ["work that needs an approval", [work("a", { requiresApproval: true }), work("b")]],
    ["a plan without controls", [work("a"), work("b")]],
  ])("is not %s", (_, tasks) => {
    expect(idleIn({ tasks })).toEqual([]);
  });

  it("is told once: not of a version in force, nor beside tasks that have ended", () => {
    const tasks = [gate("ok"), work("pay")];
    expect(idleIn({ tasks }, { inForce: planOf({ tasks }).tasks })).toEqual([]);
    const before = planOf({ tasks: [gate("ok"), work("pay", { dependsOn: ["ok"] })] });
    expect(idleIn({ tasks }, { inForce: before.tasks })).toEqual(["ok"]);
    expect(idleIn({ tasks }, { ended: new Set(["pay"]) })).toEqual([]);
  });
});
