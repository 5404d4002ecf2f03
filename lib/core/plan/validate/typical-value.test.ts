import { describe, expect, it } from "vitest";
import { readPlan, validatePlan } from "../index";
import { sketchedValue, typicalValue } from "./typical-value";

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

describe("a value of the form that words sketch", () => {
  it.each<[string, unknown]>([
    [
      "Sum {{results.rows}}. Answer JSON {departments: [{department, amount}], total}.",
      {
        departments: [{ department: null, amount: null }],
        total: null,
      },
    ],
    [
      'Answer {"rows": number, from?: string, ok: boolean, notes: [text]}',
      { rows: 1, from: "text", ok: true, notes: ["text"] },
    ],
    [
      "Answer {range: {from, to: integer}, other: what you find}.",
      { range: { from: null, to: 1 }, other: null },
    ],
    ["Take {this or that}, then answer {total}.", { total: null }],
    ["Answer {total", undefined],
    ["Answer {rows: [{a}}", undefined],
    ["Answer {rows: {a b}}", undefined],
    ["Use {{results.rows.total}}.", undefined],
    [`Answer ${"{a: ".repeat(12)}1${"}".repeat(12)}`, undefined],
    ["Sum them.", undefined],
  ])("%s", (words, value) => {
    expect(sketchedValue(words)).toEqual(value);
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
    expect(found('(= 3 (apply + (map "amount" (get data/result "rows"))))', rows)).toMatchObject([
      { severity: "error", taskId: "sum", message: expect.stringContaining("Only functions can be called") },
    ]);
  });

  it("is found where it looks at no data, so that every result would be verified", () => {
    expect(found("(= 3 3)", rows)).toMatchObject([
      { severity: "error", taskId: "sum", message: expect.stringContaining("looks at no data") },
    ]);
    expect(found(" true ", rows)).toEqual([]);
  });

  it("is found on the form that the input sketches, where no schema asks for one", () => {
    const faults = (verification: string) => {
      const input = "Add them up. Answer JSON {departments: [{department, amount}], total}.";
      const { plan } = readPlan({ title: "Plan", tasks: [{ id: "sum", title: "Sum", input, verification }] });
      return plan ? validatePlan(plan, { tools: [] }).map(({ code }) => code) : ["no plan"];
    };
    const sum = '(sum-by (fn [d] (get d "amount")) (get data/result "departments"))';
    expect(
      faults('(= (get data/result "total") (apply + (map "amount" (get data/result "departments"))))'),
    ).toEqual(["invalid_verification"]);
    expect(faults(`(= (get data/result "total") ${sum})`)).toEqual([]);
  });

  it("is found in what it takes of a result before it, and where that has no form it is not tried", () => {
    const first = (outputSchema?: object) => ({
      id: "first",
      title: "First",
      input: "go",
      ...(outputSchema && { outputSchema }),
    });
    const second = {
      id: "sum",
      title: "Sum",
      input: "go",
      outputSchema: { type: "number" },
      dependsOn: ["first"],
      verification: '(> (apply + (map "amount" (get data/depends "first"))) 0)',
    };
    const faults = (...tasks: object[]) => {
      const { plan } = readPlan({ title: "Plan", tasks });
      if (!plan) throw new Error("No plan");
      return validatePlan(plan, { tools: [] }).filter(({ code }) => code === "invalid_verification").length;
    };
    const amounts = { type: "array", items: { type: "object", properties: { amount: { type: "number" } } } };
    expect(faults(first(amounts), second)).toBe(1);
    expect(
      faults(first({ type: "object" }), {
        ...second,
        verification: '(= 1 (get (get data/depends "first") "x"))',
      }),
    ).toBe(0);
    expect(faults(first(), { ...second, verification: '(nil? (get data/depends "first"))' })).toBe(0);
  });

  it.each([
    ["a list where a number is wanted", '(> (get data/result "rows") 0)'],
    ["the length of a list as JavaScript has it", '(> (:length (get data/result "rows")) 0)'],
    ["a list as a text", '(includes? (get data/result "rows") "EUR")'],
    ["a key of what has none", '(= "EUR" (get-in data/result ["rows" 0 "amount" "currency"]))'],
  ])("is found where it takes %s", (_name, verification) => {
    expect(found(verification, rows)).toMatchObject([
      { severity: "error", message: expect.stringContaining("comes to no judgement of a result") },
    ]);
  });

  it.each([
    ["a text that is read as a number", '(> (parse-double (get data/result "note")) 5)'],
    ["one of two things", '(> (get data/result "share") 5)'],
    [
      "a key that the schema does not name",
      '(every? (fn [r] (> (get r "price") 0)) (get data/result "rows"))',
    ],
    ["a second row", '(> (get-in data/result ["rows" 1 "amount"]) 5)'],
  ])("is none where %s depends on the value", (_name, verification) => {
    const more = { note: { type: "string" }, share: { type: ["string", "number"] } };
    expect(found(verification, { ...rows, properties: { ...rows.properties, ...more } })).toEqual([]);
  });

  it("and none that can, whatever it says of such a value", () => {
    expect(found('(= 3 (sum-by :amount (get data/result "rows")))', rows)).toEqual([]);
    expect(found('(> (get data/result "share") 97)', rows)).toEqual([]);
    expect(found('(= 3 (apply + (map "amount" (get data/result "rows"))))')).toEqual([]);
  });
});
