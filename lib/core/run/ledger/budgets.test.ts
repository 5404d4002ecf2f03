import { describe, expect, it } from "vitest";
import {
  answer,
  gateOf,
  ledgerLine,
  recordCall,
  reserve,
  startedWorld,
} from "@/lib/testing/runs/budget-world";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { LlmCall } from "../events/engine";
import { ledgerOf } from "./budgets";

describe("the ledger", () => {
  it("has a line for each budget, with the setting that raises it; without a limit there is none", () => {
    const world = startedWorld({ maxTokens: 100, maxHops: 0 });
    expect(ledgerOf(world.state, world.now)).toEqual([
      { counter: "maxTokens", used: 0, reserved: 0, unknown: 0, limit: 100, setting: "settings.maxTokens" },
      { counter: "maxCostMicroUsd", used: 0, reserved: 0, unknown: 0, setting: "settings.maxCostMicroUsd" },
      { counter: "maxHops", used: 0, reserved: 0, unknown: 0, limit: 0, setting: "settings.maxHops" },
      { counter: "maxDurationMs", used: 0, reserved: 0, unknown: 0, setting: "settings.maxDurationMs" },
      {
        counter: "maxTotalReplans",
        used: 0,
        reserved: 0,
        unknown: 0,
        limit: 5,
        setting: "settings.maxTotalReplans",
      },
      { counter: "maxWishes", used: 0, reserved: 0, unknown: 0, limit: 10, setting: "settings.maxWishes" },
      {
        counter: "maxIterations",
        used: 0,
        reserved: 0,
        unknown: 0,
        limit: 2,
        setting: "settings.maxIterations",
      },
    ]);
  });

  it("counts the replans because of a task by its lineage", () => {
    const world = new RunWorld({ plan: planOf({ id: "a", onFailure: "replan" }) });
    world.start();
    world.fail("a");
    expect(ledgerOf(world.state, 0).find(({ lineage }) => lineage === "a")).toMatchObject({
      counter: "maxReplansPerTask",
      used: 1,
      limit: 3,
    });
  });
});

describe("a reservation", () => {
  it("holds what a call may take at most until the call tells what it took", () => {
    const world = startedWorld({ maxTokens: 1_000 });
    expect(reserve(world, "a", { tokens: 400, costMicroUsd: 70 })).toBe(true);
    expect(ledgerLine(world, "maxTokens")).toMatchObject({ used: 0, reserved: 400 });
    recordCall(world, "a1", { inputTokens: 90, outputTokens: 10, costMicroUsd: 7 });
    expect(ledgerLine(world, "maxTokens")).toMatchObject({ used: 100, reserved: 0, unknown: 0 });
    expect(ledgerLine(world, "maxCostMicroUsd")).toMatchObject({ used: 7, reserved: 0, unknown: 0 });
  });

  const ends: [string, Partial<LlmCall>, { used: number; unknown: number }][] = [
    ["a provider that tells no usage", {}, { used: 400, unknown: 1 }],
    ["a stream that broke", { failure: "cut_stream" }, { used: 400, unknown: 1 }],
    ["a refused request", { failure: "rate_limited" }, { used: 0, unknown: 0 }],
    [
      "a failure that tells its usage",
      { failure: "timeout", inputTokens: 5, outputTokens: 0 },
      { used: 5, unknown: 0 },
    ],
  ];
  it.each(ends)("of %s is counted so", (_what, figures, expected) => {
    const world = startedWorld({});
    reserve(world, "a", { tokens: 400, costMicroUsd: 70 });
    recordCall(world, "a1", figures);
    expect(ledgerLine(world, "maxTokens")).toMatchObject({ ...expected, reserved: 0 });
  });

  it("of a model without a price leaves the cost unknown, and a limit in dollars says so once", () => {
    const world = startedWorld({ maxCostMicroUsd: 500 });
    expect(reserve(world, "a", { tokens: 400 })).toBe(true);
    expect(world.last("budget_warned").payload).toMatchObject({
      counter: "maxCostMicroUsd",
      unpriced: ["m"],
    });
    recordCall(world, "a1", { inputTokens: 1, outputTokens: 1 });
    expect(ledgerLine(world, "maxCostMicroUsd")).toMatchObject({ used: 0, unknown: 1 });
    reserve(world, "b", { tokens: 400 });
    expect(world.types().filter((type) => type === "budget_warned")).toHaveLength(1);
  });

  it("of a model without a price says so once where only its attempt has a limit in dollars", () => {
    const world = startedWorld({});
    const attemptCost = { used: 0, limit: 500, setting: "agents.a.costBudgetUsd" };
    const ask = (reservationId: string) => {
      const { key } = world.keyOf("a");
      world.send({ type: "reserve", key, reservationId, role: "agent", model: "m", tokens: 4, attemptCost });
    };
    ask("a1");
    ask("a2");
    const warned = world.events.filter(({ type }) => type === "budget_warned");
    expect(warned.map(({ payload }) => payload)).toEqual([
      { counter: "costBudgetUsd", ...attemptCost, unpriced: ["m"] },
    ]);
    expect(world.last("budget_reserved").payload).not.toHaveProperty("attemptCost");
  });

  it("of a worker that died is unknown, counted as reserved, and no progress of the run", () => {
    const world = startedWorld({});
    reserve(world, "a", { tokens: 400, costMicroUsd: 70 });
    reserve(world, "b", { tokens: 100 });
    reserve(world, "c", { hops: 2 });
    world.send({ type: "take_lease", workerId: "w2" });
    expect(world.events.slice(-2).map(({ payload }) => payload)).toEqual([
      {
        reservationIds: ["a1", "b1"],
        unknown: true,
        cause: "worker_lost",
        tokens: 500,
        costMicroUsd: 70,
      },
      { reservationIds: ["c1"], unknown: false, cause: "worker_lost", hops: 2 },
    ]);
    expect(ledgerLine(world, "maxTokens")).toMatchObject({ used: 500, reserved: 0, unknown: 2 });
    expect(ledgerLine(world, "maxCostMicroUsd")).toMatchObject({ used: 70, reserved: 0, unknown: 2 });
    expect(ledgerLine(world, "maxHops")).toMatchObject({ used: 0, reserved: 0, unknown: 0 });
    expect(world.state.takeovers).toBe(1);
    recordCall(world, "a1", { inputTokens: 3, outputTokens: 0, costMicroUsd: 1 });
    expect(ledgerLine(world, "maxTokens")).toMatchObject({ used: 503, unknown: 2 });
  });

  it("of a worker that died is settled, however many there are and whatever event tells it", () => {
    const world = startedWorld({});
    const ids = Array.from({ length: 120 }, (_, n) => `r${n}`);
    for (const id of ids) expect(reserve(world, "a", { tokens: 1 }, id)).toBe(true);
    world.send({ type: "take_lease", workerId: "w2" });
    const settled = world.events.flatMap((event) =>
      event.type === "budget_settled" ? [event.payload.reservationIds] : [],
    );
    expect(settled.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(settled.flat()).toEqual(ids);
    expect(world.state.ledger.reservations).toEqual({});
    expect(ledgerLine(world, "maxTokens")).toMatchObject({ used: 120, reserved: 0, unknown: 120 });
  });

  it("is kept with the attempt for which it was made: as the call was, or as reserved where that is not known", () => {
    const world = startedWorld({});
    const cost = (taskId: string) =>
      world.state.tasks[taskId]?.attempts.map(({ costMicroUsd }) => costMicroUsd);
    reserve(world, "a", { costMicroUsd: 70 });
    recordCall(world, "a1", { inputTokens: 3, outputTokens: 0, costMicroUsd: 5 });
    reserve(world, "a", { costMicroUsd: 70 }, "a2");
    recordCall(world, "a2", { failure: "cut_stream" });
    reserve(world, "a", { costMicroUsd: 70 }, "a3");
    recordCall(world, "a3", { failure: "rate_limited" });
    expect(cost("a")).toEqual([75]);
    reserve(world, "b", { costMicroUsd: 30 });
    world.send({ type: "take_lease", workerId: "w2" });
    expect(cost("b")).toEqual([30]);
    expect(cost("c")).toEqual([undefined]);
  });

  it("of a call that was not made is given back, once", () => {
    const world = startedWorld({});
    reserve(world, "a", { tokens: 400 });
    world.send({ type: "cancel_reservation", reservationId: "a1" });
    expect(ledgerLine(world, "maxTokens")).toMatchObject({ used: 0, reserved: 0, unknown: 0 });
    const before = world.events.length;
    world.send({ type: "cancel_reservation", reservationId: "a1" });
    expect(world.events).toHaveLength(before);
  });

  it("is not given to an effect that is no longer expected", () => {
    const world = startedWorld({});
    const before = world.events.length;
    world.send({ type: "reserve", key: "run_1/gone/1/run_attempt/1", reservationId: "x", tokens: 1 });
    expect(world.events).toHaveLength(before);
  });
});

describe("tool calls", () => {
  const tool = { step: 1, callId: "k", tool: "now", sideEffects: "none" as const };

  it("are spent when they start", () => {
    const world = startedWorld({});
    world.send({ type: "tool_started", ...world.keyOf("a"), ...tool });
    expect(ledgerLine(world, "maxHops")).toMatchObject({ used: 1, reserved: 0 });
  });

  it("of one set are reserved together", () => {
    const world = startedWorld({ maxHops: 3 });
    expect(reserve(world, "a", { hops: 2 })).toBe(true);
    world.send({ type: "tool_started", ...world.keyOf("a"), ...tool, reservationId: "a1" });
    expect(ledgerLine(world, "maxHops")).toMatchObject({ used: 1, reserved: 1 });
    world.send({ type: "tool_started", ...world.keyOf("a"), ...tool, callId: "l", reservationId: "a1" });
    expect(ledgerLine(world, "maxHops")).toMatchObject({ used: 2, reserved: 0 });
    expect(world.state.ledger.reservations).toEqual({});
    expect(reserve(world, "b", { hops: 2 })).toBe(false);
    expect(gateOf(world)?.subject).toMatchObject({ counter: "maxHops", used: 2, limit: 3, suggested: 6 });
    expect(world.startable()).toEqual([]);
  });
});

describe("a call that does not fit", () => {
  it("beside the ones under way waits for them, spends no attempt, and comes again when there is room", () => {
    const world = startedWorld({ maxTokens: 1_000 });
    reserve(world, "a", { tokens: 600 });
    expect([reserve(world, "b", { tokens: 600 }), reserve(world, "c", { tokens: 600 })]).toEqual([
      false,
      false,
    ]);
    expect(world.last("budget_awaited").payload).toMatchObject({ counter: "maxTokens", tokens: 600 });
    expect(world.state.openApprovals).toEqual({});
    expect(world.startable()).toEqual([]);
    recordCall(world, "a1", { inputTokens: 50, outputTokens: 50 });
    expect(world.startable().map(({ taskId }) => taskId)).toEqual(["b"]);
    world.start();
    expect(reserve(world, "b", { tokens: 600 }, "b2")).toBe(true);
    recordCall(world, "b2", { inputTokens: 250, outputTokens: 250 });
    // What c asks for can never fit now: it comes again to say so.
    world.start();
    expect(reserve(world, "c", { tokens: 600 }, "c2")).toBe(false);
    expect(gateOf(world)?.subject).toMatchObject({
      counter: "maxTokens",
      used: 600,
      limit: 1_000,
      asked: 600,
    });
    expect(world.state.tasks.c).toMatchObject({ status: "running", attempt: 1 });
  });

  it("waits no longer when nobody tells the end of what it waits for", () => {
    const world = startedWorld({ maxTokens: 1_000 }, planOf({ id: "a" }, { id: "b" }));
    reserve(world, "a", { tokens: 600 });
    reserve(world, "b", { tokens: 600 });
    world.succeed("a");
    expect(world.last("budget_settled").payload).toMatchObject({
      unknown: true,
      cause: "effect_ended",
    });
    expect(world.startable().map(({ taskId }) => taskId)).toEqual(["b"]);
  });

  it("comes again also when the one that was to come before it never asks", () => {
    const world = startedWorld({ maxTokens: 1_000 });
    reserve(world, "a", { tokens: 600 });
    reserve(world, "b", { tokens: 600 });
    reserve(world, "c", { tokens: 600 });
    recordCall(world, "a1", { inputTokens: 50, outputTokens: 50 });
    expect(Object.keys(world.state.ledger.queued)).toEqual(["run_1/c/1/run_attempt/1"]);
    world.succeed("a");
    world.send({ type: "skip_task", taskId: "b", reason: "not needed" }, ANNA);
    expect(world.startable().map(({ taskId }) => taskId)).toEqual(["c"]);
  });

  it("of another budget than the spent one waits for the answer", () => {
    const world = startedWorld({ maxTokens: 100, maxHops: 0 });
    reserve(world, "a", { tokens: 200 });
    reserve(world, "b", { hops: 1 });
    expect(world.types().filter((type) => type === "budget_exhausted")).toHaveLength(1);
    answer(world, "raise");
    expect(world.startable().map(({ taskId }) => taskId)).toEqual(["a", "b"]);
  });

  it("and only advises is left out where it can never fit, and waits where it may", () => {
    const world = startedWorld({ maxTokens: 1_000 });
    const { key } = world.keyOf("a");
    const ask = (tokens: number) => {
      const before = world.events.length;
      world.send({ type: "reserve", key, reservationId: "x", tokens, advisory: true });
      return world.types().slice(before);
    };
    expect(ask(1_200)).toEqual([]);
    expect(world.state.inFlight[key]).toBeDefined();
    reserve(world, "b", { tokens: 600 });
    expect(ask(600)).toEqual(["budget_awaited"]);
  });

  it("and only advises is left out while a limit has its question open, also where there may be room later", () => {
    const world = startedWorld({ maxTokens: 1_000, maxHops: 0 });
    reserve(world, "a", { tokens: 600 });
    reserve(world, "b", { hops: 1 });
    expect(gateOf(world)).toMatchObject({ kind: "budget", status: "open" });
    const { key } = world.keyOf("c");
    const before = world.events.length;
    world.send({ type: "reserve", key, reservationId: "x", tokens: 600, advisory: true });
    expect(world.types().slice(before)).toEqual([]);
    expect(world.state.inFlight[key]).toBeDefined();
  });

  it("that no limit concerns is not held up", () => {
    const world = startedWorld({ maxHops: 0 });
    reserve(world, "a", { hops: 1 });
    expect(reserve(world, "b", { tokens: 1_000_000 })).toBe(true);
  });
});
