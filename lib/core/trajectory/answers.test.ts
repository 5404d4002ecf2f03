import { describe, expect, it } from "vitest";
import type { Json } from "../json";
import { readBlock } from "../prompt-blocks";
import {
  answersOf,
  isRevising,
  messagesOf,
  next,
  startTrajectory,
  type Trajectory,
  withCritique,
  withModelTurn,
  withObservation,
  withSummary,
} from ".";

const start = (maxTurns = 8) =>
  startTrajectory({ query: "Measure it", constraints: { tools: ["measure"], maxTurns } });

function saying(trajectory: Trajectory, text: string, steering: string[] = []): Trajectory {
  return withModelTurn(trajectory, {
    text,
    toolCalls: [],
    finishReason: "stop",
    usage: {},
    argumentProblems: [],
    startedAtMs: 0,
    latencyMs: 1,
    steering,
  });
}

const said = { score: 0.5, feedback: "Half.", issues: ["No load."], suggestions: [], questions: [] };
const revise = { ...said, revise: true as const };
const verbatim: Json[][] = [[], [], [], []];

describe("an agent's answer that a critic wants fixed", () => {
  it("is not the last word: the agent takes another turn, which is told what is wrong", () => {
    const judged = withCritique(saying(start(), "Fast."), revise);
    expect(next(judged)).toEqual({ do: "call_model", step: 2 });
    const last = messagesOf(judged, verbatim).at(-1);
    expect(last?.role).toBe("user");
    const reported = last?.role === "user" ? readBlock(last.text, "critique") : "";
    expect(JSON.parse(reported ?? "")).toEqual(said);
  });

  it("is the last word where no revision was asked for", () => {
    const judged = withCritique(saying(start(), "Fast."), said);
    expect(next(judged)).toMatchObject({ do: "finish", outcome: { answer: "Fast." } });
    expect(messagesOf(judged, verbatim)).toHaveLength(2);
  });

  it("takes one of the attempt's turns to fix", () => {
    const judged = withCritique(saying(start(1), "Fast."), revise);
    expect(next(judged)).toMatchObject({ do: "finish", outcome: { reason: "no_path" } });
  });

  it("may be fixed with tools; only a final answer is one", () => {
    const judged = withCritique(saying(start(), "Fast."), revise);
    const called = withModelTurn(judged, {
      text: "",
      toolCalls: [{ callId: "c", tool: "measure", args: {}, rawArgs: "{}" }],
      finishReason: "tool_calls",
      usage: {},
      argumentProblems: [undefined],
      startedAtMs: 0,
      latencyMs: 1,
    });
    expect(next(called)).toMatchObject({ do: "run_calls" });
    const seen = withObservation(called, [{ callId: "c", tool: "measure", ok: true, output: 9 }]);
    expect(answersOf(seen)).toEqual([{ step: 1, answer: "Fast.", critique: revise }]);
    expect(answersOf(saying(seen, "Fast, and bears 9."))).toEqual([
      { step: 1, answer: "Fast.", critique: revise },
      { step: 3, answer: "Fast, and bears 9." },
    ]);
  });

  it("is told of also when its step has gone into a summary", () => {
    const judged = withCritique(saying(start(), "Fast."), revise);
    const text = { goals: [], facts: {}, pending: [], lastOutputDigest: "", note: "" };
    const summed = withSummary(judged, { upToStep: 1, ...text, by: "rule" });
    const texts = messagesOf(summed, verbatim).map((message) =>
      message.role === "user" ? message.text : "",
    );
    expect(texts.filter((one) => readBlock(one, "critique") !== undefined)).toHaveLength(1);
  });
});

describe("the answers that may stand", () => {
  it("leave out what was no answer", () => {
    expect(answersOf(saying(start(), " "))).toEqual([]);
    expect(answersOf(start())).toEqual([]);
  });

  it("leave out those that have not heard what people said", () => {
    const judged = withCritique(saying(start(), "Fast."), revise);
    expect(isRevising(judged)).toBe(true);
    const reported = saying(judged, "Fast in EU.", ["Look at EU."]);
    expect(answersOf(reported)).toEqual([{ step: 2, answer: "Fast in EU." }]);
    expect(isRevising(reported)).toBe(false);
  });
});
