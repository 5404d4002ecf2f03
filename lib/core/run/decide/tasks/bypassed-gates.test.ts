import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../../stored-value";
import type { RunSettings } from "../../settings";

describe("taking a task in hand that waits at a gate", () => {
  const gated = (gate: TaskDraft["gate"], settings: Partial<RunSettings> = {}) => {
    const world = new RunWorld({ plan: planOf({ id: "t", type: "human_review", gate }), settings });
    world.start();
    world.send({
      type: "gate_shown",
      shown: storeValue("x").stored,
      digest: "d",
      prompt: "?",
      ...world.keyOf("t"),
    });
    return world;
  };
  const skip = (world: RunWorld, name: string, more: object = {}) => {
    const by = { id: name.toLowerCase(), name, roles: [], mayReview: true, ...more };
    return world.send({ type: "skip_task", taskId: "t", reason: "enough", by }, ANNA);
  };
  const gate = { assignees: ["Bob"] };

  it("is for those who may answer it, and says who they are", () => {
    expect(skip(gated(gate), "Anna")).toMatchObject({
      ok: false,
      error: {
        code: "forbidden",
        message: "The task waits at a gate. This gate is for Bob. You can see it, but not answer it.",
      },
    });
    expect(skip(gated(gate), "Bob")).toMatchObject({ ok: true });
    expect(gated(gate).send({ type: "skip_task", taskId: "t", reason: "enough" }, ANNA)).toMatchObject({
      error: { code: "forbidden" },
    });
  });

  it("is not for one person where it takes several, no matter who they are", () => {
    expect(skip(gated({ ...gate, quorum: 2 }), "Bob")).toMatchObject({
      error: {
        code: "forbidden",
        message: "The task waits at a gate that takes the answers of 2 people: it is for Bob.",
      },
    });
    const anybody = gated({ ...gate, quorum: 2, assignees: [] });
    expect(skip(anybody, "Bob", { everyone: true })).toMatchObject({
      error: { message: expect.stringContaining("for anyone who may review") },
    });
  });

  it("is not for the author where it takes a second pair of eyes, and a tool call may", () => {
    const world = new RunWorld({ plan: planOf({ id: "t" }), settings: { fourEyes: true } });
    world.state.author = ANNA;
    world.start();
    world.ask("t", { kind: "tool_approval", callId: "a" });
    const supplied = {
      type: "supply_result",
      taskId: "t",
      value: storeValue("x").stored,
      reason: "known",
    } as const;
    const as = (name: string) => ({ by: { id: name.toLowerCase(), name, roles: [], mayReview: true } });
    expect(world.send({ ...supplied, ...as("Anna") }, ANNA)).toMatchObject({
      error: { code: "forbidden", message: expect.stringContaining("second pair of eyes") },
    });
    expect(world.send({ ...supplied, ...as("Bob") }, ANNA)).toMatchObject({ ok: true });
  });
});
