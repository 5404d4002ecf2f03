import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { repairedCheck } from "../../selectors";
import { taskOf } from "../../state/ready";
import { checkAuthor } from "./repair-check";

const CHECKED: TaskDraft = { id: "sum", verification: "(count data/result)" };
const SOUND = "(some? data/result)";

/** A run of the planner's plan, at work on the task whose check has a fault. */
function running(...beside: TaskDraft[]): RunWorld {
  const world = new RunWorld({ settings: { critic: { mode: "off", minScore: 0 } } });
  world.plan = planOf(CHECKED, ...beside);
  world.start();
  world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(world.plan) });
  world.start();
  return world;
}

const repair = (world: RunWorld) =>
  world.send({ type: "check_repaired", ...world.keyOf("sum"), verification: SOUND });
const authorIn = ({ state }: RunWorld) => checkAuthor(state, taskOf(state, "sum"));

describe("a check that was written again", () => {
  it("counts from then on for the work that it was written for, and is not asked about twice", () => {
    const world = running();
    expect(authorIn(world)).toBe("planner");
    repair(world);
    const task = taskOf(world.state, "sum");
    expect(repairedCheck(task)).toBe(SOUND);
    expect(authorIn(world)).toBeUndefined();
    expect(repairedCheck({ ...task, spec: { ...task.spec, workDigest: "other" } })).toBeUndefined();
  });

  it("is refused for work that an act rests on of which people are asked", () => {
    const gate: TaskDraft = { id: "ok", type: "human_review" };
    const world = running(gate, { id: "send", dependsOn: ["sum", "ok"] });
    expect(authorIn(world)).toBeUndefined();
    expect(repair(world)).toMatchObject({ ok: true });
    expect(world.types("sum")).not.toContain("check_repaired");
    expect(repairedCheck(taskOf(world.state, "sum"))).toBeUndefined();
  });

  it("counts for the attempt at work alone once a person wrote the plan", () => {
    const send: TaskDraft = { id: "send", type: "direct", input: "(tool/mail {})", dependsOn: ["sum", "ok"] };
    const world = running();
    repair(world);
    world.edit(planOf(CHECKED, { id: "ok", type: "human_review" }, send), "Ask first", {
      by: { id: "anna", name: "Anna", roles: [], mayReview: true },
    });
    expect(repairedCheck(taskOf(world.state, "sum"))).toBe(SOUND);
  });

  it("is refused where a person wrote the plan", () => {
    const world = new RunWorld({ plan: planOf(CHECKED), by: ANNA });
    world.start();
    repair(world);
    expect(world.types("sum")).not.toContain("check_repaired");
  });

  it("is told late where its attempt is over", () => {
    const world = running();
    const at = world.keyOf("sum");
    world.succeed("sum");
    world.send({ type: "check_repaired", ...at, verification: SOUND });
    expect(world.types("sum")).not.toContain("check_repaired");
  });
});
