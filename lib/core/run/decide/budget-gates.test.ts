import { describe, expect, it } from "vitest";
import {
  answer,
  gateOf,
  ledgerLine,
  recordCall,
  reserve,
  startedWorld,
  three,
} from "@/lib/testing/runs/budget-world";
import { questionOf } from "@/lib/testing/runs/question-of";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { formatReasons } from "../../describe/reason";
import { storeValue } from "../../stored-value";
import { statusOf } from "..";
import { isNearLimit, suggestedLimit } from "../ledger/budgets";
import type { RunSettings } from "../settings";

/** A run whose first call can never fit. */
function spent(settings: Partial<RunSettings> = {}, plan = three): RunWorld {
  const world = startedWorld({ maxTokens: 1_000, maxConcurrency: 2, ...settings }, plan);
  reserve(world, "a", { tokens: 1_200 });
  return world;
}

const RAN_OUT = [{ code: "budget_exhausted", counter: "maxTokens" }];

describe("a spent limit", () => {
  it("opens one gate that names counter, use, limit, setting and what to raise it to", () => {
    const world = spent();
    expect(world.last("budget_exhausted").payload).toEqual({
      counter: "maxTokens",
      used: 0,
      limit: 1_000,
      setting: "settings.maxTokens",
      asked: 1_200,
    });
    reserve(world, "b", { tokens: 1_200 });
    expect(Object.keys(world.state.openApprovals)).toHaveLength(1);
    expect(gateOf(world)).toMatchObject({
      kind: "budget",
      verbs: ["raise", "complete", "abort"],
      subject: {
        counter: "maxTokens",
        used: 0,
        limit: 1_000,
        setting: "settings.maxTokens",
        suggested: 2_000,
      },
    });
    expect(questionOf(gateOf(world))).toMatch(/^Tokens: 0 of 1,000 .* for example to 2,000 tokens/);
  });

  it("lets the rest end, starts nothing that would need a model, and what needs none", () => {
    const plan = planOf(
      { id: "a" },
      { id: "b" },
      { id: "c" },
      { id: "d", type: "direct", agent: "direct", dependsOn: ["b"] },
    );
    const world = spent({ maxConcurrency: 3 }, plan);
    world.succeed("b");
    expect(world.startable().map(({ taskId }) => taskId)).toEqual(["d"]);
    world.succeed("c");
    expect(statusOf(world.state)).toBe("running");
    world.start();
    world.succeed("d");
    expect(statusOf(world.state)).toBe("waiting");
  });

  it("continues when it is raised, to what is suggested or to a number above what is used", () => {
    const world = spent();
    expect(answer(world, "raise", 1_000)).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    expect(answer(world, "raise", 1_200.5)).toMatchObject({ ok: false });
    expect(answer(world, "raise", 5_000)).toMatchObject({ ok: true });
    expect(world.last("budget_raised").payload).toEqual({ counter: "maxTokens", limit: 5_000 });
    world.start();
    expect(reserve(world, "a", { tokens: 1_200 }, "a2")).toBe(true);
    const suggested = spent();
    answer(suggested, "raise");
    expect(ledgerLine(suggested, "maxTokens")).toMatchObject({ limit: 2_000 });
    const words = spent();
    const { stored: value } = storeValue("plenty");
    const approvalId = gateOf(words)?.approvalId ?? "";
    expect(
      words.send({ type: "decide_approval", approvalId, verb: "raise", value, provenance: "person" }, ANNA),
    ).toMatchObject({ ok: false, error: { code: "invalid_input" } });
  });

  it("that is raised by too little is spent again", () => {
    const world = spent();
    answer(world, "raise", 1_100);
    world.start();
    reserve(world, "a", { tokens: 1_200 }, "a2");
    expect(gateOf(world)?.subject).toMatchObject({ limit: 1_100, suggested: 2_200 });
  });

  it("completes with the results so far: the answer is still written where it fits", () => {
    const world = spent({}, planOf({ id: "a" }, { id: "b" }));
    world.succeed("b");
    answer(world, "complete");
    expect(world.last("finishing_started").payload).toEqual({
      reason: "completed_early",
      budget: "maxTokens",
    });
    expect(world.status("a")).toBe("skipped");
    world.start();
    const key = world.keyOfKind("answer");
    world.send({ type: "reserve", key, reservationId: "x", tokens: 900 });
    expect(world.state.ledger.reservations.x).toBeDefined();
    recordCall(world, "x", { inputTokens: 1, outputTokens: 1 });
    world.send({ type: "answer_ready", key, value: storeValue("so far").stored });
    expect(world.state.finished).toMatchObject({ reason: "completed_early", because: RAN_OUT });
  });

  it("completes without a model where the answer does not fit", () => {
    const world = spent();
    answer(world, "complete");
    world.start();
    const key = world.keyOfKind("answer");
    world.send({ type: "reserve", key, reservationId: "x", tokens: 1_100 });
    expect(world.state.inFlight[key]).toBeDefined();
    expect(world.state.ledger.reservations).toEqual({});
    world.send({ type: "answer_ready", key, value: storeValue("by rule").stored, byRule: true });
    expect(world.last("answer_written").payload).toMatchObject({ byRule: true });
    expect(formatReasons(world.state.finished?.because)).toContain("without a model");
  });

  it("aborts", () => {
    const world = spent();
    answer(world, "abort");
    expect(world.state.finished?.reason).toBe("aborted_by_person");
  });

  it("with nothing begun offers no completion, and finishing is a failure", () => {
    const world = new RunWorld({ settings: { maxTokens: 10 } });
    world.start();
    world.send({ type: "reserve", key: world.keyOfKind("plan"), reservationId: "p", tokens: 20 });
    expect(gateOf(world)?.verbs).toEqual(["raise", "abort"]);
    expect(world.startable()).toEqual([]);
    const eager = new RunWorld({ settings: { maxTokens: 10, onBudget: "finish" } });
    eager.start();
    eager.send({ type: "reserve", key: eager.keyOfKind("plan"), reservationId: "p", tokens: 20 });
    expect(eager.state.finished).toMatchObject({ reason: "budget_exhausted", because: RAN_OUT });
  });

  it("with onBudget finish lets what is at work end first, with fail it fails at once", () => {
    const world = spent({ onBudget: "finish" }, planOf({ id: "a" }, { id: "b" }));
    expect(world.state.phase).toBe("executing");
    world.succeed("b");
    expect(world.state.phase).toBe("finishing");
    expect(world.status("b")).toBe("succeeded");
    expect(spent({ onBudget: "fail" }).state.finished).toMatchObject({
      reason: "budget_exhausted",
      because: [{ code: "limit_reached", counter: "maxTokens", used: 0, limit: 1_000 }],
    });
  });

  it("is dealt with when a paused run is resumed", () => {
    const world = startedWorld({ maxTokens: 1_000, onBudget: "fail" });
    world.send({ type: "pause" }, ANNA);
    reserve(world, "a", { tokens: 1_200 });
    expect(world.state.phase).toBe("executing");
    world.send({ type: "resume" }, ANNA);
    expect(world.state.finished?.reason).toBe("budget_exhausted");
  });

  it("while the summarizer is at work keeps the reason to finish, and asks for no iteration any more", () => {
    const world = new RunWorld({
      plan: planOf({ id: "a" }),
      settings: { summarizer: "on", maxTokens: 100 },
    }).run("a");
    world.start();
    const key = world.keyOfKind("summarize");
    world.send({ type: "reserve", key, reservationId: "s", tokens: 120 });
    expect(gateOf(world)?.verbs).toContain("complete");
    answer(world, "complete");
    world.start();
    world.send({ type: "reserve", key, reservationId: "s", tokens: 90 });
    const summary = { qualityScore: 0.2, qualityReasoning: "thin", needReplan: true, replanReason: "more" };
    const finalAnswer = storeValue("so far").stored;
    world.send({ type: "summary_written", key, summary: { ...summary, finalAnswer, usedEvidence: [] } });
    expect(world.state.finished).toMatchObject({ reason: "answer_complete", because: RAN_OUT });
  });

  it("in the planning of an iteration ends the run with the answer there is", () => {
    const world = new RunWorld({
      plan: planOf({ id: "a" }),
      settings: { summarizer: "on", maxTokens: 100 },
    }).run("a");
    world.start();
    const summary = { qualityScore: 0.2, qualityReasoning: "thin", needReplan: true, replanReason: "more" };
    const finalAnswer = storeValue("so far").stored;
    const key = world.keyOfKind("summarize");
    world.send({ type: "summary_written", key, summary: { ...summary, finalAnswer, usedEvidence: [] } });
    world.start();
    world.send({ type: "reserve", key: world.keyOfKind("plan"), reservationId: "p", tokens: 120 });
    answer(world, "complete");
    expect(world.state.finished).toMatchObject({ reason: "completed_early", because: RAN_OUT });
    expect(world.state.answer?.preview).toBe("so far");
  });
});

describe("warnings", () => {
  it("come once at four fifths of each limit, and again at a raised one", () => {
    const world = startedWorld({ maxTokens: 1_000 });
    reserve(world, "a", { tokens: 850 });
    expect(world.types()).not.toContain("budget_warned");
    recordCall(world, "a1", { inputTokens: 800, outputTokens: 0 });
    expect(world.last("budget_warned").payload).toMatchObject({
      counter: "maxTokens",
      used: 800,
      limit: 1_000,
    });
    world.tick(1);
    expect(world.types().filter((type) => type === "budget_warned")).toHaveLength(1);
    reserve(world, "b", { tokens: 900 });
    answer(world, "raise", 2_000);
    world.start();
    reserve(world, "b", { tokens: 900 }, "b2");
    recordCall(world, "b2", { inputTokens: 800, outputTokens: 0 });
    expect(world.types().filter((type) => type === "budget_warned")).toHaveLength(2);
  });

  it("tell of replans too, in total and by lineage", () => {
    const world = new RunWorld({
      plan: planOf({ id: "a", onFailure: "replan" }),
      settings: { maxTotalReplans: 1, maxReplansPerTask: 1 },
    });
    world.start();
    world.fail("a");
    const warned = world.events.flatMap((event) => (event.type === "budget_warned" ? [event.payload] : []));
    expect(warned).toMatchObject([
      { counter: "maxTotalReplans", used: 1, limit: 1 },
      { counter: "maxReplansPerTask", used: 1, limit: 1, lineage: "a" },
    ]);
  });

  it("tell before the start that a limit in dollars does not hold models without a price", () => {
    const world = new RunWorld({});
    expect(world.types()).not.toContain("budget_warned");
    const settings = { ...world.state.settings, maxCostMicroUsd: 5 };
    const create = { type: "create" as const, workspaceId: "local", mission: "m", tags: [], settings };
    const fresh = new RunWorld({});
    Object.assign(fresh.state, { phase: "new" });
    fresh.send({ ...create, unpriced: ["m", "n"] }, ANNA);
    expect(fresh.last("budget_warned").payload).toMatchObject({ limit: 5, unpriced: ["m", "n"] });
  });

  it.each([
    [{ used: 8, limit: 10 }, true],
    [{ used: 7, limit: 10 }, false],
    [{ used: 0, limit: 0 }, false],
    [{ used: 8 }, false],
  ])("%o: %s", (one, near) => {
    expect(isNearLimit(one)).toBe(near);
  });
});

describe("the clock of a run", () => {
  it("warns and stops the run exactly when its time is over", () => {
    const world = startedWorld({ maxDurationMs: 10_000 });
    world.tick(7_999);
    expect(world.types()).not.toContain("budget_warned");
    world.tick(1);
    expect(world.last("budget_warned").payload).toMatchObject({ counter: "maxDurationMs", used: 8_000 });
    world.tick(1_999);
    expect(world.types()).not.toContain("budget_exhausted");
    world.tick(1);
    expect(world.last("budget_exhausted").payload).toMatchObject({ counter: "maxDurationMs", used: 10_000 });
    expect(gateOf(world)?.subject).toMatchObject({ suggested: 20_000 });
    expect(reserve(world, "a", { tokens: 1 })).toBe(false);
    expect(world.startable()).toEqual([]);
  });

  it("stands still while the run waits or is paused, also across a take-over", () => {
    const plan = planOf({ id: "h", type: "human_review" }, { id: "z", dependsOn: ["h"] });
    const world = startedWorld({ maxDurationMs: 10_000 }, plan);
    world.tick(1_000);
    world.send({
      type: "gate_shown",
      ...world.keyOf("h"),
      shown: storeValue(1).stored,
      digest: "d",
      prompt: "?",
    });
    expect(statusOf(world.state)).toBe("waiting");
    world.tick(3_600_000);
    world.send({ type: "take_lease", workerId: "w2" });
    expect(ledgerLine(world, "maxDurationMs")).toMatchObject({ used: 1_000 });
    answer(world, "approve");
    world.tick(2_000).send({ type: "pause" }, ANNA);
    world.tick(3_600_000).send({ type: "resume" }, ANNA);
    world.tick(500);
    expect(ledgerLine(world, "maxDurationMs")).toMatchObject({ used: 3_500 });
    expect(world.types()).not.toContain("budget_exhausted");
  });

  it("runs on while what is at work ends, and is then raised to more than it shows", () => {
    const world = startedWorld({ maxDurationMs: 10_000 });
    world.tick(10_000).tick(25_000);
    expect(gateOf(world)?.subject).toMatchObject({ suggested: 20_000 });
    expect(answer(world, "raise", 30_000)).toMatchObject({ ok: false });
    expect(answer(world, "raise")).toMatchObject({ ok: true });
    expect(ledgerLine(world, "maxDurationMs")).toMatchObject({ used: 35_000, limit: 45_000 });
  });

  it("refuses a call that comes at the last moment before anybody looked", () => {
    const world = startedWorld({ maxDurationMs: 10_000 });
    world.now += 10_000;
    expect(reserve(world, "a", { tokens: 1 })).toBe(false);
    expect(world.last("budget_awaited").payload).toMatchObject({ counter: "maxDurationMs" });
    expect(gateOf(world)?.kind).toBe("budget");
    answer(world, "raise");
    world.start();
    expect(reserve(world, "a", { tokens: 1 }, "a2")).toBe(true);
  });

  it("over, with onBudget finish the run closes at once and its answer is made without a model", () => {
    const world = startedWorld({ maxDurationMs: 10_000, onBudget: "finish" });
    world.tick(10_000);
    expect(world.state.phase).toBe("finishing");
    world.start();
    const key = world.keyOfKind("answer");
    world.send({ type: "reserve", key, reservationId: "x", tokens: 1 });
    expect(world.state.ledger.reservations).toEqual({});
    expect(world.state.inFlight[key]).toBeDefined();
  });
});

describe("a fork", () => {
  it("begins with budgets of its own: nothing used, and no question about what the parent used", () => {
    const world = spent();
    recordCall(world, "none", { inputTokens: 10, outputTokens: 10 });
    const forked = world.fork(world.state.seq);
    expect(forked.state.ledger).toMatchObject({ used: { tokens: 0 }, queued: {}, reservations: {} });
    expect(forked.state.openApprovals).toEqual({});
    expect(forked.last("approval_cleared").payload.reason).toEqual({ code: "budgets_reset" });
  });
});

it.each([
  [{ counter: "maxTokens", limit: 10, used: 3 }, 20],
  [{ counter: "maxTokens", limit: 10, used: 3, asked: 90 }, 93],
  [{ counter: "maxHops", limit: 0, used: 0 }, 1],
  [{ counter: "maxDurationMs", limit: 10, used: 45 }, 55],
  [{ counter: "maxTotalReplans", limit: 5, used: 5 }, 6],
  [{ counter: "maxReplansPerTask", limit: 0, used: 0 }, 1],
])("%o suggests %s", (limit, suggested) => {
  expect(suggestedLimit(limit)).toBe(suggested);
});

it("a gate without a suggestion is raised as one with it would be", () => {
  const world = spent();
  const gate = gateOf(world);
  if (gate) gate.subject = { counter: "maxTokens", used: 0, limit: 1_000 };
  answer(world, "raise");
  expect(ledgerLine(world, "maxTokens")).toMatchObject({ limit: 2_000 });
});

it("only a limit that there is can be raised", () => {
  const world = spent();
  const gate = gateOf(world);
  for (const counter of ["maxIterations", "maxCostMicroUsd", "future"]) {
    if (gate) gate.subject = { counter, used: 0, limit: 1 };
    expect(answer(world, "raise")).toMatchObject({ ok: false, error: { code: "invalid_input" } });
  }
});
