import { describe, expect, it } from "vitest";
import { fold } from "@/lib/core/run";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { createPastStates, type ReadEvents } from "./past-states";

const { events } = new RunWorld({ plan: planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }) }).run("a", "b");

function reader(options: Parameters<typeof createPastStates>[0]) {
  const stateAt = createPastStates(options);
  let read = 0;
  const readEvents: ReadEvents = async ({ afterSeq, limit }) => {
    read += limit;
    return events.slice(afterSeq, afterSeq + limit);
  };
  return async (seq: number) => {
    read = 0;
    const state = await stateAt(readEvents, "run", seq);
    return { state, read };
  };
}

describe("past states of a run", () => {
  it("are what folding from the first event gives, in whatever order they are asked for", async () => {
    const at = reader({ everyEvents: 3, mostFrames: 2 });
    for (const seq of [events.length, 1, 7, 6, 5, 7, events.length, 3])
      expect((await at(seq)).state, String(seq)).toEqual(fold("run", events.slice(0, seq)));
  });

  it("are read from the last one that is kept", async () => {
    const at = reader({ everyEvents: 4 });
    expect((await at(7)).read).toBe(7);
    expect((await at(6)).read).toBe(2);
    expect((await at(4)).read).toBe(0);
    expect((await at(9)).read).toBe(5);
  });

  it("give way to those that are used", async () => {
    const at = reader({ everyEvents: 4, mostFrames: 1 });
    await at(9);
    expect((await at(9)).read).toBe(1);
    expect((await at(5)).read).toBe(5);
  });
});
