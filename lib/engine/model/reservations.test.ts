import { describe, expect, test } from "vitest";
import { estimatedInputTokens } from "@/lib/core/cost";
import { formatReasons } from "@/lib/core/describe/reason";
import { ledgerOf } from "@/lib/core/run/ledger/budgets";
import type { RunState } from "@/lib/core/run/state";
import { deferred } from "@/lib/testing/deferred";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedRun, playScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";
import { createScriptedModel, type Script } from "@/lib/testing/models/scripted-model";
import { startedWorld } from "@/lib/testing/runs/budget-world";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { EffectContext } from "../effects/effect";
import { NO_ROLE_SETTINGS } from "../workspaces";
import { reserveModelCall, reserveToolCalls } from "./reservations";

const task = (id: string, more: object = {}) => ({ id, title: id, input: "go", ...more });
const lineOf = (state: RunState, counter: string) =>
  ledgerOf(state, state.lastAt).find((line) => line.counter === counter);
const gateOf = (state: RunState) => state.approvals[Object.keys(state.openApprovals)[0] ?? ""];

describe("what a run reserves", () => {
  test("for model calls alone: programs and their tools cost no commit more without a limit", async () => {
    const program = { type: "direct", agent: "worker", input: '(tool/look {"version" "1"})' };
    const plain = await createScriptedRun([task("p", program)], { tools: [testTool("look")] });
    await (await plain.lease()).ended;
    const before = plain.events().findIndex(({ type }) => type === "finishing_started");
    const types = plain.events().map(({ type }) => type);
    expect(types.slice(0, before).filter((type) => type.startsWith("budget_"))).toEqual([]);
    expect(lineOf(plain.state(), "maxHops")).toMatchObject({ used: 1, reserved: 0 });
    expect(plain.payloads("budget_reserved").map(({ role }) => role)).toEqual(["answer"]);
  });

  test("is no longer an answer than the model gives", async () => {
    const scripted = createScriptedModel(() => "done");
    const list = () => scripted.list().map((info) => ({ ...info, maxOutputTokens: 200 }));
    const engine = createMemoryEngine({ model: { ...scripted, list } });
    const settings = { maxTokens: 100_000, maxOutputTokens: 5_000 };
    await engine.create("Do it", { title: "P", tasks: [task("a")] }, settings);
    await (await engine.lease()).ended;
    expect(scripted.requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([200, 200]);
  });

  test("is as long an answer as there is room for, so that a run is not stopped far below its limit", async () => {
    const scripted = createScriptedModel(() => "done");
    const engine = createMemoryEngine({ model: scripted });
    const tasks = [task("a"), task("b", { dependsOn: ["a"] })];
    await engine.create("Do it", { title: "P", tasks }, { maxTokens: 2_050, maxOutputTokens: 4_000 });
    await (await engine.lease()).ended;
    const longest = scripted.requests.map(({ maxOutputTokens = 0 }) => maxOutputTokens);
    expect(longest).toHaveLength(3);
    for (const one of longest) {
      expect(one).toBeLessThan(4_000);
      expect(one).toBeGreaterThanOrEqual(1_024);
    }
    expect(engine.store.state(RUN_ID).finished?.reason).toBe("answer_complete");
  });

  test("of a worker that dies in the middle of a call is counted as unknown, and the call is made again", async () => {
    const [asked, held] = [deferred(), deferred()];
    let calls = 0;
    const script: Script = async () => {
      calls += 1;
      asked.resolve();
      if (calls === 1) await held.promise;
      return "done";
    };
    const run = await createScriptedRun([task("a")], { script, settings: { maxOutputTokens: 500 } });
    const dying = await run.lease();
    await asked.promise;
    dying.lose();
    await dying.ended;
    await run.engine.store.jobs.release(dying.claim);
    await (await run.lease()).ended;
    held.resolve();
    const [first] = run.payloads("effects_started").flatMap(({ calls = [] }) => calls);
    expect(run.payloads("budget_settled")).toMatchObject([{ unknown: true, tokens: first?.tokens }]);
    expect(run.state().finished?.reason).toBe("answer_complete");
    expect(lineOf(run.state(), "maxTokens")).toMatchObject({ used: (first?.tokens ?? 0) + 220, unknown: 1 });
    expect(run.state().counters.attempts).toBe(1);
  });

  test("of a run that is cancelled during a call is unknown", async () => {
    const asked = deferred();
    const script: Script = (_request, { signal }) => {
      asked.resolve();
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve("too late")));
    };
    const run = await createScriptedRun([task("a")], { script });
    const actor = await run.lease();
    await asked.promise;
    await run.engine.person({ type: "cancel" });
    await actor.ended;
    expect(lineOf(run.state(), "maxTokens")).toMatchObject({ reserved: 0, unknown: 1 });
  });
});

describe("a call that was given up while its reservation was committed", () => {
  /** An effect of the run, aborted in the middle of its next commit. */
  function abortedInCommit(world: RunWorld): EffectContext {
    const abort = new AbortController();
    const context: Partial<EffectContext> = {
      key: world.keyOf("a").key,
      ids: { next: () => "r1" },
      signal: abort.signal,
      claimStart: () => false,
      model: createScriptedModel(() => "done"),
      state: () => world.state,
      settingsOfRole: () => NO_ROLE_SETTINGS,
      async commit(reports) {
        for (const { command } of reports) world.send(command);
        abort.abort();
        return [];
      },
    };
    return context as EffectContext;
  }

  test("gives back what a model call reserved", async () => {
    const world = startedWorld({});
    const request = { modelId: "scripted:model", system: "s", messages: [] };
    const reserving = reserveModelCall(abortedInCommit(world), request, { role: "agent" });
    await expect(reserving).rejects.toMatchObject({ name: "AbortError" });
    expect(world.last("budget_settled").payload).toMatchObject({ reservationIds: ["r1"], unknown: false });
    expect(lineOf(world.state, "maxTokens")).toMatchObject({ used: 0, reserved: 0, unknown: 0 });
  });

  test("gives back what a set of tool calls reserved", async () => {
    const world = startedWorld({ maxHops: 5 });
    await expect(reserveToolCalls(abortedInCommit(world), 3)).rejects.toMatchObject({ name: "AbortError" });
    expect(lineOf(world.state, "maxHops")).toMatchObject({ used: 0, reserved: 0, unknown: 0 });
  });
});

describe("what is reserved with the start of an attempt", () => {
  const REQUEST = { modelId: "scripted:model", system: "s", messages: [] };

  /** An attempt whose first call may take so much, with the commands that its effect commits. */
  function startedAttempt(tokens: number) {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    world.start(() => ({ tokens, costMicroUsd: 1_000_000 }));
    const { key } = world.keyOf("a");
    const committed: string[] = [];
    let claims = 0;
    const context: Partial<EffectContext> = {
      key,
      ids: { next: () => "r1" },
      signal: new AbortController().signal,
      model: createScriptedModel(() => "done"),
      state: () => world.state,
      settingsOfRole: () => NO_ROLE_SETTINGS,
      claimStart() {
        claims += 1;
        return claims === 1;
      },
      async commit(reports) {
        for (const { command } of reports) {
          committed.push(command.type);
          world.send(command);
        }
        return [];
      },
    };
    return { world, key, committed, context: context as EffectContext };
  }

  test("serves the first call without a commit, and no second one", async () => {
    const { key, committed, context } = startedAttempt(1_000_000);
    const first = await reserveModelCall(context, REQUEST, { role: "agent" });
    expect(first).toMatchObject({ reservationId: key, atMost: { tokens: expect.any(Number) } });
    expect(committed).toEqual([]);
    const second = await reserveModelCall(context, REQUEST, { role: "agent" });
    expect(second?.reservationId).toBe("r1");
    expect(second).not.toHaveProperty("atMost");
    expect(committed).toEqual(["reserve"]);
  });

  test("is given back when the call may take more, which is reserved then", async () => {
    const { world, committed, context } = startedAttempt(10);
    const reserved = await reserveModelCall(context, REQUEST, { role: "agent" });
    expect(reserved?.reservationId).toBe("r1");
    expect(committed).toEqual(["cancel_reservation", "reserve"]);
    expect(Object.keys(world.state.ledger.reservations)).toEqual(["r1"]);
  });

  test("is enough for what agents are asked", async () => {
    const long = 'Résumé of "quoted" lines\n'.repeat(100);
    const tasks = [
      task("a", { input: long }),
      task("b", { input: `Read {{a}} ${long}`, dependsOn: ["a"], agent: "reader", details: [long, "more"] }),
    ];
    const run = await playScriptedRun(tasks, {
      script: () => long,
      tools: [testTool("look")],
      agents: { reader: { prompt: long, tools: ["look"] } },
    });
    const started = run.payloads("effects_started").flatMap(({ calls = [] }) => calls);
    expect(started).toHaveLength(2);
    const needed = run.model.requests.slice(0, 2).map((request) => estimatedInputTokens(request));
    for (const [n, call] of started.entries()) expect(call.tokens).toBeGreaterThan(needed[n] ?? Number.NaN);
    expect(run.payloads("budget_reserved").map(({ role }) => role)).toEqual(["answer"]);
  });

  test("is given back by an attempt that calls no model", async () => {
    // Its input is too long for the state, and the store has lost it.
    const run = await playScriptedRun([task("a", { input: "x".repeat(5_000), maxRetries: 0 })]);
    expect(run.model.requests).toEqual([]);
    expect(lineOf(run.state(), "maxTokens")).toMatchObject({ reserved: 0 });
    expect(run.payloads("effects_started")[0]?.calls).toHaveLength(1);
    expect(run.payloads("budget_settled")).toMatchObject([{ unknown: false, cause: "call_not_made" }]);
  });
});

describe("a call without room", () => {
  test("ends its effect, also where the same commit has started it again", async () => {
    const world = startedWorld({ maxTokens: 1_000, maxOutputTokens: 500 });
    const { key } = world.keyOf("a");
    world.send({ type: "reserve", key: world.keyOf("b").key, reservationId: "b1", tokens: 990 });
    const context: Partial<EffectContext> = {
      key,
      ids: { next: () => "r1" },
      signal: new AbortController().signal,
      claimStart: () => false,
      model: createScriptedModel(() => "done"),
      state: () => world.state,
      settingsOfRole: () => NO_ROLE_SETTINGS,
      async commit(reports) {
        for (const { command } of reports) world.send(command);
        world.send({ type: "cancel_reservation", reservationId: "b1" });
        world.start(() => ({ tokens: 5 }));
        return [];
      },
    };
    const request = { modelId: "scripted:model", system: "s", messages: [] };
    const reserving = reserveModelCall(context as EffectContext, request, { role: "agent" });
    await expect(reserving).rejects.toMatchObject({ code: "no_room" });
    expect(world.state.ledger.reservations[key]).toBeDefined();
  });

  test("of the planner asks a person, who cannot complete what has not begun; raised, it plans", async () => {
    const plan = JSON.stringify({ tasks: [{ id: "a", input: "go" }] });
    const model = createScriptedModel(({ role }) => (role === "planner" ? plan : "done"));
    const engine = createMemoryEngine({ model });
    await engine.create("Do it", undefined, { maxTokens: 700, maxOutputTokens: 600 });
    await (await engine.lease()).ended;
    expect(gateOf(engine.store.state(RUN_ID))?.verbs).toEqual(["raise", "abort"]);
    expect(model.requests).toEqual([]);
    await engine.person({ type: "decide", verb: "raise" });
    await (await engine.lease()).ended;
    const raisedAgain = engine.store.state(RUN_ID);
    expect(raisedAgain.planVersion).toBe(1);
    expect(model.requests[0]?.maxOutputTokens).toBe(600);
  });

  test("of a quality gate is left out, visibly; the task itself then asks", async () => {
    const tasks = [task("a", { qualityGate: true })];
    const run = await createScriptedRun(tasks, { settings: { maxTokens: 300, maxOutputTokens: 290 } });
    await (await run.lease()).ended;
    expect(run.payloads("quality_gate_error")[0]?.problem).toEqual({ code: "no_room_for_call" });
    expect(gateOf(run.state())).toMatchObject({ kind: "budget" });
    expect(run.model.requests).toEqual([]);
  });

  test("of the model critic leaves the word of the rules, and the run continues", async () => {
    const settings = { maxTokens: 300, maxOutputTokens: 290, critic: { mode: "model" }, onBudget: "fail" };
    const run = await createScriptedRun([task("a")], { settings });
    await (await run.lease()).ended;
    expect(run.payloads("plan_critiqued")[0]).toMatchObject({
      by: "static",
      notes: [{ code: "critic_failed", cause: { code: "no_room_for_call" } }],
    });
    expect(run.state().finished?.reason).toBe("budget_exhausted");
  });

  test("of a tool is not made, and its step continues when the limit is raised", async () => {
    const looks: string[] = [];
    const look = testTool("look", {
      sideEffects: "write",
      run: () => {
        looks.push("looked");
        return "seen";
      },
    });
    const script: Script = ({ messages }) =>
      messages.length === 1 ? { calls: [{ tool: "look", args: {} }] } : "done";
    const run = await createScriptedRun([task("a", { agent: "worker" })], {
      script,
      tools: [look],
      settings: { maxHops: 0 },
    });
    await (await run.lease()).ended;
    expect(looks).toEqual([]);
    expect(gateOf(run.state())).toMatchObject({
      kind: "budget",
      subject: { counter: "maxHops", suggested: 1 },
    });
    await run.engine.person({ type: "decide", verb: "raise" });
    await (await run.lease()).ended;
    expect(looks).toEqual(["looked"]);
    expect(run.state().finished?.reason).toBe("answer_complete");
    expect(run.state().counters.attempts).toBe(1);
    expect(lineOf(run.state(), "maxHops")).toMatchObject({ used: 1, reserved: 0, limit: 1 });
  });
});

test("a summarizer without room in a closing run leaves an answer by rule with the results in full", async () => {
  const play = (maxTokens: number) =>
    playScriptedRun([task("a"), task("b"), task("c"), task("d")], {
      script: ({ prompt }) => `the result of ${/"id": "(\w)"/.exec(prompt)?.[1] ?? "?"} ${"x".repeat(2_000)}`,
      settings: { maxTokens, maxOutputTokens: 600, maxConcurrency: 1, summarizer: "on", onBudget: "finish" },
    });
  const free = await play(1_000_000);
  const [ofAgent = 0] = free.model.requests.map((request) => estimatedInputTokens(request) + 600);
  // Room for one agent at a time, and never for the summarizer, who is given all results.
  const run = await play(ofAgent + 50);
  const { finished, answer } = run.state();
  expect(finished).toMatchObject({ reason: "completed_early" });
  expect(formatReasons(finished?.because)).toContain("without a model");
  const [written] = run.payloads("answer_written");
  expect(written).toMatchObject({ byRule: true });
  expect(answer?.bytes).toBeGreaterThan(2_000);
  expect(answer?.preview).toContain("tasks have a result");
});
