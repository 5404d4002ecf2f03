import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { RunEvent } from "../events";
import type { LlmCall } from "../events/engine";
import { costsOfEvents } from "./costs-of-events";

const callOf = (planVersion: number, payload: Partial<LlmCall>) =>
  ({
    type: "llm_called",
    planVersion,
    payload: { callId: "c", role: "agent", model: "m", latencyMs: 10, ...payload },
  }) as RunEvent;

describe("costsOfEvents", () => {
  const { state } = new RunWorld({ plan: planOf({ id: "a", agent: "default" }) });

  it("has the same calls by every side, and what is unknown stays unknown", () => {
    const costs = costsOfEvents(state, [
      callOf(0, { role: "planner", inputTokens: 100, outputTokens: 10, costMicroUsd: 2_000_000 }),
      callOf(2, { taskId: "a", inputTokens: 50, cachedInputTokens: 20, outputTokens: 5, reasoningTokens: 2 }),
      callOf(1, { taskId: "a", model: "n", failure: "unavailable", costMicroUsd: 500_000 }),
      { type: "run_paused" } as RunEvent,
    ]);
    expect(costs.total).toMatchObject({ usd: null, knownUsd: 2.5, unknownCalls: 1, modelCalls: 3 });
    expect(costs.total).toMatchObject({ inputTokens: 150, cachedInputTokens: 20, outputTokens: 15 });
    expect(costs.total).toMatchObject({ tokens: null, reasoningTokens: 2, failedCalls: 1, latencyMs: 30 });
    expect(costs.roles.map(({ key, modelCalls }) => [key, modelCalls])).toEqual([
      ["planner", 1],
      ["agent", 2],
    ]);
    expect(costs.tasks.map(({ key }) => key)).toEqual([null, "a"]);
    expect(costs.agents.map(({ key }) => key)).toEqual([null, "default"]);
    expect(costs.versions.map(({ key, replacedBy }) => [key, replacedBy])).toEqual([
      ["0", null],
      ["1", null],
      ["2", null],
    ]);
    expect(costs.unpricedModels).toEqual(["m"]);
  });

  it("says by which version one was replaced, and what that made worthless", () => {
    const spent = { calls: 1, unpricedCalls: 0, costMicroUsd: 1_000_000, uncountedCalls: 0, tokens: 7 };
    const entry = { fromVersion: 1, toVersion: 2, discardedCost: spent, spent };
    const replanHistory = [{ fromVersion: 1, spent }, entry] as never;
    const costs = costsOfEvents({ ...state, replanHistory }, [callOf(1, { costMicroUsd: 3_000_000 })]);
    expect(costs.versions).toMatchObject([{ key: "1", replacedBy: 2, discardedCost: { usd: 1, tokens: 7 } }]);
    expect(costs).toMatchObject({ discardedCost: { usd: 1 }, replanningCost: { usd: 2 } });
  });

  it("is nothing before the first call", () => {
    expect(costsOfEvents(state, [])).toMatchObject({ total: { usd: 0, modelCalls: 0 }, roles: [] });
  });
});
