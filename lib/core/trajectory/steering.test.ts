import { describe, expect, it } from "vitest";
import type { Json } from "../json";
import {
  type Branch,
  equalCallsBefore,
  messagesOf,
  next,
  startTrajectory,
  type Trajectory,
  type TurnFacts,
  withEdited,
  withModelTurn,
  withObservation,
} from ".";

const start = (maxTurns = 8) =>
  startTrajectory({ query: "Find it", constraints: { tools: ["search", "deploy"], maxTurns } });

/** A turn that calls `search` with these arguments, by call id, or answers. */
function turn(calls: Record<string, Json>, more: Partial<TurnFacts> = {}): TurnFacts {
  const toolCalls = Object.entries(calls).map(([callId, args]) => ({
    callId,
    tool: "search",
    args,
    rawArgs: "",
  }));
  return {
    text: "42",
    toolCalls,
    finishReason: "stop",
    usage: {},
    argumentProblems: [],
    startedAtMs: 1_000,
    latencyMs: 20,
    ...more,
  };
}

const done = (callId: string): Branch => ({ callId, tool: "search", ok: true, output: "found" });
const A = { q: "a" };

describe("arguments that a person edited", () => {
  it("are kept with the step, unless they are as they were, and told to the agent with what came of the call", () => {
    const called = withModelTurn(start(), turn({ c1: A, c2: A, c3: A }));
    const same = withEdited(withEdited(called, "c1", { q: "a" }), "stranger", {});
    expect(same.steps[0]).not.toHaveProperty("edited");
    const edited = withEdited(withEdited(called, "c1", { q: "b" }), "c2", { q: "c" });
    expect(edited.steps[0]).toMatchObject({ edited: { c1: { q: "b" }, c2: { q: "c" } } });
    const failed: Branch = { callId: "c2", tool: "search", ok: false, error: "no network" };
    const whole = withObservation(edited, [done("c1"), failed, done("c3")]);
    const note = "A person changed the arguments of this call.";
    expect(messagesOf(whole, [[]]).at(-1)).toMatchObject({
      results: [
        { callId: "c1", isError: false, output: { note, arguments: { q: "b" }, result: "found" } },
        { callId: "c2", isError: true, output: { note, arguments: { q: "c" }, result: "no network" } },
        { callId: "c3", isError: false, output: "found" },
      ],
    });
  });

  it("are those of no other call, whatever name its model has given it", () => {
    const called = withModelTurn(start(), turn({ constructor: A, c2: A }));
    const whole = withObservation(withEdited(called, "c2", { q: "b" }), [done("constructor"), done("c2")]);
    expect(messagesOf(whole, [[]]).at(-1)).toMatchObject({
      results: [{ callId: "constructor", output: "found" }, { callId: "c2" }],
    });
    expect(equalCallsBefore(whole, 2, { callId: "c3", tool: "search", args: A })).toBe(1);
  });
});

describe("equal calls before one", () => {
  const count = (trajectory: Trajectory, step: number, callId: string, args: Json = A, tool = "search") =>
    equalCallsBefore(trajectory, step, { callId, tool, args });

  it("are those of earlier turns, and those that stand before it in its own", () => {
    const called = withModelTurn(start(), turn({ c1: A, c2: A }));
    expect([count(called, 1, "c1"), count(called, 1, "c2")]).toEqual([0, 1]);
    const again = withModelTurn(withObservation(called, [done("c1"), done("c2")]), turn({ c1: A }));
    expect(count(again, 2, "c1")).toBe(2);
    expect(count(again, 1, "c2")).toBe(1);
    expect(count(again, 2, "c1", { q: "other" })).toBe(0);
    expect(count(again, 2, "c1", A, "deploy")).toBe(0);
  });

  it("count by the arguments with which they ran", () => {
    const edited = withEdited(withModelTurn(start(), turn({ c1: A, c2: A })), "c1", { q: "b" });
    expect(count(edited, 1, "c2")).toBe(0);
    expect(count(edited, 1, "c2", { q: "b" })).toBe(1);
  });

  it("are none of a turn that was refused: nothing of it ran", () => {
    const refused = withModelTurn(start(), turn({ c1: A }, { argumentProblems: ["wrong"] }));
    expect(count(withModelTurn(refused, turn({ c1: A })), 2, "c1")).toBe(0);
  });
});

describe("an answer given while people were speaking", () => {
  const answered = withModelTurn(start(2), turn({}));

  it("is not the last word, as long as turns are left", () => {
    expect(next(answered)).toMatchObject({ do: "finish" });
    expect(next(answered, { hasPendingMessages: true })).toEqual({ do: "call_model", step: 2 });
    const heard = withModelTurn(answered, turn({}, { text: "43", steering: ["Are you sure?"] }));
    expect(next(heard)).toMatchObject({ do: "finish", outcome: { answer: "43" } });
    expect(next(heard, { hasPendingMessages: true })).toMatchObject({
      do: "finish",
      outcome: { reason: "answer_complete" },
    });
  });

  it("goes back to the provider before what was said", () => {
    const heard = withModelTurn(answered, turn({}, { steering: ["Are you sure?"] }));
    const roles = messagesOf(heard, [["first"], ["second"]]).map(({ role }) => role);
    expect(roles).toEqual(["user", "assistant", "user", "assistant"]);
  });
});
