import { describe, expect, it } from "vitest";
import { planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { effectKey } from "../../ids";
import { EFFECT_KINDS } from "../state";
import { readEffectKey } from "./keys";

describe("keys of effects", () => {
  it("are read back, whatever the task is called", () => {
    expect(readEffectKey("run_1", "run_1/a/b/2/run_attempt/1")).toEqual({
      kind: "run_attempt",
      taskId: "a/b",
      attempt: 2,
    });
    expect(readEffectKey("run_1", "run_1/-/1/answer/1")).toEqual({ kind: "answer", attempt: 1 });
    expect(readEffectKey("run_1", "run_1/x/1/unheard/1").kind).toBe("run_attempt");
    for (const kind of EFFECT_KINDS) {
      const ofTask = readEffectKey("run_1", effectKey("run_1", "-", 3, kind, 1));
      const ofOther = readEffectKey("run_1", effectKey("run_1", "a/plan/1", 3, kind, 1));
      expect([ofTask.kind, ofTask.attempt, ofOther.kind]).toEqual([kind, 3, kind]);
      expect([ofTask.taskId, ofOther.taskId]).toEqual(
        ofOther.taskId === undefined ? [undefined, undefined] : ["-", "a/plan/1"],
      );
    }
  });

  it.each<TaskDraft>([
    { id: "-", type: "direct", input: "1" },
    { id: "-", type: "human_review", gate: { prompt: "?" } as TaskDraft["gate"] },
    { id: "-", type: "planning_review" },
    { id: "-", type: "synthesis_gate", dependsOn: ["a"] },
  ])("have a task in flight whose id is the sign for none: $type", (task) => {
    const world = new RunWorld({ plan: planOf({ id: "a" }, task) }).run("a");
    world.start();
    expect(world.state.inFlight[world.keyOf("-").key]?.taskId).toBe("-");
    expect(world.startable()).toEqual([]);
  });
});
