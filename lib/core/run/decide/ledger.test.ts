import { describe, expect, it } from "vitest";
import { answer, ledgerLine, reserve, startedWorld, three } from "@/lib/testing/runs/budget-world";
import { summarizeWithGap } from "@/lib/testing/runs/replan-stories";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { by } from "@/lib/testing/runs/settled-run";
import { describeEvent } from "../../describe/events";
import type { WorkerCommand } from "../commands";
import type { RunEvent } from "../events";
import type { QuestionCall } from "../events/ledger";
import { isAtLimit } from "../selectors";
import { type RunSettings, runSettings } from "../settings";

type Reserve = Extract<WorkerCommand, { type: "reserve" }>;

function ask(world: RunWorld, more: Partial<Reserve>): void {
  const { key } = world.keyOf("a");
  world.send({ type: "reserve", key, reservationId: "r1", role: "agent", tokens: 10, ...more });
}

describe("a limit in dollars", () => {
  it.each<[string, Partial<Reserve>, number]>([
    ["warns of a model without a price", { model: "free" }, 1],
    ["does not warn of one with a price", { model: "priced", costMicroUsd: 5 }, 0],
    ["does not warn of a call that is no model's", {}, 0],
  ])("%s", (_, call, warnings) => {
    const world = startedWorld({ maxCostMicroUsd: 1_000 });
    ask(world, call);
    const warned = world.events.filter((event) => event.type === "budget_warned");
    expect(warned).toHaveLength(warnings);
    expect(world.state.ledger.reservations.r1).toBeDefined();
  });

  it("names the first of many models without a price", () => {
    const unpriced = Array.from({ length: 21 }, (_, n) => `m${n}`);
    const world = new RunWorld();
    Object.assign(world.state, { phase: "new" });
    const settings = runSettings.parse({ maxCostMicroUsd: 5 });
    world.send({ type: "create", workspaceId: "local", mission: "Do it", settings, tags: [], unpriced });
    expect(world.last("budget_warned").payload.unpriced).toEqual(unpriced.slice(0, 20));
  });
});

describe("a question about the plan", () => {
  const known = {
    inputTokens: 60,
    outputTokens: 20,
    costMicroUsd: 300,
    atMost: { tokens: 200, costMicroUsd: 900 },
  };
  const names = { task: String, gate: String, attempt: () => 1, isOpen: () => true };
  const wordsOf = (event: RunEvent) => describeEvent(event, names);
  const count = (world: RunWorld, calls: QuestionCall[]) =>
    world.send({ type: "count_question", questionId: "qst_1", calls });

  it("counts what it took, at most what it may take where that is unknown, and says that it is", () => {
    const world = startedWorld({ maxTokens: 10_000 });
    const { used, unknown } = structuredClone(world.state.ledger);
    count(world, [known, { atMost: { tokens: 200 } }, { failure: "rate_limited", atMost: known.atMost }]);
    expect(world.state.ledger).toMatchObject({
      used: { tokens: used.tokens + 280, costMicroUsd: used.costMicroUsd + 300 },
      unknown: { tokens: unknown.tokens + 1, costMicroUsd: unknown.costMicroUsd + 1 },
    });
    expect(wordsOf(world.last("question_counted"))?.text).toContain("cost unknown");
    count(world, [known]);
    expect(wordsOf(world.last("question_counted"))?.text).toMatch(/limits, cost \$0\.0003$/);
  });

  it("leaves a call of the run no room that it has taken", () => {
    const world = startedWorld({ maxTokens: 100 });
    count(world, [known]);
    ask(world, { tokens: 30 });
    expect(world.state.ledger.reservations.r1).toBeUndefined();
  });

  it("is not counted by a run that has ended", () => {
    const world = startedWorld({});
    world.send({ type: "cancel" });
    const before = structuredClone(world.state);
    count(world, [known]);
    expect(world.state).toEqual(before);
  });
});

describe("a reservation that is given back", () => {
  it("is settled because its call was not made", () => {
    const world = startedWorld({});
    reserve(world, "a", { tokens: 10 }, "r1");
    world.send({ type: "cancel_reservation", reservationId: "r1" });
    expect(world.last("budget_settled").payload).toEqual({
      reservationIds: ["r1"],
      unknown: false,
      cause: "call_not_made",
      tokens: 10,
    });
  });
});

describe("a second call that can never fit", () => {
  it("waits for the answer about the first: one limit is asked about at a time", () => {
    const world = startedWorld({ maxTokens: 100 });
    reserve(world, "a", { tokens: 200 });
    const { key } = world.keyOf("b");
    reserve(world, "b", { tokens: 300 });
    expect(world.events.filter(({ type }) => type === "budget_exhausted")).toHaveLength(1);
    expect(world.last("budget_awaited").payload.key).toBe(key);
    const atLimit = () => ["a", "b", "c"].filter((id) => isAtLimit(world.state, { id }));
    expect(atLimit()).toEqual(["a", "b"]);
    answer(world, "raise");
    expect(atLimit()).toEqual([]);
  });

  it("is of its task whatever that is called", () => {
    const world = startedWorld({ maxTokens: 100 }, planOf({ id: "a/1" }));
    reserve(world, "a/1", { tokens: 200 });
    expect(isAtLimit(world.state, { id: "a/1" })).toBe(true);
  });
});

describe("a call that only advises", () => {
  const advisory = (world: RunWorld) =>
    world.send({
      type: "reserve",
      key: world.keyOf("b").key,
      reservationId: "b1",
      tokens: 60,
      advisory: true,
    });

  it("waits for room that calls under way take, but not behind a question about a limit", () => {
    const waiting = startedWorld({ maxTokens: 100 });
    reserve(waiting, "a", { tokens: 60 });
    const { key } = waiting.keyOf("b");
    advisory(waiting);
    expect(waiting.last("budget_awaited").payload.key).toBe(key);

    const asking = startedWorld({ maxTokens: 100 });
    reserve(asking, "a", { tokens: 60 });
    reserve(asking, "c", { tokens: 200 });
    expect(asking.last("budget_exhausted").payload.counter).toBe("maxTokens");
    const seq = asking.state.seq;
    expect(asking.state.inFlight[asking.keyOf("b").key]).toBeDefined();
    advisory(asking);
    expect(asking.state.seq).toBe(seq);
  });
});

describe("the question about a limit", () => {
  const bad = (id: string): TaskDraft => ({ id, onFailure: "replan" });
  function overLimit(): RunWorld {
    const world = new RunWorld({ plan: planOf(bad("x")), settings: { maxReplansPerTask: 0 } });
    world.start();
    world.fail("x");
    return world;
  }
  const raise = (world: RunWorld, lineage: string) =>
    world.send({ type: "raise_budget", counter: "maxReplansPerTask", limit: 2, lineage, by }, ANNA);

  it("of replans says why another one is wanted", () => {
    expect(overLimit().last("approval_opened").payload.question).toMatchObject({
      about: "limit",
      replan: { code: "stated", text: "x broke" },
    });
    const world = startedWorld({ maxTokens: 10 }, planOf({ id: "a" }));
    reserve(world, "a", { tokens: 20 });
    expect(world.last("approval_opened").payload.question).toEqual({ about: "limit" });
  });

  it("is answered by raising that limit for that task, and not for another", () => {
    const world = overLimit();
    raise(world, "other");
    expect(world.state.approvals["apr_1-1"]?.status).toBe("open");
    raise(world, "x");
    expect(world.last("approval_cancelled").payload).toEqual({
      approvalId: "apr_1-1",
      reason: { code: "limit_raised", counter: "maxReplansPerTask" },
    });
  });
});

describe("a summary that misses something", () => {
  it("is followed by no iteration in a run that people let finish early", () => {
    const world = new RunWorld({
      plan: planOf({ id: "r", type: "planning_review" }, { id: "b", dependsOn: ["r"] }),
      settings: { summarizer: "on", reviewMode: "auto" },
    });
    world.start();
    const proposal = { decision: "COMPLETE" as const, reasoning: "enough", answers: [], reviewer: "r" };
    world.send({ type: "review_read", proposal, ...world.keyOf("r") });
    summarizeWithGap(world);
    expect(world.last("iteration_routed").payload).toMatchObject({ decision: "finish", limitReached: false });
    expect(world.state.finished?.reason).toBe("completed_early");
  });
});

describe("a person's raise", () => {
  /** A run whose first call can never fit. */
  function spent(settings: Partial<RunSettings> = {}): RunWorld {
    const world = startedWorld({ maxTokens: 1_000, maxConcurrency: 2, ...settings }, three);
    reserve(world, "a", { tokens: 1_200 });
    return world;
  }

  it("needs no gate, and closes one that asks about it", () => {
    const world = startedWorld({ maxTokens: 1_000 });
    expect(world.send({ type: "raise_budget", counter: "maxTokens", limit: 2_000 }, ANNA)).toMatchObject({
      ok: true,
    });
    expect(ledgerLine(world, "maxTokens")).toMatchObject({ limit: 2_000 });
    const asked = spent();
    asked.send({ type: "raise_budget", counter: "maxTokens", limit: 2_000, by }, ANNA);
    expect(asked.state.openApprovals).toEqual({});
    expect(asked.startable().map(({ taskId }) => taskId)).toContain("a");
  });

  it("takes who may answer the gate while one asks, and the right to operate alone where none does", () => {
    const olga = { ...by, id: "olga", name: "Olga", mayReview: false };
    const raise = { type: "raise_budget", counter: "maxTokens", limit: 2_000 } as const;
    const asked = spent();
    expect(asked.send({ ...raise, by: olga }, ANNA)).toMatchObject({
      error: { code: "forbidden", message: expect.stringContaining("needs the right to review") },
    });
    expect(asked.send(raise, ANNA)).toMatchObject({ error: { code: "forbidden" } });
    expect(Object.keys(asked.state.openApprovals)).toHaveLength(1);
    expect(asked.send({ ...raise, by }, ANNA)).toMatchObject({ ok: true });
    expect(startedWorld({ maxTokens: 1_000 }).send({ ...raise, by: olga }, ANNA)).toMatchObject({ ok: true });
  });

  it("leaves other gates open, and is refused where there is no such limit or it does not rise", () => {
    const world = spent({ maxHops: 4 });
    world.send({ type: "raise_budget", counter: "maxHops", limit: 9 }, ANNA);
    expect(Object.keys(world.state.openApprovals)).toHaveLength(1);
    for (const [counter, limit] of [
      ["maxTokens", 900],
      ["maxCostMicroUsd", 5],
      ["maxIterations", 9],
      ["x", 1],
    ] as const) {
      expect(world.send({ type: "raise_budget", counter, limit, by }, ANNA)).toMatchObject({
        error: { code: "invalid_input" },
      });
    }
  });

  it("of the replans because of one task is that task's alone", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    world.send({ type: "raise_budget", counter: "maxReplansPerTask", limit: 7, lineage: "a" }, ANNA);
    expect(world.state.raised.replansByLineage).toEqual({ a: 7 });
  });
});
