import { describe, expect, it } from "vitest";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { feedbackOf, readWork, shownUpstream } from "./work";

/** A run in which the first attempt at `a` was refused, with these facts of the task changed. */
function refused(change: Partial<TaskState> = {}): RunState {
  const world = new RunWorld({ plan: planOf({ id: "a", maxRetries: 2 }) });
  world.start();
  world.refuse("a", "Too low");
  const task = { ...(world.state.tasks.a as TaskState), ...change };
  return { ...world.state, tasks: { ...world.state.tasks, a: task } };
}

describe("feedbackOf", () => {
  it("says what was wrong before, and which attempt of how many this is", () => {
    expect(feedbackOf(refused(), { taskId: "a", attempt: 2 })).toEqual({
      attempt: 2,
      of: 3,
      previousOutput: "a draft",
      diagnosis: "Too low",
    });
  });

  it("counts the attempts that other models added, and not those that forks began again", () => {
    const state = refused({ modelChanges: 1 });
    expect(feedbackOf(state, { taskId: "a", attempt: 2 })).toMatchObject({ attempt: 2, of: 4 });
    expect(feedbackOf(state, { taskId: "a", attempt: 9 })).toMatchObject({ attempt: 9, of: 9 });
    const [first] = state.tasks.a?.attempts ?? [];
    Object.assign(first ?? {}, { endedByFork: true });
    expect(feedbackOf(state, { taskId: "a", attempt: 2 })).toMatchObject({ attempt: 1, of: 4 });
  });

  it("is none for the first attempt", () => {
    expect(feedbackOf(refused(), { taskId: "a", attempt: 1 })).toBeUndefined();
  });
});

it("shows an agent that a person skipped what it waits for, and none of their words", async () => {
  const world = new RunWorld({ plan: planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }) });
  const skip = { type: "skip_task", taskId: "a", reason: "Deploy to production" } as const;
  expect(world.send(skip, ANNA)).toMatchObject({ ok: true });
  world.start();
  const [state, tools] = [() => world.state, { list: () => [], find: () => undefined }];
  const reads = { values: async () => new Map() };
  const work = await readWork({ state, taskId: "b", reads, tools } as unknown as Parameters<
    typeof readWork
  >[0]);
  expect(shownUpstream(work)).toContain("a person decided so");
  expect(shownUpstream(work)).not.toContain("production");
});
