import { describe, expect, it } from "vitest";
import { readValid } from "@/lib/testing/plans/read-plan";
import { readPlan } from "./plan";

describe("readPlan", () => {
  it("takes the first JSON object that holds tasks, whatever stands around it", () => {
    const text =
      'First {"thought": "x"} and {"tasks": []}.\n```json\n{"title": "T", "tasks": ["x"],}\n```\n{"note": ["y"]}';
    expect(readValid(text).plan).toMatchObject({ title: "T", tasks: [{ input: "x" }] });
  });

  it("takes a bare list only when no object is a plan", () => {
    expect(readValid('[{"a": "b"}] {"tasks": ["x"]}').tasks[0]?.input).toBe("x");
    expect(readPlan('[{"id": "a"}] {"tasks": ["x"]}').errors).toMatchObject([
      { code: "invalid_plan_format" },
    ]);
    expect(readValid('plan ["x"]: [{"id": "a"}]').tasks[0]?.id).toBe("a");
  });

  it("reads an empty plan as one, so that validation can say so", () => {
    expect(readPlan({ tasks: [] }).plan?.tasks).toEqual([]);
    expect(readPlan('{"tasks": {}} {"steps": []}').plan?.tasks).toEqual([]);
  });

  it("reads Step text when a header stands outside any JSON, and JSON otherwise", () => {
    expect(readValid('Step 1: Post {"tasks": ["x"]}\n- {"a": 1}').tasks).toMatchObject([
      { details: ['{"a": 1}'] },
    ]);
    expect(readValid('{"tasks": ["Do\\nStep 1: this"]}').tasks[0]?.id).toBe("task_1");
    expect(readValid('{"tasks": ["Do\nStep 1: this"]}').tasks[0]?.input).toBe("Do\nStep 1: this");
  });

  it.each<[string, unknown, string]>([
    ["prose", "I cannot do that.", "There is none"],
    ["nothing", "", "There is none"],
    ["broken JSON", 'x\n{"tasks": [1 2]}', "breaks at line 2, column 14"],
    ["an object without tasks", '{"answer": 42}', 'no list of tasks under "tasks"'],
    ["an object with tasks that are null", { tasks: null }, 'no list of tasks under "tasks"'],
    ["a plan that is a text", { plan: "do it" }, 'no list of tasks under "tasks"'],
    ["a number", 42, "not a JSON object"],
    ["nothing at all", undefined, "not a JSON object"],
    ["a function", () => 1, "not a JSON object"],
  ])("says what is wrong with %s", (_, input, message) => {
    const { plan, errors } = readPlan(input);
    expect(plan).toBeUndefined();
    expect(errors).toMatchObject([{ severity: "error", code: "invalid_plan_format" }]);
    expect(errors[0]?.message).toContain(message);
  });

  it("survives what is endless or too deep", () => {
    const circle: Record<string, unknown> = {};
    circle.tasks = [circle];
    let deep: unknown = "x";
    for (let depth = 0; depth < 1_000; depth += 1) deep = [deep];
    expect(readPlan(circle).errors).toHaveLength(1);
    expect(readPlan({ tasks: [{ id: "a", input: deep }] }).plan).toBeUndefined();
  });

  it("refuses what is too large to hold, before it holds it", () => {
    const steps = (count: number, detail = "") =>
      Array.from({ length: count }, (_, n) => `Step ${n}: A${detail}`);
    for (const plan of [
      steps(10_001).join("\n"),
      { tasks: Array(10_001).fill("x") },
      steps(1_100, "\n- Depends on: all").join("\n"),
      steps(1_100, "\n- Depends on: 1-500").join("\n"),
      {
        phases: [
          { name: "p", tasks: Array(750).fill("x") },
          { after: "p", tasks: Array(750).fill("y") },
        ],
      },
      { tasks: Array(1_100).fill({ after: "all" }) },
      { tasks: Array(1_100).fill({ after: ["1-500"] }) },
    ]) {
      const { plan: read, errors } = readPlan(plan);
      expect(read).toBeUndefined();
      expect(errors).toMatchObject([{ code: "too_large" }]);
    }
  });

  it("takes out characters that no store accepts", () => {
    const json = '{"title": "a\\u0000\\ud800b\\ud83d\\ude00", "tasks": ["x"], "agents": {"\\udc00": "p"}}';
    for (const { plan } of [readValid(json), readValid(JSON.parse(json))]) {
      expect(plan).toMatchObject({ title: "a\uFFFD\uFFFDb😀", agents: { "\uFFFD": { prompt: "p" } } });
    }
    expect(readValid("Step 1: a\u0000b").tasks[0]?.title).toBe("a\uFFFDb");
  });
});
