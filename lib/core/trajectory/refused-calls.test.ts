import { describe, expect, it } from "vitest";
import type { Json } from "../json";
import type { ModelToolCall } from "../ports";
import {
  bestAnswer,
  branchesOf,
  callsOf,
  hopsUsed,
  isOpen,
  messagesOf,
  next,
  startTrajectory,
  type TurnFacts,
  withModelTurn,
  withObservation,
  withoutResults,
} from ".";

const empty = startTrajectory({ query: "Find it", constraints: { tools: ["search", "read"] } });
const call = (callId: string, more: Partial<ModelToolCall> = {}): ModelToolCall => ({
  callId,
  tool: "search",
  args: { q: callId } as Json,
  rawArgs: "{}",
  ...more,
});
const turn = (toolCalls: ModelToolCall[], more: Partial<TurnFacts> = {}): TurnFacts => ({
  text: "",
  toolCalls,
  finishReason: "tool_calls",
  usage: {},
  startedAtMs: 0,
  latencyMs: 0,
  argumentProblems: toolCalls.map(() => undefined),
  readsOnly: true,
  ...more,
});
const wrong = [undefined, "limit: must be integer", undefined];
const three = [call("a"), call("b"), call("c")];

describe("a call with wrong arguments in a set that only looks", () => {
  const set = withModelTurn(empty, turn(three, { argumentProblems: wrong }));

  it("fails alone: the others are still to run", () => {
    expect(set.steps[0]).not.toHaveProperty("invalid");
    expect(next(set)).toMatchObject({ do: "run_calls", calls: [{ callId: "a" }, { callId: "c" }] });
    expect(hopsUsed(set.steps)).toBe(0);
  });

  it("is part of what the set gave, and no call that was made", () => {
    const results = ["a", "c"].map((callId) => ({
      callId,
      tool: "search",
      ok: true as const,
      output: callId,
    }));
    const seen = withObservation(set, results);
    expect(seen.steps[0]?.observation).toMatchObject({ success: 2, failed: 1 });
    expect(hopsUsed(seen.steps)).toBe(2);
    expect(messagesOf(seen, [[]]).at(-1)).toMatchObject({
      role: "tool",
      results: [
        { callId: "a", isError: false },
        { callId: "b", isError: true, output: 'Invalid arguments for "search": limit: must be integer' },
        { callId: "c", isError: false },
      ],
    });
    expect(withoutResults(seen).steps).toEqual(set.steps);
  });

  it("is kept when what came of the others is found out again", () => {
    expect(withoutResults(set).steps.flatMap(branchesOf)).toMatchObject([{ callId: "b", ok: false }]);
  });

  it.each<[string, TurnFacts]>([
    ["all are wrong", turn(three, { argumentProblems: three.map(() => "no") })],
    ["one may change something", turn(three, { argumentProblems: wrong, readsOnly: false })],
    ["another tool is unknown", turn([...three, call("d", { tool: "fly" })], { argumentProblems: wrong })],
    ["two have the same id", turn([...three, call("a")], { argumentProblems: wrong })],
    ["a join needs them all", turn(three, { argumentProblems: wrong, join: call("j") })],
  ])("stops the set where %s", (_, facts) => {
    const { steps } = withModelTurn(empty, facts);
    expect(steps[0]).toMatchObject({ invalid: true });
    expect(steps.some(isOpen)).toBe(false);
  });

  it("may be one that is no JSON", () => {
    const { steps } = withModelTurn(
      empty,
      turn([call("a"), { callId: "b", tool: "read", rawArgs: "{oops" }]),
    );
    expect(steps[0]?.branches).toMatchObject([
      { callId: "b", error: 'The arguments of "read" are not JSON: {oops' },
    ]);
    expect(steps.flatMap(callsOf)).toHaveLength(2);
  });
});

describe("what a turn thinks aloud", () => {
  const said = (text: string, calls: ModelToolCall[] = []) =>
    withModelTurn(empty, turn(calls, { text, ...(calls.length === 0 && { finishReason: "stop" as const }) }))
      .steps;

  it("is kept beside its answer, and is no part of it", () => {
    expect(said("<think>\nHm.\n</think>\nIt is 3.")).toMatchObject([
      { thought: "It is 3.", reasoning: "Hm.", action: { type: "finish", answer: "It is 3." } },
    ]);
    expect(said("<think>\nHm.\n</think>", [call("a")])).toMatchObject([{ thought: "", reasoning: "Hm." }]);
    expect(said("It is 3.")[0]).not.toHaveProperty("reasoning");
  });

  it("may be told apart by the one who reads the turn", () => {
    const { steps } = withModelTurn(empty, turn([call("a")], { thinking: "Hm." }));
    expect(steps).toMatchObject([{ reasoning: "Hm." }]);
  });

  it("is no best answer", () => {
    expect(bestAnswer({ steps: said("<think>\nHm.\n</think>\n") })).toBeNull();
  });
});
