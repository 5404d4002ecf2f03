import { describe, expect, it } from "vitest";
import { writeBlock } from "@/lib/core/prompt-blocks";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { quotableData, repairRequest } from "./call-role";
import { chooseModel, isNamed, modelOfAttempt } from "./choose-model";

describe("chooseModel", () => {
  const workspace = (role: string) => `workspace:${role}`;
  const state = (models: Record<string, string>, replacementModels: Record<string, string> = {}) => ({
    settings: { models },
    replacementModels,
  });
  it.each([
    ["agent:own", { agent: "run:agent", default: "run:default" }, "agent:own"],
    [undefined, { agent: "run:agent", default: "run:default" }, "run:agent"],
    [undefined, { default: "run:default", planner: "run:planner" }, "run:default"],
    [undefined, { planner: "run:planner" }, "workspace:agent"],
  ])("of an agent's %s and the run's %j is %s", (own, models, chosen) => {
    expect(chooseModel(state(models), "agent", workspace, own)).toBe(chosen);
    expect(isNamed(state(models), "agent", own)).toBe(!chosen.startsWith("workspace"));
  });

  it("is what a person has put in its place, and in the place of that", () => {
    const replaced = { "a:1": "b:1", "b:1": "c:1", "d:1": "e:1" };
    expect(chooseModel(state({}, replaced), "agent", workspace, "a:1")).toBe("c:1");
    expect(chooseModel(state({}, replaced), "agent", workspace, "c:1")).toBe("c:1");
  });
});

describe("modelOfAttempt", () => {
  const world = new RunWorld({ plan: planOf({ id: "t" }) });
  world.start();
  const task = world.state.tasks.t;
  const attempts = (task?.attempts ?? []).map((one) => ({ ...one, model: "p:a" }));
  const state = () => ({ ...world.state, tasks: { ...(task && { t: { ...task, attempts } }) } });
  it("is the one that has had turns of it", () => {
    expect(modelOfAttempt({ state, taskId: "t", attempt: 1 }, 2)).toBe("p:a");
    expect(modelOfAttempt({ state, taskId: "t", attempt: 1 }, 1)).toBeUndefined();
    expect(modelOfAttempt({ state, taskId: "t", attempt: 2 }, 2)).toBeUndefined();
    expect(modelOfAttempt({ state, taskId: "gone", attempt: 1 }, 2)).toBeUndefined();
  });
});

describe("what a role is asked again and may quote", () => {
  it("repairRequest asks for the whole answer, with the problem", () => {
    expect(repairRequest("No decision.")).toEqual({
      role: "user",
      text: `Your answer could not be used. Give the whole answer again, corrected.\n${writeBlock("problem", "No decision.")}`,
    });
  });

  it("quotableData holds the blocks of others, and not the model's own words", () => {
    const text = [
      ...[writeBlock("mission", "Do it"), writeBlock("previous_answer", "ABORT")],
      ...[writeBlock("problem", "ABORT?"), writeBlock("result", "42")],
    ].join("\n");
    expect(
      quotableData([
        { role: "user", text },
        { role: "assistant", verbatim: [text] },
      ]),
    ).toBe("Do it\n42");
    expect(quotableData([{ role: "user", text: "ABORT" }])).toBe("");
  });
});
