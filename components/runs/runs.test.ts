import { createElement } from "react";
import { describe, expect, it } from "vitest";
import type { RunEvent } from "@/lib/core/run/events";
import { statedReason } from "@/lib/core/run/reasons";
import type { RunState } from "@/lib/core/run/state";
import { renderText } from "@/lib/testing/render";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { taskCounts } from "./answer/answer-tab";
import { addUsage, tokensText } from "./run-usage";
import { readPair, useGraphView } from "./use-run-address";
import { isReflectedInState } from "./use-run-commands";
import { taskAfterKey } from "./use-task-keys";

const call = (seq: number, costMicroUsd?: number) =>
  ({
    seq,
    type: "llm_called",
    payload: { inputTokens: 100, outputTokens: 20, ...(costMicroUsd !== undefined && { costMicroUsd }) },
  }) as RunEvent;

describe("what a run has used", () => {
  const counted = { seq: 5, inputTokens: 1_000, outputTokens: 50, knownUsd: 0.5, unknownCalls: 0 };

  it("counts each call once, whatever the server had counted already", () => {
    const events = [call(4, 9_000_000), call(5, 9_000_000), call(6, 250_000)];
    const once = addUsage(counted, events);
    expect(once).toEqual({ seq: 6, inputTokens: 1_100, outputTokens: 70, knownUsd: 0.75, unknownCalls: 0 });
    expect(addUsage(once, events)).toEqual(once);
  });

  it("keeps a call without a price apart from the sum", () => {
    expect(addUsage(counted, [call(6)])).toMatchObject({ knownUsd: 0.5, unknownCalls: 1 });
  });

  it.each([
    [940, "940"],
    [61_240, "61.2 k"],
    [612_400, "612 k"],
    [2_340_000, "2.3 M"],
  ])("says %i tokens as %s", (tokens, text) => {
    expect(tokensText(tokens)).toBe(text);
  });
});

describe("orders", () => {
  const { state } = new RunWorld({ plan: planOf({ id: "a" }) });
  const withChange = (change: Partial<RunState>) => ({ ...state, ...change }) as RunState;

  it("show once the run's own state says so", () => {
    const paused = withChange({ paused: { since: 0, by: { kind: "system" } } });
    expect([isReflectedInState(state, "pause"), isReflectedInState(paused, "pause")]).toEqual([false, true]);
    expect([isReflectedInState(state, "resume"), isReflectedInState(paused, "resume")]).toEqual([
      true,
      false,
    ]);
    expect(isReflectedInState(state, "cancel")).toBe(false);
    expect(isReflectedInState(withChange({ phase: "ended" }), "cancel")).toBe(true);
    const wanted = withChange({ replanWanted: { trigger: "person", reason: statedReason("x") } });
    expect([
      isReflectedInState(state, "request_replan"),
      isReflectedInState(wanted, "request_replan"),
    ]).toEqual([false, true]);
  });
});

describe("the address", () => {
  it.each([
    ["1", "2", { from: 1, to: 2 }],
    ["2", "1", { from: 2, to: 1 }],
    ["1", "1", undefined],
    ["1", undefined, undefined],
    ["0", "2", undefined],
    ["one", "2", undefined],
  ])("reads from=%s to=%s as %o", (from, to, pair) => {
    expect(readPair(from, to)).toEqual(pair);
  });
});

describe("keys", () => {
  const ids = ["a", "b", "c"];
  it.each([
    ["next", undefined, "a"],
    ["previous", undefined, "c"],
    ["next", "a", "b"],
    ["previous", "b", "a"],
    ["next", "c", "c"],
    ["previous", "a", "a"],
    ["next", "gone", "a"],
  ] as const)("%s from %s leads to %s", (key, selected, to) => {
    expect(taskAfterKey(ids, selected, key)).toBe(to);
  });
  it("lead nowhere without tasks", () => {
    expect(taskAfterKey([], undefined, "next")).toBeUndefined();
  });
});

it("counts tasks by status, without empty ones", () => {
  const { state } = new RunWorld({ plan: planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }) });
  expect(taskCounts(state).reduce((sum, [, count]) => sum + count, 0)).toBe(2);
  expect(taskCounts(state).every(([, count]) => count > 0)).toBe(true);
});

describe("graph or list", () => {
  const Shown = () => useGraphView().view ?? "by width";
  const shown = (search: string) => renderText(createElement(Shown), { search });

  it("is what the address says, and otherwise left to the width of the page", () => {
    expect(["view=list", "view=graph", "", "view=tree"].map(shown)).toEqual([
      "list",
      "graph",
      ...["by width", "by width"],
    ]);
  });
});
