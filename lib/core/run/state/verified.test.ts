import { expect, it } from "vitest";
import type { Check } from "../events/checks";
import type { TaskState } from "./task";
import { countSelfChecked } from "./verified";

const passed = (...layers: Check["layer"][]): Check[] =>
  layers.map((layer) => ({ layer, outcome: "passed" }));

function counted(layers: Check["layer"][], verification?: string | object, type = "task"): number {
  const task = {
    spec: { type, verification },
    attempts: [{ outcome: "succeeded", checks: passed(...layers) }],
  };
  return countSelfChecked({ order: ["a"], tasks: { a: task as unknown as TaskState } });
}

it("counts results that were held to their form and limits alone", () => {
  expect(counted(["schema"])).toBe(1);
  expect(counted(["schema", "predicate"], '(> (get data/result "rows") 0)')).toBe(1);
});

it("counts none that was compared with something else, has no check, or is no result of work", () => {
  expect(counted(["predicate"], '(= data/result (get-in data/depends ["sum" "total"]))')).toBe(0);
  expect(counted(["predicate"], "(includes? data/input data/result)")).toBe(0);
  expect(counted(["predicate", "model"], "(pos? data/result)")).toBe(0);
  expect(counted(["predicate"], { $ref: "d", preview: "(pos?" })).toBe(0);
  expect(counted([])).toBe(0);
  expect(counted(["predicate"], "(pos? data/result)", "planning_review")).toBe(0);
});
