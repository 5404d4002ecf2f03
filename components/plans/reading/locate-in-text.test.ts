import { describe, expect, it } from "vitest";
import { readPlan, serializePlan, validatePlan, writePlanText } from "@/lib/core/plan";
import { locateInText } from "./locate-in-text";

/** What is selected in the text for each issue that reading and validating it gives, by code. */
function selected(text: string): Record<string, string> {
  const { plan, warnings, errors } = readPlan(text);
  const issues = [...errors, ...warnings, ...(plan ? validatePlan(plan, { tools: [] }) : [])];
  const places = locateInText(text, plan?.tasks.map(({ id }) => id) ?? []);
  return Object.fromEntries(
    issues.map((issue) => {
      const range = places.ofIssue(issue);
      return [issue.code, range ? text.slice(range.start, range.end) : "nowhere"];
    }),
  );
}

describe("places in a plan's JSON", () => {
  it.each([
    ["a field by its path", '{"tasks":[{"id":"a","mood":{"is":true}}]}', { unread: '"is":true' }],
    [
      "a field by another name",
      '{"tasks":[{"id":"a"},{"id":"b","after":["x"]}]}',
      { missing_dependency: '"after":["x"]' },
    ],
    [
      "a task among phases",
      '{"phases":[{"name":"p","tasks":[{"id":"a"},{"id":"b","depends_on":"x"}]}]}',
      { missing_dependency: '"depends_on":"x"' },
    ],
    [
      "a task in a map of tasks",
      '{"tasks":{"a":{"input":"go"},"b":{"requires":["x"]}}}',
      { missing_dependency: '"requires":["x"]' },
    ],
    [
      "a tool of an agent",
      '{"agents":{"one.two":{"tools":["x"]}},"tasks":[{"id":"a","agent":"one.two"}]}',
      { unknown_tool: '"x"' },
    ],
    [
      "the plan in prose and a fence",
      'Use [this]:\n```json\n{"tasks":[{"id":"a","depends_on":["a"]}]}\n```',
      { cycle_detected: '"depends_on":["a"]' },
    ],
    ["where it breaks", '{"tasks":[\n  {"id": oops}\n]}', { invalid_plan_format: "oops}" }],
    ["nothing where there is no place", "no plan", { invalid_plan_format: "nowhere" }],
  ])("finds %s", (_what, text, found) => {
    expect(selected(text)).toMatchObject(found);
  });

  it("counts lines from 1", () => {
    const text = '{\n "tasks": [\n  {"id":"a"},\n  {"id":"b"}\n]}';
    expect(locateInText(text, ["a", "b"]).ofTask("b")).toMatchObject({ line: 4 });
    expect(locateInText(text, ["a", "b"]).ofTask("c")).toBeUndefined();
  });

  it("does not mind text that is cut off or nested without end", () => {
    const deep = `{"tasks":${"[{".repeat(500)}`;
    for (const text of ['{"tasks":[{"id":"a', '{"tasks" "x", : ]', deep]) {
      expect(locateInText(text, ["b", "c"]).ofTask("b")).toBeUndefined();
    }
  });
});

describe("places in a plan's text", () => {
  const text = "PLAN: Two\nStep 1: First\n- a detail\nStep 2: Second\n- Depends on: Step 9\n";

  it("finds the line of what is said", () => {
    expect(selected(text)).toEqual({ missing_dependency: "- Depends on: Step 9" });
  });

  it("finds a step by its number where the steps are not those of the plan", () => {
    const range = locateInText(text, ["step_2"]).ofTask("step_2");
    expect(range && text.slice(range.start, range.end)).toBe("Step 2: Second");
  });

  it("finds every task of a plan that was written back, in both forms", () => {
    const { plan } = readPlan({ tasks: [{ id: "x" }, { id: "step_7", after: ["x"] }, "third"] });
    if (!plan) throw new Error("no plan");
    for (const written of [serializePlan(plan), writePlanText(plan)]) {
      const places = locateInText(
        written,
        plan.tasks.map(({ id }) => id),
      );
      const lines = plan.tasks.map(({ id }) => places.ofTask(id)?.line ?? 0);
      expect(lines).toEqual(lines.toSorted((a, b) => a - b));
      expect(new Set(lines).size).toBe(3);
    }
  });
});
