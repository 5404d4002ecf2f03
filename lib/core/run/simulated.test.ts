import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { simulatedBasis, simulatedToolsOf } from "./simulated";

const plan = planOf(
  { id: "a" },
  { id: "b", dependsOn: ["a"] },
  { id: "c", dependsOn: ["b", "a"] },
  { id: "d" },
);

describe("what rests on simulated tools", () => {
  it("is the task that called one and everything behind it", () => {
    const world = new RunWorld({ plan });
    expect(simulatedToolsOf(world.state)).toEqual([]);
    world.start();
    const call = { ...world.keyOf("a"), step: 1, sideEffects: "write", simulated: true } as const;
    for (const [callId, tool] of [
      ["1", "deploy"],
      ["2", "build"],
      ["3", "deploy"],
    ] as const)
      world.send({ type: "tool_started", ...call, callId, tool });
    expect(simulatedToolsOf(world.state)).toEqual(["build", "deploy"]);
    for (const id of ["a", "b", "c"]) expect(simulatedBasis(world.state, id)).toEqual(["build", "deploy"]);
    expect(simulatedBasis(world.state, "d")).toEqual([]);
    expect(simulatedBasis(world.state, "gone")).toEqual([]);
  });
});
