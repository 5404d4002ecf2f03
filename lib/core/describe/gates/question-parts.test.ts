import { describe, expect, it } from "vitest";
import { initialState, type RunState } from "../../run";
import { type QuestionPart, questionParts, quoteLabel } from "./question-parts";

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
        question: { about: "refinement", summary: "Two tasks are one.", skips: [] } as never,
      },
      [{ text: "Change the rest of the plan?" }, { text: "Two tasks are one.", source: "From the refiner" }],
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
      [{ text: "This work cannot be done." }, { text: "", source: "From the engine" }],
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

  it("asks about a plan with its objective, or its title where it has none, as the plan's words", () => {
    const gate: Gate = { kind: "plan_approval", question: { about: "plan", title: "P", tasks: 1 } as never };
    const source = "Objective of the plan";
    expect(partsOf(gate, { planTitle: "P" }).at(1)).toEqual({ text: "P", source });
    expect(partsOf(gate, { planTitle: "P", planObjective: "Win" }).at(1)).toEqual({ text: "Win", source });
  });

  it("asks about a call with what it does as the call's words, and the reasons as ours", () => {
    const call = { about: "call", tool: "mail", summary: "to a@b.c", reasons: [] } as const;
    const ask = (question: object): QuestionPart[] =>
      partsOf({ kind: "tool_approval", question: { ...call, ...question } as never });
    const why = [{ code: "stated", text: "It is new." }];
    expect(ask({})).toEqual([ask({})[0], { text: "to a@b.c", source: "The call of “mail”" }]);
    expect(ask({ summary: "", reasons: why })).toEqual([ask({})[0], { text: "It is new." }]);
  });

  it("asks about anything else in one part, about a review of a task that is gone in general words", () => {
    expect(partsOf({ kind: "answer_release", question: { about: "answer", controls: ["Go"] } })).toHaveLength(
      1,
    );
    const review = { about: "review", title: "Look", reasoning: "because" } as never;
    const [part] = partsOf({ kind: "review_decision", question: review, taskId: "gone" });
    expect(part).toEqual({ text: expect.not.stringContaining("because") });
  });
});
