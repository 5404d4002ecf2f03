import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyPlan, anyText } from "@/lib/testing/plans/arbitrary-plan";
import { inForce } from "@/lib/testing/plans/read-plan";
import { scaled } from "@/lib/testing/scaled";
import { readPlan } from "../plan";
import { type Plan, plan as planSchema } from "../plan/schema";
import { serializePlan } from "../plan/write/json";
import { fillTemplate } from "./fill";
import { MAX_VALUE_CHARS } from "./limits";
import { makeTemplate } from "./make";
import { type TemplateParam, templateParam, templateParams } from "./params";
import { mapPlanTexts, paramsOf } from "./texts";

const planOf = (tasks: object[], rest: object = {}): Plan => planSchema.parse({ title: "T", ...rest, tasks });
const param = (name: string, rest: object = {}): TemplateParam => templateParam.parse({ name, ...rest });
const filled = (body: Plan, params: TemplateParam[], values: Record<string, string | number>): Plan => {
  const read = fillTemplate({ body, params }, values);
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join());
  return read.plan;
};
const inputOf = (text: string, value: string) =>
  filled(planOf([{ id: "a", title: "A", input: text }]), [param("city", { required: false })], {
    city: value,
  }).tasks[0]?.input;

const everywhere = planOf(
  [
    {
      id: "a",
      title: "About {{city}}",
      input: { where: "{{city}}", days: "{{days}}", list: ["in {{ days }} days", null, 1] },
      details: ["near {{city}}"],
      llmReview: "Is it {{city}}?",
      verification: '(= "{{city}}" 1)',
    },
    { id: "b", title: "B", type: "direct", input: '(str "{{city}}")' },
    {
      id: "r",
      title: "R",
      type: "planning_review",
      review: {
        focus: "Is {{city}} right?",
        decisionPoints: ["{{city}}?"],
        potentialOutcomes: [{ decision: "ABORT", when: "{{city}} is not" }],
      },
    },
    { id: "h", title: "H", type: "human_review", gate: { prompt: "May {{city}}?" } },
  ],
  { objective: "See {{city}}", agents: { guide: { prompt: "You know {{city}}" } } },
);

describe("fillTemplate", () => {
  it("puts values into every text of a plan, and into no program, predicate or name", () => {
    const plan = filled(everywhere, [param("city"), param("days", { type: "number" })], {
      city: "Rome",
      days: "3",
    });
    expect(plan).toMatchObject({
      objective: "See Rome",
      agents: { guide: { prompt: "You know Rome" } },
      tasks: [
        {
          title: "About Rome",
          input: { where: "Rome", days: 3, list: ["in 3 days", null, 1] },
          details: ["near Rome"],
          llmReview: "Is it Rome?",
          verification: '(= "{{city}}" 1)',
        },
        { input: '(str "{{city}}")' },
        {
          review: {
            focus: "Is Rome right?",
            decisionPoints: ["Rome?"],
            potentialOutcomes: [{ decision: "ABORT", when: "Rome is not" }],
          },
        },
        { gate: { prompt: "May Rome?" } },
      ],
    });
  });

  it("names every parameter that is missing, of the wrong type, no option, too long, or unknown", () => {
    const params = [
      ...[param("city"), param("days", { type: "number" }), param("note"), param("flag")],
      param("size", { type: "choice", options: ["small", "large"] }),
    ];
    const values = {
      days: "three",
      size: "huge",
      note: "x".repeat(MAX_VALUE_CHARS + 1),
      flag: true,
      town: "Rome",
    };
    const read = fillTemplate({ body: everywhere, params }, values);
    expect(read).toMatchObject({
      ok: false,
      problems: [
        { code: "unknown", param: "town" },
        { code: "missing", param: "city", message: "Enter city." },
        { code: "wrong_type", param: "days" },
        { code: "too_long", param: "note" },
        { code: "wrong_type", param: "flag" },
        { code: "not_an_option", param: "size" },
      ],
    });
  });

  it("takes the default of what is left out, and nothing where it need not be given", () => {
    const body = planOf([{ id: "a", title: "{{a}}/{{b}}/{{c}}", input: "{{a}}" }]);
    const params = [
      param("a", { default: "x" }),
      param("b", { required: false }),
      param("c", { default: "" }),
    ];
    expect(filled(body, params, { b: "" }).tasks[0]).toMatchObject({ title: "x//", input: "x" });
    const number = [param("a", { type: "number", default: 4 }), param("b", { required: false }), param("c")];
    expect(filled(body, number, { c: 7 }).tasks[0]).toMatchObject({ title: "4//7", input: "4" });
  });

  it("leaves braces alone that no parameter has, and never reads a value again", () => {
    expect(inputOf("{{other}} {{results.x}} {{city}}", "{{city}}")).toBe(
      "{{other}} {{results.x}} {\\{city}}",
    );
    expect(inputOf("{{city}}", "{{results.a}}")).toBe("{\\{results.a}}");
    expect(inputOf("{{{city}}", "{results.a}}")).toBe("{\\{results.a}}");
    expect(inputOf("{{results.{{city}}}}", "a")).toBe("{\\{results.a}}");
    expect(inputOf("{{city}}{results.a}}", "{")).toBe("{\\{results.a}}");
    expect(inputOf("{ {{city}} }", "x")).toBe("{ x }");
  });

  it("makes no placeholder of any value, wherever it stands", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "{{",
      "}}",
      "results.",
      "a",
      " ",
      "{{city}}",
      "{{results.a}}",
      "\\",
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
    const placeholders = (one: string) => [...one.matchAll(/\{\{[^{}]*\}\}/g)].map(([whole]) => whole);
    fc.assert(
      fc.property(text, text, (body, value) => {
        const mine = placeholders(body).filter((whole) => !/^\{\{\s*city\s*\}\}$/.test(whole));
        const made = placeholders(String(inputOf(body, value)));
        expect(made.filter((whole) => !mine.includes(whole))).toEqual([]);
      }),
      { numRuns: scaled(2_000) },
    );
  });
});

describe("makeTemplate", () => {
  it("makes parameters of the texts that are named, the longest first, and of what is in braces", () => {
    const plan = planOf([{ id: "a", title: "Fly to New York", input: "New York, {{days}} days, not York" }]);
    const made = makeTemplate(plan, {
      params: [param("days", { type: "number" })],
      replace: [
        { param: "where", text: "York" },
        { param: "city", text: "New York" },
      ],
    });
    expect(made).toMatchObject({
      ok: true,
      body: { tasks: [{ title: "Fly to {{city}}", input: "{{city}}, {{days}} days, not {{where}}" }] },
      params: [
        { name: "city", type: "text", default: "New York" },
        { name: "days", type: "number" },
        { name: "where", default: "York" },
      ],
    });
  });

  it("says which parameter has no place in the plan", () => {
    const plan = planOf([{ id: "a", title: "Fly to Rome" }]);
    const read = makeTemplate(plan, {
      params: [param("days"), param("city")],
      replace: [
        { param: "city", text: "Paris" },
        { param: "x", text: "F" },
      ],
    });
    expect(read).toMatchObject({
      ok: false,
      problems: [
        { code: "not_found", param: "city" },
        { code: "too_short", param: "x" },
        { code: "unused", param: "days" },
      ],
    });
  });

  it("refuses a parameter that has the name of a task", () => {
    const plan = planOf([{ id: "city", title: "Rome" }]);
    const read = makeTemplate(plan, { replace: [{ param: "city", text: "Rome" }] });
    expect(read).toMatchObject({ ok: false, problems: [{ code: "taken", param: "city" }] });
  });

  it("keeps the default that was declared, and gives none to what is no text", () => {
    const plan = planOf([{ id: "a", title: "Rome 12" }]);
    const replace = [
      { param: "city", text: "Rome" },
      { param: "n", text: "12" },
    ];
    const made = makeTemplate(plan, {
      params: [param("city", { default: "Oslo" }), param("n", { type: "number" })],
      replace,
    });
    expect(made).toMatchObject({
      params: [
        { name: "city", default: "Oslo" },
        { name: "n", type: "number" },
      ],
    });
    expect(made.ok && made.params[1]?.default).toBeUndefined();
  });

  it("gives the plan back that it was made of, when it is filled with what was replaced", () => {
    fc.assert(
      fc.property(anyPlan, anyText, (plan, text) => {
        // Braces of its own would be parameters, and values have them escaped.
        const plain = mapPlanTexts(plan, (one) => one.replace(/[{}]/g, "-"));
        const made = makeTemplate(plain, { replace: [{ param: "p", text: text.replace(/[{}]/g, "-") }] });
        if (!made.ok) return;
        expect(paramsOf(made.body)).toEqual(["p"]);
        expect(filled(made.body, made.params, {})).toEqual(plain);
      }),
      { numRuns: scaled(300) },
    );
  });

  it("fills plans that read as any other, with the same tasks", () => {
    fc.assert(
      fc.property(anyPlan, anyText, (any, value) => {
        const titled = { ...any, title: "About {{p}}" };
        const made = makeTemplate(titled, {});
        if (!made.ok) return;
        const values = Object.fromEntries(made.params.map(({ name }) => [name, `x${value}`]));
        const plan = filled(made.body, made.params, values);
        const read = readPlan(serializePlan(plan), inForce(plan));
        expect(read.errors).toEqual([]);
        expect(read.plan?.tasks.map(({ id }) => id)).toEqual(any.tasks.map(({ id }) => id));
      }),
      { numRuns: scaled(200) },
    );
  });
});

describe("templateParams", () => {
  it.each([
    [{ name: "1st" }, "begins with a letter"],
    [{ name: "a.b" }, "begins with a letter"],
    [{ name: "size", type: "choice" }, "A choice has options"],
    [{ name: "size", options: ["a"] }, "A choice has options"],
    [{ name: "size", type: "choice", options: ["a"], default: "b" }, "no value of this parameter"],
    [{ name: "n", type: "number", default: "many" }, "no value of this parameter"],
  ])("refuses %j", (one, message) => {
    const read = templateParams.safeParse([one]);
    expect(read.error?.issues[0]?.message).toContain(message);
  });

  it("refuses two of one name", () => {
    expect(templateParams.safeParse([{ name: "a" }, { name: "a" }]).success).toBe(false);
  });
});
