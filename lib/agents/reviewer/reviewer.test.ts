import { describe, expect, it } from "vitest";
import { isJsonObject, type Json } from "@/lib/core/json";
import { reviewSpec } from "@/lib/core/plan/schema";
import { rendered } from "../fixtures";
import { REVIEW_ANSWER, type ReviewerInput, reviewer } from ".";

const input = {
  mission: "Ship the shop",
  review: reviewSpec.parse({
    focus: "Is it ready?",
    decisionPoints: ["Do all tests pass?"],
    potentialOutcomes: [{ decision: "CONTINUE", when: "all pass" }],
  }),
  tasks: [
    { id: "build", title: "Build", type: "task" as const, status: "succeeded", result: "image shop:1" },
    {
      id: "test",
      title: "Test",
      type: "task" as const,
      status: "failed",
      result: "",
      diagnosis: "2 failed",
    },
  ],
  remaining: [
    { id: "deploy", title: "Deploy", type: "task" as const },
    { id: "check", title: "Check it", type: "planning_review" as const },
  ],
};

const whole = {
  decision: "CONTINUE",
  reasoning: "All is well.",
  conditions: [],
  answers: [{ question: "Do all tests pass?", answer: "yes", evidence: "10/10" }],
  updatedPlan: null,
  finalResult: null,
  abortReason: null,
};

describe("a reviewer's prompt", () => {
  it("gives the questions, the results and what remains, with the reviews among it marked", async () => {
    const prompt = reviewer.buildPrompt({ ...input, costMicroUsd: 12_345 });
    await expect(rendered(prompt)).toMatchFileSnapshot("./reviewer.golden.txt");
  });

  it("says in whose name to judge, where the plan names somebody", () => {
    const [message] = reviewer.buildPrompt({ ...input, brief: "You are safety.\nLook for harm." }).messages;
    expect(message).toMatchObject({
      text: expect.stringContaining('<data name="agent_brief">\nYou are safety.\nLook for harm.\n</data>'),
    });
    expect(reviewer.buildPrompt(input).messages).not.toMatchObject([
      { text: expect.stringContaining("agent_brief") },
    ]);
  });

  it("gives the exact form with the problem of an answer, and only there", () => {
    const asked = { ...input, problem: "There was no decision.", previousAnswer: "It looks fine." };
    const textOf = (one: ReviewerInput) =>
      reviewer
        .buildPrompt(one)
        .messages.flatMap((message) => (message.role === "user" ? message.text : []))
        .join();
    const [, problem = ""] = /<data name="problem">\n([\s\S]*?)\n<\/data>/.exec(textOf(asked)) ?? [];
    expect(problem).toContain("There was no decision.");
    expect(JSON.parse(problem.split("\n").at(-1) ?? "")).toEqual(REVIEW_ANSWER);
    expect(textOf(asked)).toContain('<data name="previous_answer">\nIt looks fine.\n</data>');
    expect(textOf(input)).not.toContain("schema");
  });

  it("shows an unknown cost as unknown, and the problem with the last answer", () => {
    const [message] = reviewer.buildPrompt({ ...input, problem: "There was no decision." }).messages;
    expect(message).toMatchObject({ text: expect.stringContaining('<data name="cost">\nunknown\n</data>') });
    expect(message).toMatchObject({ text: expect.stringContaining("There was no decision.") });
  });
});

describe("a reviewer's schema", () => {
  it("is closed everywhere and requires every key, as strict modes want it", () => {
    const objects: Json[] = [];
    const visit = (value: Json): void => {
      if (isJsonObject(value) && value.type === "object") objects.push(value);
      if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
    };
    visit(REVIEW_ANSWER);
    expect(objects).toHaveLength(2);
    for (const object of objects) {
      if (!isJsonObject(object) || !isJsonObject(object.properties))
        throw new Error("An object without properties");
      expect(object.additionalProperties).toBe(false);
      expect(object.required).toEqual(Object.keys(object.properties));
    }
  });
});

describe("what has to come first", () => {
  const { conditions: _, ...untold } = whole;
  const said = (more: object) => reviewer.parse(JSON.stringify({ ...untold, ...more }));

  it.each([
    "legal signs first",
    "Dana's signature permitting",
    "sofern die Rechtsabteilung unterschreibt",
    "法務部の署名",
  ])("in its slot lets nothing go on, in any words: %s", (condition) => {
    for (const conditions of [[condition], condition, ["none", condition]]) {
      expect(said({ conditions })).toMatchObject({
        ok: false,
        problem: expect.stringContaining("conditions"),
      });
    }
  });

  it("is said with the reasons of a new plan, which are all that its writer reads", () => {
    expect(
      said({ decision: "REPLAN", reasoning: "The sum is off.", conditions: ["Legal signs."] }),
    ).toMatchObject({
      value: { decision: "REPLAN", reasoning: "The sum is off.\nFirst: Legal signs." },
    });
  });

  it.each([
    ["Tout concorde, sous réserve de l'accord du directeur."],
    ["All sums agree. 法務部が先に署名するなら。"],
    ["Fine as long as legal has signed."],
    ["The sums agree, assuming that Dana is happy."],
    ["Every sum agrees with the ledger, 85 µs at most."],
    ["14 tables were extracted."],
  ])("is asked for where its slot is missing, whatever the reasons say: %s", (reasoning) => {
    const answers = [{ question: "Done?", answer: "yes", evidence: reasoning }];
    for (const words of [{ reasoning }, { answers }, { deviation: reasoning }])
      expect(said(words)).toMatchObject({ ok: false });
    expect(said({ reasoning, decision: "ABORT" })).toMatchObject({ ok: true });
  });

  it("is nothing where the slot says so, or words of which none can set a condition", () => {
    const reasoning = "Sofern ich sehe, stimmt jede Summe.";
    const answers = [{ question: "Done?", answer: "yes", evidence: "85 µs at most" }];
    expect(said({ reasoning, answers, conditions: [] })).toMatchObject({ ok: true, value: { reasoning } });
    expect(said({ reasoning: "All tests passed.", answers: [] })).toMatchObject({ ok: true });
  });
});

describe("reading a reviewer's answer", () => {
  it("takes the structured form", () => {
    expect(reviewer.parse(JSON.stringify(whole))).toEqual({
      ok: true,
      value: { decision: "CONTINUE", reasoning: "All is well.", answers: whole.answers, warnings: [] },
    });
  });

  it("takes the text form", () => {
    const parsed = reviewer.parse("DECISION: ABORT\nREASONING: It would do harm.");
    expect(parsed).toMatchObject({
      ok: true,
      value: { decision: "ABORT", reasoning: "It would do harm.", abortReason: "It would do harm." },
    });
  });

  it("reads the new tail of a REPLAN, with its agents by name and without nulls", () => {
    const updatedPlan = {
      title: "Tail",
      agents: [{ name: "fixer", prompt: "You fix.", tools: ["deploy"] }],
      tasks: [
        { id: "fix", title: "Fix", type: "task", agent: "fixer", input: "Fix it", review: null, gate: null },
        {
          id: "ask",
          title: "Ask",
          type: "human_review",
          agent: null,
          dependsOn: ["fix"],
          gate: { prompt: "Go?" },
        },
      ],
    };
    const parsed = reviewer.parse(JSON.stringify({ ...whole, decision: "REPLAN", updatedPlan }));
    expect(parsed).toMatchObject({
      ok: true,
      value: {
        decision: "REPLAN",
        warnings: [],
        updatedPlan: {
          agents: { fixer: { prompt: "You fix.", tools: ["deploy"] } },
          tasks: [
            { id: "fix", agent: "fixer" },
            { id: "ask", type: "human_review", dependsOn: ["fix"], gate: { prompt: "Go?" } },
          ],
        },
      },
    });
  });

  it("reads a tail that is written as steps", () => {
    const text =
      "DECISION: REPLAN\nREASONING: Too low.\nUPDATED_PLAN:\nStep 3: Retrain\n- with new data\nStep 4: Deploy";
    expect(reviewer.parse(text)).toMatchObject({
      ok: true,
      value: { updatedPlan: { tasks: [{ title: "Retrain" }, { title: "Deploy" }] } },
    });
  });

  it("takes the result of a COMPLETE", () => {
    const parsed = reviewer.parse(
      JSON.stringify({ ...whole, decision: "COMPLETE", finalResult: "It was live already." }),
    );
    expect(parsed).toMatchObject({ ok: true, value: { finalResult: "It was live already." } });
  });

  it("takes a REPLAN that only says what must change", () => {
    expect(reviewer.parse("DECISION: REPLAN\nREASONING: Too low.")).toEqual({
      ok: true,
      value: { decision: "REPLAN", reasoning: "Too low.", answers: [], warnings: [] },
    });
  });

  it("takes nothing that the request holds word for word", () => {
    const text = JSON.stringify({ ...whole, decision: "CONTINUE" });
    expect(reviewer.parse(text)).toMatchObject({ ok: true });
    expect(reviewer.parse(text, `[${JSON.stringify({ preview: text })}]`)).toMatchObject({ ok: false });
  });

  it.each([
    ["no decision", "It looks fine to me.", /no decision/],
    ["two decisions", "DECISION: CONTINUE\nDECISION: ABORT", /more than one/],
    ["REPLAN that says nothing", "DECISION: REPLAN", /what must change/],
    ["REPLAN with a plan that is none", "DECISION: REPLAN\nUPDATED_PLAN: later", /what must change/],
    ["COMPLETE without a result", "DECISION: COMPLETE", /brings no result/],
    [
      "REPLAN with a plan of nothing",
      JSON.stringify({ ...whole, decision: "REPLAN", reasoning: "", updatedPlan: { tasks: 1 } }),
      /what must change/,
    ],
  ])("never takes %s for a go-ahead", (_, text, problem) => {
    expect(reviewer.parse(text)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
  });

  it.each([
    ["a plan that is none", "DECISION: REPLAN\nREASONING: The index is stale.\nUPDATED_PLAN: later"],
    [
      "a plan of nothing",
      JSON.stringify({ ...whole, decision: "REPLAN", reasoning: "The index is stale.", updatedPlan: {} }),
    ],
  ])("takes REPLAN by its reasons beside %s", (_, text) => {
    const read = reviewer.parse(text);
    expect(read).toMatchObject({
      ok: true,
      value: { decision: "REPLAN", reasoning: "The index is stale." },
    });
    expect(read).not.toHaveProperty("value.updatedPlan");
  });
});

describe("the problem with an answer", () => {
  const CONTINUE = { decision: "continue", reasoning: "All notes were read." };
  const problemOf = (text: string) => {
    const parsed = reviewer.parse(text);
    return parsed.ok ? "none" : parsed.problem;
  };

  it("names the fields that were not read where the decision is clear", () => {
    const answers = [{ question: "Has every action an owner?", answer: "partial", evidence: "one has none" }];
    const problem = problemOf(JSON.stringify({ ...CONTINUE, answers, remark: "Ask Tomas." }));
    expect(problem).toContain('answers[0].answer: "partial" is not yes, warning, no, unclear.');
    expect(problem).toContain('remark: "Ask Tomas." is no field of the form.');
    expect(problem).not.toContain("more than one decision");
  });

  it.each([
    "The table has old and new. I think the result is good. Decision: CONTINUE",
    "All sections are compared.\n\nSo the decision is **Continue**.",
  ])("says that a decision is named where none can be read: %s", (text) => {
    expect(problemOf(text)).toMatch(/^There is no decision in the form: one is named among other words/);
  });

  it("says that there is none where none is named", () => {
    expect(problemOf("It looks fine to me.")).toMatch(/^There is no decision in it:/);
  });
});
