import { expect, it } from "vitest";
import type { RunState } from "../run/state";
import { restOfRun } from "./rest-of-run";
import type { PlanForecast } from "./types";

const range = { low: 1, expected: 2, high: 3 };
const forecast: PlanForecast = {
  demo: false,
  runs: 9,
  tasks: { a: 0, b: 0, c: 0 },
  roles: [],
  estimates: [{ n: 3, microUsd: range, ms: range, writes: range, toolMicroUsd: 0 }],
};
const task = (id: string, status: string) => ({ id, status, spec: { dependsOn: [] } });
const stateOf = (phase: string) =>
  ({
    phase,
    order: ["a", "b", "c", "gone"],
    tasks: { a: task("a", "succeeded"), b: task("b", "running"), c: task("c", "pending") },
    settings: { maxConcurrency: 1 },
  }) as unknown as RunState;

it("the rest of a run is that of the tasks that have not ended, and none once it is over", () => {
  expect(restOfRun(stateOf("working"), forecast)).toMatchObject({
    money: { expected: 4, tasks: 2 },
    time: { expected: 4 },
  });
  expect(restOfRun({ ...stateOf("ended"), finished: { at: 1 } } as RunState, forecast)).toBeNull();
});
