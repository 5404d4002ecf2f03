import { expect, it } from "vitest";
import { plan as planSchema } from "../schema";
import { validatePlan } from "./plan";

const FETCH = { id: "fetch", title: "Fetch", input: "go" };

/** What is wrong with a plan in which `sum` waits for `fetch`, and `late` for nobody. */
function problemsOf(task: object) {
  const sum = { id: "sum", title: "Sum", dependsOn: ["fetch"], ...task };
  const tasks = [FETCH, { ...FETCH, id: "late" }, sum];
  const issues = validatePlan(planSchema.parse({ title: "P", agents: {}, tasks }), { tools: [] });
  return issues.filter(({ severity }) => severity === "error").map(({ message }) => message);
}

it.each([
  '(get data/results "fetch")',
  '(get data/results "fetch_v2")',
  "(:fetch data/depends)",
  '(get-in data/results ["fetch" "rows"])',
  "(-> data/results :fetch count)",
  '(if (contains? data/results "other") (get data/results "other") 0)',
  '(get {"fetcch" 1} "fetcch")',
])("a program may name what it waits for, or ask before: %s", (input) => {
  expect(problemsOf({ type: "direct", input })).toEqual([]);
});

it.each([
  '(get data/results "fetcch")',
  "(:fetcch data/depends)",
  '(get-in data/results ["fetcch" "rows"])',
  "(-> data/results :fetcch count)",
  '(-> data/depends (get "fetcch"))',
  '(data/results "fetcch")',
  '(get data/results "fetcch" 0)',
])("a program that names no result is an error, with the nearest: %s", (input) => {
  const place = 'The program of "sum" asks for the result "fetcch" in line 1, column 1';
  expect(problemsOf({ type: "direct", input })).toEqual([
    `${place}: no task "fetcch" exists. Did you mean "fetch"?`,
  ]);
});

it("so is one that names a result for which its task does not wait, and a predicate", () => {
  const verification = '(= data/result (get data/results "late"))';
  expect(problemsOf({ input: "Sum it", verification })).toEqual([
    'The verification of "sum" asks for the result "late" in line 1, column 16: it does not depend on "late". Add "late" to its dependencies.',
  ]);
});
