import { expect } from "vitest";
import type { TestEngine } from "../engine/run-harness";

/** A chain of two tasks, in whose middle the store is made to fail. */
export const TWO_TASKS = {
  title: "Chain",
  tasks: [
    { id: "a", title: "First", input: "do first" },
    { id: "b", title: "Second", input: "do second", dependsOn: ["a"] },
  ],
};

/** The run ends well, and each of its tasks was done by one attempt; gives its epoch. */
export async function expectDoneOnce(engine: TestEngine, runId: string): Promise<number> {
  const state = await engine.waitFor(runId, (now) => now.finished !== undefined);
  expect(state.finished?.reason).toBe("answer_complete");
  expect(state.counters.attempts).toBe(2);
  const events = await engine.events(runId);
  const ended = events.flatMap((event) => (event.type === "task_succeeded" ? event.payload.taskId : []));
  expect(ended).toEqual(["a", "b"]);
  return state.epoch;
}
