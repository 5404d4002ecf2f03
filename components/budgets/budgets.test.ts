import { describe, expect, it } from "vitest";
import { answer, gateOf, recordCall, reserve, startedWorld } from "@/lib/testing/runs/budget-world";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { raiseOf, readRaise } from "../approvals/decide/raise";
import { usageText } from "./budget-bar";
import { linesToShow } from "./budgets";
import { limitText, readLimit } from "./units";

describe("limits as people write them", () => {
  it.each([
    ["maxTokens", "20000", 20_000],
    ["maxCostMicroUsd", "1.5", 1_500_000],
    ["maxCostMicroUsd", "0.000001", 1],
    ["maxDurationMs", "10", 600_000],
    ["maxDurationMs", "0.5", 30_000],
    ["maxTotalReplans", "0", 0],
  ] as const)("%s %s is %s", (budget, text, limit) => {
    expect(readLimit(budget, text)).toBe(limit);
  });

  it.each([
    ["maxTokens", ""],
    ["maxTokens", " "],
    ["maxTokens", "1.5"],
    ["maxTokens", "0"],
    ["maxTotalReplans", "-1"],
    ["maxHops", "-3"],
    ["maxCostMicroUsd", "a lot"],
    ["maxCostMicroUsd", "1e300"],
  ] as const)("%s cannot be %s", (budget, text) => {
    expect(readLimit(budget, text)).toBeUndefined();
  });

  it("show in the same unit", () => {
    expect(limitText("maxCostMicroUsd", 1_500_000)).toBe("1.5");
    expect(limitText("maxDurationMs", 90_000)).toBe("1.5");
    expect(limitText("maxTokens", 20_000)).toBe("20000");
  });
});

describe("the budgets of a run", () => {
  it("show where there is a limit, and replans once there was one", () => {
    const none = startedWorld({});
    expect(linesToShow(none.state, none.now)).toEqual([]);
    const world = new RunWorld({ plan: planOf({ id: "a", onFailure: "replan" }), settings: { maxHops: 3 } });
    world.start();
    world.fail("a");
    expect(linesToShow(world.state, world.now).map(({ counter }) => counter)).toEqual([
      "maxHops",
      "maxTotalReplans",
      "maxReplansPerTask",
    ]);
  });

  it("say what is used, reserved and unknown", () => {
    const world = startedWorld({ maxTokens: 1_000 });
    reserve(world, "a", { tokens: 300 });
    recordCall(world, "a1", {});
    reserve(world, "b", { tokens: 200 });
    const [line] = linesToShow(world.state, world.now);
    expect(line && usageText(line)).toBe("300 of 1,000 tokens, 200 reserved, 1 call unknown");
    expect(usageText({ counter: "maxHops", used: 2, reserved: 0, unknown: 0, setting: "" })).toBe(
      "2 tool calls, no limit",
    );
  });
});

describe("raising a limit at its gate", () => {
  it("starts from what is suggested, and takes only what lies above use and limit", () => {
    const world = startedWorld({ maxCostMicroUsd: 500_000 });
    reserve(world, "a", { tokens: 1, costMicroUsd: 600_000 });
    const gate = gateOf(world);
    const raise = gate && raiseOf(world.state, gate);
    if (!raise) throw new Error("no raise");
    expect(raise).toMatchObject({ budget: "maxCostMicroUsd", least: 500_000, suggested: "1" });
    expect(readRaise(raise, "0.6")).toEqual({ value: 600_000 });
    expect(readRaise(raise, "0.5")).toEqual({ problem: "Enter a number above $0.50." });
    expect(readRaise(raise, "much")).toHaveProperty("problem");
    const sent = readRaise(raise, raise.suggested);
    expect(answer(world, "raise", "value" in sent ? sent.value : 0)).toMatchObject({ ok: true });
  });

  it("is offered by budget gates alone, also by those that suggest nothing", () => {
    const world = startedWorld({ maxTokens: 100 });
    reserve(world, "a", { tokens: 200 });
    const gate = gateOf(world);
    if (!gate) throw new Error("no gate");
    expect(raiseOf(world.state, { ...gate, kind: "replan_failed" })).toBeUndefined();
    expect(raiseOf(world.state, { ...gate, subject: { counter: "future", limit: 1 } })).toBeUndefined();
    const old = { counter: "maxTotalReplans", used: 5, limit: 5 };
    expect(raiseOf(world.state, { ...gate, subject: old })).toMatchObject({ suggested: "6", least: 5 });
    const task = { counter: "maxReplansPerTask", used: 3, limit: 3, lineage: "a" };
    expect(raiseOf(world.state, { ...gate, subject: task })).toMatchObject({ suggested: "4" });
  });
});
