import { describe, expect, it } from "vitest";
import { done, failed, toolCall, turn } from "@/lib/testing/tools/model-turns";
import type { Json } from "../json";
import {
  argsOf,
  branchesOf,
  callsOf,
  equalCallsBefore,
  hopsUsed,
  injectResults,
  next,
  type Step,
  startTrajectory,
  type Trajectory,
  withEdited,
  withModelTurn,
  withObservation,
  withoutResults,
  withWaiting,
} from ".";

const tools = ["search", "merge"];
const start = (limits: object = {}) =>
  startTrajectory({ query: "Find it", constraints: { tools, ...limits } });
const set = [toolCall("a"), toolCall("b")];
const mergeAll = toolCall("j", "merge", { lists: "$results", of: "$expect" });
const joined = (limits: object = {}, join = mergeAll) =>
  withModelTurn(start(limits), turn("Both, then merge", set, { join }));
const lastOf = ({ steps }: Trajectory) => steps.at(-1) as Step;

describe("the arguments of a join", () => {
  const branches = [done("a", { rows: 2 }), done("b", "none"), failed("c", "no network")];

  it.each<[Json, Json]>([
    ["$results", [{ rows: 2 }, "none"]],
    ["$expect", 3],
    ["$branches", branches as Json],
    ["$failures", [{ callId: "c", tool: "search", error: "no network" }]],
    ["$success_count", 2],
    ["$failure_count", 1],
    [{ a: ["$expect", { b: "$success_count" }] }, { a: [3, { b: 2 }] }],
    ["as $results", "as $results"],
    [
      { $results: 1, n: null, t: true },
      { $results: 1, n: null, t: true },
    ],
  ])("%j is put as %j: a text that is the token, and nothing else", (args, put) => {
    expect(injectResults(args, branches)).toEqual(put);
  });
});

describe("a join", () => {
  it("runs after the set, with the results in the order of the calls", () => {
    const open = joined();
    expect(next(open)).toMatchObject({ do: "run_calls", calls: [{ callId: "a" }, { callId: "b" }] });
    const half = withObservation(open, [done("b", 2)]);
    expect(next(half)).toMatchObject({ do: "run_calls", calls: [{ callId: "a" }] });
    const whole = withObservation(half, [done("a", 1)]);
    const put = { callId: "j", tool: "merge", args: { lists: [1, 2], of: 2 } };
    expect(next(whole)).toEqual({ do: "run_join", step: 1, call: put });
    expect(argsOf(lastOf(whole), mergeAll)).toEqual(put.args);
    const ended = withObservation(whole, [done("j", [1, 2], "merge")]);
    expect(lastOf(ended).observation).toEqual({
      branches: [done("a", 1), done("b", 2)],
      success: 2,
      failed: 0,
      join: done("j", [1, 2], "merge"),
    });
    expect(branchesOf(lastOf(ended)).map(({ callId }) => callId)).toEqual(["a", "b", "j"]);
    expect(hopsUsed(ended.steps)).toBe(3);
    expect(next(ended)).toEqual({ do: "call_model", step: 2 });
    expect(equalCallsBefore(ended, 2, { callId: "x", tool: "merge", args: put.args })).toBe(1);
    expect(equalCallsBefore(ended, 2, { callId: "x", tool: "merge", args: mergeAll.args ?? null })).toBe(0);
  });

  it("is skipped when a call of the set has failed, and lists what failed", () => {
    const skipped = withObservation(joined(), [done("a"), failed("b", "no network")]);
    expect(lastOf(skipped).observation).toMatchObject({
      success: 1,
      failed: 1,
      join: { ok: false, error: '"merge" was not run, because 1 of 2 calls failed: search: no network' },
    });
    expect(hopsUsed(skipped.steps)).toBe(2);
    expect(next(skipped)).toEqual({ do: "call_model", step: 2 });
  });

  it("that fails is an error that its agent is shown", () => {
    const whole = withObservation(joined(), [done("a"), done("b"), failed("j", "too many", "merge")]);
    expect(lastOf(whole).observation).toMatchObject({ failed: 0, join: { ok: false, error: "too many" } });
    expect(hopsUsed(whole.steps)).toBe(3);
  });

  it("may follow a set of one call", () => {
    const one = withModelTurn(start(), turn("", [toolCall("a")], { join: mergeAll }));
    expect(lastOf(one).action).toMatchObject({ type: "parallel", calls: [{ callId: "a" }] });
    expect(callsOf(lastOf(one)).map(({ callId }) => callId)).toEqual(["a", "j"]);
  });

  it("is a call that has to be allowed before anything of its set runs", () => {
    const strange = joined({}, toolCall("j", "fly"));
    expect(lastOf(strange)).toMatchObject({
      invalid: true,
      error: 'There is no tool "fly" here. Allowed: search, merge.\nNone of the calls was run.',
    });
    expect(hopsUsed(strange.steps)).toBe(0);
  });

  it("waits for a person as any call, with the results of its set kept", () => {
    const whole = withObservation(joined(), [done("a"), done("b")]);
    const held = withWaiting(whole, ["j"]);
    expect(next(held)).toEqual({ do: "wait", step: 1, callIds: ["j"] });
    const edited = withEdited(whole, "j", { lists: [], of: 0 });
    expect(argsOf(lastOf(edited), mergeAll)).toEqual({ lists: [], of: 0 });
    expect(next(withoutResults(held))).toMatchObject({
      do: "run_calls",
      calls: [{ callId: "a" }, { callId: "b" }],
    });
  });

  it("waits while a call of its set waits", () => {
    const held = withObservation(withWaiting(joined(), ["b"]), [done("a")]);
    expect(next(held)).toEqual({ do: "wait", step: 1, callIds: ["b"] });
  });

  it("takes a hop, for which there has to be room before the set runs", () => {
    expect(next(joined({ hopBudget: 3 }))).toMatchObject({ do: "run_calls" });
    expect(next(joined({ hopBudget: 2 }))).toMatchObject({
      outcome: {
        reason: "budget_exhausted",
        budget: { counter: "hopBudget", used: 0, asked: 3, limit: 2 },
      },
    });
  });
});
