import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { quoteLabel } from "../../plan/question-text";
import { initialState, type RunState } from "../../run";
import { type Question, question } from "../../run/events/questions";
import type { ApprovalKind } from "../../run/gates/table";
import { type QuestionPart, questionParts } from "./question-parts";

type Gate = Parameters<typeof questionParts>[1];

const partsOf = (gate: Gate, state: Partial<RunState> = {}) =>
  questionParts({ ...initialState("run_1"), ...state }, gate);

describe("questionParts", () => {
  it.each<[string, Gate, QuestionPart[]]>([
    [
      "an earlier version of the plan",
      {
        kind: "human_review",
        prompt: "All well?",
        askedBefore: { version: 2, text: "Deploy to PRODUCTION?" },
      },
      [{ text: "All well?" }, { text: "Deploy to PRODUCTION?", source: "Plan version 2 asked" }],
    ],
    [
      "a tool in its own words",
      { kind: "tool_input", prompt: "Which one?", subject: { tool: "pick" } },
      [{ text: "Which one?", source: "From the tool “pick”" }],
    ],
    [
      "a tool that is not named",
      { kind: "tool_input", prompt: "Which one?" },
      [{ text: "Which one?", source: "From the tool “a tool”" }],
    ],
    [
      "an agent",
      { kind: "tool_input", prompt: "Which one?", subject: { tool: "ask_human" } },
      [{ text: "Which one?", source: "From the agent that asks" }],
    ],
    [
      "whoever asked in an earlier run",
      { kind: "plan_approval", prompt: "Run it?" },
      [{ text: "Run it?", source: "As it was asked" }],
    ],
    [
      "the refiner",
      {
        kind: "plan_refinement",
        question: {
          about: "refinement",
          number: 2,
          summary: "Two tasks are one.",
          modified: [],
          added: [],
          skipped: [],
        },
      },
      [
        { text: "Change the rest of the plan?" },
        { text: "Two tasks are one.", source: "From the refiner, refinement 2" },
      ],
    ],
    [
      "work that keeps timing out",
      {
        kind: "model_unavailable",
        question: { about: "model" },
        subject: { code: "deadline", said: "60 s are over" },
      },
      [{ text: "This keeps timing out." }, { text: "60 s are over", source: "From the engine" }],
    ],
    [
      "work that fails without a word",
      { kind: "model_unavailable", question: { about: "model" }, subject: { code: "invalid" } },
      [{ text: "This work cannot be done." }, { text: "invalid", source: "From the engine" }],
    ],
    [
      "work of which nothing is known",
      { kind: "model_unavailable", question: { about: "model" } },
      [{ text: "This work cannot be done." }],
    ],
  ])("names %s as the source of what is not ours to say", (_who, gate, parts) => {
    expect(partsOf(gate)).toEqual(parts);
  });

  it("takes what a human gate quotes out of the plan's words, however long it was", () => {
    const label = quoteLabel("Draft [1]");
    const prompt = `Send ${label}?`;
    const quote = {
      at: 5,
      chars: label.length,
      taskId: "draft",
      title: "Draft [1]",
      text: "Dear all",
      left: 40,
    };
    expect(label).toBe("[result of “Draft '1'”]");
    expect(partsOf({ kind: "human_review", prompt, quotes: [quote] })).toEqual([
      { text: "Send" },
      { text: "Dear all", source: "From the result of “Draft [1]”", left: 40 },
      { text: "?" },
    ]);
    const { left: _left, ...whole } = quote;
    const empty = { ...whole, text: "" };
    expect(partsOf({ kind: "human_review", prompt: label, quotes: [{ ...empty, at: 0 }] })).toEqual([
      { text: "", source: "From the result of “Draft [1]”" },
    ]);
  });

  it("asks about a plan with its title and its objective, each by its name, as the plan's words", () => {
    const gate: Gate = { kind: "plan_approval", question: { about: "plan", title: "P", tasks: 1 } };
    const title = { text: "P", source: "Title of the plan, 1 task" };
    expect(partsOf(gate)).toEqual([{ text: "Run this plan?" }, title]);
    expect(partsOf(gate, { planObjective: "Win" }).slice(1)).toEqual([
      title,
      { text: "Win", source: "Objective of the plan" },
    ]);
  });

  it("names each piece of a plan that could not be read, and what it means to go on without it", () => {
    const unread = [
      { code: "unread", message: '"only_if": "cfo" was not read.' },
      { code: "person_or_agent", message: '"Ask Bob" asks for approval.' },
    ];
    const question: Question = { about: "plan", title: "P", tasks: 3, version: 2, unread };
    const source = "Could not be read in the plan";
    expect(partsOf({ kind: "plan_approval", question })).toEqual([
      { text: "Continue with plan version 2 without what could not be read of it?" },
      { text: "P", source: "Title of plan version 2, 3 tasks" },
      { text: '"only_if": "cfo" was not read.', source },
      { text: "The plan runs as if it did not say this." },
      { text: '"Ask Bob" asks for approval.', source },
      { text: "As it is, an agent does it and no person is asked." },
    ]);
  });

  it("asks about a call with what it does as the call's words, and the reasons as ours", () => {
    const call: Extract<Question, { about: "call" }> = {
      about: "call",
      tool: "mail",
      summary: "to a@b.c",
      reasons: [],
    };
    const ask = (more: Partial<Extract<Question, { about: "call" }>>): QuestionPart[] =>
      partsOf({ kind: "tool_approval", question: { ...call, ...more } });
    const lead = { text: "Let the agent run mail?" };
    expect(ask({})).toEqual([lead, { text: "to a@b.c", source: "The call of “mail”" }]);
    expect(ask({ summary: "", reasons: [{ code: "stated", text: "It is new." }] })).toEqual([
      lead,
      { text: "It is new." },
    ]);
    const [, , lost] = partsOf({ kind: "unknown_outcome", question: call });
    expect(lost?.text).toContain("Its outcome was never reported: its worker was lost, or what it called");
  });

  it("has a review decided below what it rests on, and says first where nothing is", () => {
    const review = { about: "review", title: "Look", reasoning: "because" } as const;
    const asked = (more: Partial<Extract<Question, { about: "review" }>>) =>
      partsOf({ kind: "review_decision", question: { ...review, ...more } });
    expect(asked({ decision: "REPLAN" }).every(({ below }) => below)).toBe(true);
    const split = asked({ decision: "REPLAN", consensus: { reached: false, rule: "any", votes: [] } });
    for (const [first] of [split.filter(({ below }) => !below), asked({}).filter(({ below }) => !below)])
      expect(first?.text).toMatch(/do not agree|No decision could be read/);
  });
});

/** Ids and codes are no words, and stand behind titles and sentences. */
const UNSAID = new Set(["code", "taskId", "control"]);
type Leaf = { path: string[]; values: [unknown, unknown]; isOptional?: boolean };

/** Values of the schema, each with two values that it may have; of what may be one of several the first. */
function leavesOf(schema: z.core.$ZodType, path: string[]): Leaf[] {
  const { def } = schema._zod as { def: z.core.$ZodTypes["_zod"]["def"] };
  const word = path.map((part) => part.replace(/\W/g, "")).join("");
  switch (def.type) {
    case "object":
      return Object.entries(def.shape).flatMap(([name, part]) => leavesOf(part, [...path, name]));
    case "optional":
      return leavesOf(def.innerType, path).map((leaf) => ({ ...leaf, isOptional: true }));
    case "array":
      return leavesOf(def.element, [...path, "0"]);
    case "union":
      return leavesOf(def.options[0] as z.core.$ZodType, path);
    case "enum":
      return [{ path, values: Object.values(def.entries).slice(0, 2) as [unknown, unknown] }];
    case "literal":
      return [{ path, values: [def.values[0], def.values[0]] }];
    case "boolean":
      return [{ path, values: [false, true] }];
    case "number":
      return [{ path, values: [7, 91] }];
    case "string":
      return [{ path, values: [`${word}A`, `${word}B`] }];
    default:
      throw new Error(`Nothing is known of ${def.type} at ${path.join(".")}`);
  }
}

/** The value that has these leaves, one of them with its second value. */
function sampleOf(leaves: readonly Leaf[], other?: Leaf): unknown {
  const value: Record<string, unknown> = {};
  for (const leaf of leaves) {
    let place: Record<string, unknown> = value;
    for (const [at, name] of leaf.path.entries()) {
      const isLast = at === leaf.path.length - 1;
      const next = isLast ? leaf.values[leaf === other ? 1 : 0] : leaf.path[at + 1] === "0" ? [] : {};
      place[name] = isLast ? next : (place[name] ?? next);
      place = place[name] as Record<string, unknown>;
    }
  }
  return value;
}

const KINDS: Record<Question["about"], ApprovalKind> = {
  plan: "plan_approval",
  control: "control_waiver",
  plan_change: "plan_change",
  refinement: "plan_refinement",
  answer: "answer_release",
  review: "review_decision",
  call: "tool_approval",
  limit: "budget",
  replan: "replan_failed",
  model: "model_unavailable",
  fault: "engine_fault",
};

describe("every fact of a question", () => {
  const variants = question.options.map((option) => [option.shape.about.value, option] as const);

  it.each(variants)("is said in its parts: %s", (about, option) => {
    const leaves = leavesOf(option, []);
    const said = (given: readonly Leaf[], other?: Leaf) =>
      partsOf({ kind: KINDS[about], question: question.parse(sampleOf(given, other)) })
        .flatMap(({ text, source = "" }) => [text, source])
        .join("\n");
    for (const leaf of leaves) {
      const name = leaf.path.findLast((part) => part !== "0") ?? "";
      const isFixed = leaf.values[0] === leaf.values[1];
      if (isFixed || UNSAID.has(name)) continue;
      // A fact may stand in the place of another one, which is left out then.
      const alone = leaves.filter((one) => !one.isOptional || one.path[0] === leaf.path[0]);
      const given = said(leaves, leaf) === said(leaves) ? alone : leaves;
      expect(said(given, leaf), leaf.path.join(".")).not.toBe(said(given));
      if (typeof leaf.values[1] === "string" && leaf.values[1].endsWith("B"))
        expect(said(given, leaf)).toContain(leaf.values[1]);
    }
  });
});
