import { describe, expect, it } from "vitest";
import { readPlan, validatePlan } from "../index";
import { typicalValue } from "./typical-value";

const rows = {
  type: "object",
  properties: {
    rows: { type: "array", items: { type: "object", properties: { amount: { type: "number" } } } },
  },
};

describe("a typical value of a schema", () => {
  it.each([
    [rows, { rows: [{ amount: 1 }] }],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, "text"],
    [{ type: ["integer", "null"] }, 1],
    [{ enum: ["a", "b"] }, "a"],
    [{ const: 4 }, 4],
    [{ type: "array" }, []],
    [{ properties: { open: {} } }, {}],
    [{}, undefined],
    ["text", undefined],
    [{ type: "what" }, undefined],
  ])("%j", (schema, value) => {
    expect(typicalValue(schema)).toEqual(value);
  });
});

describe("a check that cannot work on the form that it names", () => {
  const found = (verification: string, outputSchema?: object) => {
    const task = {
      id: "sum",
      title: "Sum",
      input: "go",
      verification,
      ...(outputSchema && { outputSchema }),
    };
    const { plan } = readPlan({ title: "Plan", tasks: [task] });
    if (!plan) throw new Error("No plan");
    return validatePlan(plan, { tools: [] }).filter(({ code }) => code === "invalid_verification");
  };

  it("is found when the plan is read", () => {
    expect(found('(= 3 (sum-by "amount" (get data/result "rows")))', rows)).toMatchObject([
      { severity: "error", taskId: "sum", message: expect.stringContaining("Only functions can be called") },
    ]);
  });

  it("and none that can, whatever it says of such a value", () => {
    expect(found('(= 3 (sum-by :amount (get data/result "rows")))', rows)).toEqual([]);
    expect(found('(> (get data/result "share") 97)', rows)).toEqual([]);
    expect(found('(= 3 (sum-by "amount" (get data/result "rows")))')).toEqual([]);
  });
});
