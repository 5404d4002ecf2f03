import { describe, expect, it } from "vitest";
import { done, failed, toolCall, turn } from "@/lib/testing/tools/model-turns";
import { bestAnswer, type NextFacts, next, startTrajectory, withModelTurn, withObservation } from ".";

const start = (limits: object = {}) =>
  startTrajectory({ query: "Find it", constraints: { tools: ["search"], ...limits } });
const searched = (limits: object = {}, thought = "I look") =>
  withObservation(withModelTurn(start(limits), turn(thought, [toolCall("c")])), [done("c", "seen")]);

describe("a budget of the attempt", () => {
  it.each<[string, object, NextFacts, object]>([
    [
      "turns",
      { maxTurns: 1 },
      {},
      {
        reason: "no_path",
        budget: { counter: "maxTurns", used: 1, asked: 1, limit: 1 },
      },
    ],
    [
      "time",
      { deadlineMs: 500 },
      { workedMs: 500.4 },
      {
        reason: "budget_exhausted",
        budget: { counter: "deadlineMs", used: 500.4, asked: 1, limit: 500 },
      },
    ],
    [
      "cost",
      { costBudgetMicroUsd: 5_000 },
      { costMicroUsd: 3_000, nextRequest: () => ({ inputTokens: 9, costMicroUsd: 2_001 }) },
      {
        reason: "budget_exhausted",
        budget: { counter: "costBudgetMicroUsd", used: 3_000, asked: 2_001, limit: 5_000 },
      },
    ],
  ])("of %s ends it before the next request, and keeps the best answer", (_, limits, facts, outcome) => {
    expect(next(searched(limits), facts)).toEqual({
      do: "finish",
      outcome: { answer: "I look", ...outcome },
    });
  });

  it("of time ends it before its calls run, too", () => {
    const open = withModelTurn(start({ deadlineMs: 500 }), turn("", [toolCall("c")]));
    expect(next(open, { workedMs: 499 })).toMatchObject({ do: "run_calls" });
    expect(next(open, { workedMs: 500 })).toMatchObject({ outcome: { budget: { counter: "deadlineMs" } } });
  });

  it("leaves an answer that was given", () => {
    const answered = withModelTurn(start({ deadlineMs: 1, costBudgetMicroUsd: 0 }), turn("42"));
    expect(next(answered, { workedMs: 9, costMicroUsd: 9 })).toMatchObject({
      outcome: { reason: "answer_complete" },
    });
  });

  it("has room for what just fits, and knows no limit that is not set", () => {
    const facts = {
      workedMs: 499,
      costMicroUsd: 3_000,
      nextRequest: () => ({ inputTokens: 9, costMicroUsd: 2_000 }),
    };
    expect(next(searched({ deadlineMs: 500, costBudgetMicroUsd: 5_000, tokenBudget: 9 }), facts)).toEqual({
      do: "call_model",
      step: 2,
    });
    expect(next(searched(), { ...facts, workedMs: 1e9, costMicroUsd: 1e9 })).toMatchObject({
      do: "call_model",
    });
  });
});

describe("the size of the next request", () => {
  const asking = (inputTokens: number, more: NextFacts = {}): NextFacts => ({
    nextRequest: () => ({ inputTokens }),
    ...more,
  });
  const summary = { goals: [], facts: {}, pending: [], lastOutputDigest: "", note: "", by: "rule" as const };

  it("beyond tokenBudget is compressed as long as there are steps that no summary stands for; then the best answer is kept", () => {
    const long = searched({ tokenBudget: 100 });
    const compress = { do: "compress", step: 2, inputTokens: 101, maxInputTokens: 100 };
    expect(next(long, asking(101))).toEqual(compress);
    expect(next({ ...long, summary: { ...summary, upToStep: 1 } }, asking(101))).toMatchObject({
      outcome: { reason: "budget_exhausted", answer: "I look" },
    });
    expect(next(start({ tokenBudget: 100 }), asking(101))).toMatchObject({
      outcome: { reason: "budget_exhausted" },
    });
  });

  it("is what it costs: a request that is to be compressed is not too dear before it is", () => {
    const dear = { nextRequest: () => ({ inputTokens: 101, costMicroUsd: 11 }) };
    const limits = { tokenBudget: 100, costBudgetMicroUsd: 10 };
    expect(next(searched(limits), dear)).toMatchObject({ do: "compress" });
    expect(next(searched({ costBudgetMicroUsd: 10 }), dear)).toMatchObject({
      outcome: { budget: { counter: "costBudgetMicroUsd" } },
    });
  });

  it("beyond what its model takes well is compressed too, and else sent as it is", () => {
    const full = asking(90, { compressAboveTokens: 80 });
    expect(next(searched({ tokenBudget: 100 }), full)).toMatchObject({ do: "compress", maxInputTokens: 80 });
    expect(next(searched(), full)).toMatchObject({ do: "compress", maxInputTokens: 80 });
    expect(next({ ...searched(), summary: { ...summary, upToStep: 1 } }, full)).toMatchObject({
      do: "call_model",
    });
  });
});

describe("the best answer so far", () => {
  const cut = turn("Half an answ", [], { finishReason: "length" });

  it("is the last that was given, else the last thought, else what the last call gave", () => {
    expect(bestAnswer(start())).toBeNull();
    expect(bestAnswer(searched({}, ""))).toBe("seen");
    expect(bestAnswer(searched({}, "I look"))).toBe("I look");
    expect(
      bestAnswer(withModelTurn(withModelTurn(searched(), cut), turn("I look on", [toolCall("d")]))),
    ).toBe("Half an answ");
    expect(bestAnswer(withModelTurn(searched(), turn(" ")))).toBe("I look");
  });

  it("may be what one call of a set gave that has not ended", () => {
    const open = withModelTurn(start(), turn("", [toolCall("a"), toolCall("b"), toolCall("c")]));
    expect(bestAnswer(withObservation(open, [failed("b", "no"), done("a", 1)]))).toBe(1);
  });
});
