import { expect, test } from "vitest";
import type { Model, ModelCallContext } from "@/lib/core/ports";
import { createMemoryStore } from "@/lib/testing/engine/memory-run-store";
import { callOnRun, failing, REQUEST } from "@/lib/testing/engine/model-call";
import { HELD, runWithEffect } from "@/lib/testing/engine/run-with-effect";
import { createManualClock } from "@/lib/testing/manual-clock";
import { createScriptedModel, type Script } from "@/lib/testing/models/scripted-model";
import { silentLog } from "@/lib/testing/silent-log";
import { createSchemas, createToolbox } from "@/lib/tools";
import type { EffectContext } from "../effects/effect";
import { silentTextStreams } from "../streams/text-streams";
import { sameSetup } from "../workspaces";
import { callModel, metricsOf, promptOf } from "./call-model";

test("a call is recorded with usage, cost, prompt and where it belongs", async () => {
  const { calls } = await callOnRun(() => "done");
  expect(calls).toMatchObject([
    {
      taskId: "t",
      attempt: 1,
      step: 1,
      role: "agent",
      model: "scripted:model",
      costMicroUsd: 120,
      epoch: 1,
      inputTokens: 100,
      outputTokens: 10,
      promptVersion: "1",
      latencyMs: expect.any(Number),
    },
  ]);
  expect(calls[0]?.promptHash).toMatch(/^[0-9a-f]{64}$/);
});

test("the prompt of a call is kept, except that of an attempt's turn, which its steps tell", async () => {
  const { context, calls, kept } = await callOnRun(() => "done");
  expect(kept).toEqual([]);
  // A final answer is revised by the role that revises those of attempts, and has no steps.
  await callModel({ ...context, taskId: "", attempt: 0 }, REQUEST, { role: "revision", promptVersion: "1" });
  expect(kept).toEqual([calls[1]?.promptHash]);
});

test("a failed call is a row like any other, by the same prompt, of which nobody knows the cost", async () => {
  const { calls } = await callOnRun((_request, { nth }) => (nth === 1 ? failing("cut_stream") : "done"));
  const [failed, answered] = calls;
  expect(failed).toMatchObject({ role: "agent", model: "scripted:model", failure: "cut_stream" });
  expect(failed).not.toHaveProperty("costMicroUsd");
  expect(failed?.promptHash).toBe(answered?.promptHash);
  expect(promptOf(REQUEST).digest).toBe(answered?.promptHash);
  expect(promptOf({ ...REQUEST, system: "Be brief." }).digest).not.toBe(answered?.promptHash);
});

test.each<[number, number | undefined]>([
  [400, 0],
  [429, 0],
  [408, undefined],
  [500, undefined],
])("a request that was answered by status %i cost %s", async (status, costMicroUsd) => {
  const refusing = () => Object.assign(new Error("no"), { code: "bad_request", status });
  const { calls } = await callOnRun(() => {
    throw refusing();
  });
  expect(calls[0]?.costMicroUsd).toBe(costMicroUsd);
  expect(calls[0]?.inputTokens).toBe(costMicroUsd);
});

test("one that failed so in the middle of an answer cost nobody knows what", async () => {
  const broken = () => {
    throw Object.assign(new Error("no"), { code: "rate_limited", status: 429 });
  };
  const { calls } = await callOnRun(broken, false, ({ onText }) => onText?.("Dear"));
  expect(calls[0]).toMatchObject({ failure: "rate_limited" });
  expect(calls[0]).not.toHaveProperty("costMicroUsd");
});

test("callModel records the time to the first token and the cost that the model reports", async () => {
  const model = createScriptedModel(() => "done");
  const response = {
    text: "done",
    toolCalls: [],
    verbatim: [],
    finishReason: "stop" as const,
    latencyMs: 30,
    timeToFirstTokenMs: 12,
    usage: { inputTokens: 100, cachedInputTokens: 40, outputTokens: 10, reasoningTokens: 4 },
  };
  const figures = (more: object) => metricsOf(model, "scripted:model", { ...response, ...more });
  expect(figures({})).toMatchObject({ timeToFirstTokenMs: 12, costMicroUsd: 120, ...response.usage });
  expect(figures({ reportedCostMicroUsd: 7 })).toMatchObject({ costMicroUsd: 7 });
});

test.each(["rate_limited", "unavailable", "timeout", "cut_stream"])("%s is tried again", async (code) => {
  const { outcome, slept, calls } = await callOnRun((_request, { nth }) =>
    nth < 3 ? failing(code) : "done",
  );
  expect(outcome.ok).toBe(true);
  expect(slept).toHaveLength(2);
  expect(slept[1]).toBeGreaterThan(slept[0] ?? 0);
  expect(calls.map((row) => row.failure)).toEqual([code, code, undefined]);
});

test.each(["auth", "quota", "bad_request", "unknown_model", "context_overflow"])(
  "%s is not tried again",
  async (code) => {
    const { outcome, slept } = await callOnRun(() => failing(code));
    expect(outcome).toMatchObject({ ok: false, code });
    expect(slept).toEqual([]);
  },
);

test("after three tries the failure goes to the effect", async () => {
  const { outcome, calls } = await callOnRun(() => failing("unavailable"));
  expect(outcome).toMatchObject({ ok: false, code: "unavailable" });
  expect(calls).toHaveLength(3);
});

test("the provider's Retry-After is the least delay; a long one is not waited for in a slot", async () => {
  const short = await callOnRun((_request, { nth }) => (nth === 1 ? failing("rate_limited", 3_000) : "done"));
  expect(short.slept).toEqual([3_000]);
  const longest = await callOnRun((_request, { nth }) =>
    nth === 1 ? failing("rate_limited", 10_000) : "done",
  );
  expect(longest.slept).toEqual([10_000]);
  const long = await callOnRun(() => failing("rate_limited", 60_000));
  expect(long.slept).toEqual([]);
  expect(long.outcome).toMatchObject({ ok: false, retryAfterMs: 60_000 });
});

test("an abort during the delay ends the call by a throw", async () => {
  await expect(callOnRun(() => failing("unavailable"), true)).rejects.toThrow();
});

test("an attempt's time stands still during a back-off, and failed requests are no part of it", async () => {
  const { reported } = await callOnRun((_request, { nth }) => (nth === 1 ? failing("unavailable") : "done"));
  expect(reported).toEqual(["give back", "hold", "go on"]);
});

test("waiting for a turn is no part of the attempt's time, and belongs to the run that waits", async () => {
  let key: string | undefined;
  const { reported } = await callOnRun(
    () => "done",
    false,
    ({ fairKey, onQueued, onAdmitted }) => {
      key = fairKey;
      onQueued?.();
      onAdmitted?.();
    },
  );
  expect(key).toBe("run");
  expect(reported).toEqual(["hold", "go on"]);
});

test("a request that was sent away unsent is no call", async () => {
  const { calls, outcome } = await callOnRun(
    () => "done",
    false,
    ({ onQueued }) => {
      onQueued?.();
      throw Object.assign(new Error("pause"), { code: "rate_limited", retryAfterMs: 60_000 });
    },
  );
  expect(outcome).toMatchObject({ ok: false, code: "rate_limited", retryAfterMs: 60_000 });
  expect(calls).toEqual([]);
});

test("each request is reserved before it is made, at its worst case, and its record names the reservation", async () => {
  const { calls, run, requests } = await callOnRun((_request, { nth }) =>
    nth < 2 ? failing("timeout") : "done",
  );
  const reserved = Object.values(run.state.ledger.reservations);
  expect(new Set(calls.map((row) => row.reservationId)).size).toBe(2);
  expect(reserved).toHaveLength(2);
  expect(reserved[0]?.amounts.tokens).toBeGreaterThan(run.state.settings.maxOutputTokens);
  expect(reserved[0]?.amounts.costMicroUsd).toBeGreaterThan(2 * run.state.settings.maxOutputTokens);
  expect(requests[0]?.maxOutputTokens).toBeUndefined();
});

test.each([{ maxTokens: 50_000 }, { maxCostMicroUsd: 50_000 }])(
  "under a limit (%o) a request may not write more than was reserved for it",
  async (limit) => {
    const { requests } = await callOnRun(() => "done", false, undefined, { ...limit, maxOutputTokens: 700 });
    expect(requests).toMatchObject([{ maxOutputTokens: 700 }]);
  },
);

test("a request for which there is no room is not made, and ends its effect", async () => {
  const asked: unknown[] = [];
  const script: Script = (request) => {
    asked.push(request);
    return "done";
  };
  const settings = { maxTokens: 100 };
  await expect(callOnRun(script, false, undefined, settings)).rejects.toMatchObject({ code: "no_room" });
  expect(asked).toEqual([]);
});

test("a request that was given up before it was sent gives its reservation back", async () => {
  const { run, calls } = await callOnRun(
    () => failing("unavailable"),
    false,
    (context) => context.onQueued?.(),
  );
  expect(calls).toEqual([]);
  expect(run.state.ledger).toMatchObject({ reservations: {}, used: { tokens: 0 }, reserved: { tokens: 0 } });
});

/** A call of a model that answers when the test says so, on a clock that the test moves. */
async function slowCall(modelTimeoutMs?: number) {
  const clock = createManualClock();
  const calls: { context: ModelCallContext; answer(text: string): void }[] = [];
  const reported: string[] = [];
  const model: Model = {
    list: () => [],
    call: (_request, context) =>
      new Promise((resolve, reject) => {
        context.signal.addEventListener(
          "abort",
          () => reject(Object.assign(new Error("aborted"), { code: "aborted" })),
          { once: true },
        );
        const answer = (text: string) =>
          resolve({ text, toolCalls: [], verbatim: [], finishReason: "stop", usage: {}, latencyMs: 1 });
        calls.push({ context, answer });
      }),
  };
  const settings = modelTimeoutMs === undefined ? {} : { modelTimeoutMs };
  const run = runWithEffect("run/t/1/run_attempt/1", settings);
  const workspaces = sameSetup({ model, tools: createToolbox([]) });
  const context: EffectContext = {
    ...(await workspaces.open("local")),
    workspaces,
    lease: HELD,
    catchUp: async () => true,
    time: {
      pause: () => undefined,
      resume: () => undefined,
      exclude: () => undefined,
      modelBegins: () => void reported.push("model begins"),
      modelEnds: () => void reported.push("model ends"),
    },
    schemas: createSchemas(),
    reads: createMemoryStore().reads,
    clock,
    ids: { next: () => `id${calls.length}` },
    log: silentLog,
    streams: silentTextStreams,
    repairAttempts: 3,
    runId: "run",
    key: "run/t/1/run_attempt/1",
    kind: "run_attempt",
    taskId: "t",
    attempt: 1,
    signal: new AbortController().signal,
    epoch: 1,
    state: () => run.state,
    stopReason: () => undefined,
    commit: run.commit,
    claimStart: () => false,
    record: () => undefined,
  };
  const outcome = callModel(context, REQUEST, { role: "agent", promptVersion: "1", step: 1 });
  await clock.advance(0);
  return { clock, calls, reported, outcome };
}

test("a model may think for five minutes before its first word, and is asked again after that", async () => {
  const { clock, calls, outcome } = await slowCall();
  await clock.advance(299_999);
  expect(calls[0]?.context.signal.aborted).toBe(false);
  await clock.advance(1);
  expect(calls[0]?.context.signal.aborted).toBe(true);
  await clock.advance(10_000);
  expect(calls).toHaveLength(2);
  calls[1]?.answer("done");
  await expect(outcome).resolves.toMatchObject({ ok: true, response: { text: "done" } });
});

test("after its first word a model may pause for 90 s, and no part of the time is the task's", async () => {
  const { clock, calls, reported, outcome } = await slowCall();
  const [first] = calls;
  await clock.advance(200_000);
  first?.context.onPart?.();
  await clock.advance(89_000);
  first?.context.onText?.("a");
  await clock.advance(89_999);
  expect(first?.context.signal.aborted).toBe(false);
  await clock.advance(1);
  expect(first?.context.signal.aborted).toBe(true);
  await clock.advance(10_000);
  calls[1]?.answer("done");
  await expect(outcome).resolves.toMatchObject({ ok: true });
  expect(reported).toEqual(["model begins", "model ends", "model begins", "model ends"]);
});

test("a model has ten minutes in all, or as long as the run says, from the moment its turn has come", async () => {
  const { clock, calls, outcome } = await slowCall(60_000);
  expect(calls[0]?.context.timeoutMs).toBe(60_000);
  calls[0]?.context.onQueued?.();
  await clock.advance(500_000);
  expect(calls[0]?.context.signal.aborted).toBe(false);
  calls[0]?.context.onAdmitted?.();
  for (let second = 0; second < 59; second += 1) {
    await clock.advance(1_000);
    calls[0]?.context.onPart?.();
  }
  expect(calls[0]?.context.signal.aborted).toBe(false);
  await clock.advance(1_000);
  expect(calls[0]?.context.signal.aborted).toBe(true);
  for (const wait of [80_000, 80_000]) await clock.advance(wait);
  await expect(outcome).resolves.toMatchObject({ ok: false, code: "timeout" });
  expect(calls).toHaveLength(3);
});

test("all turns of a task share a cache key, in every process, and other calls have another", async () => {
  const keys = new Set<string | undefined>();
  for (let turn = 0; turn < 2; turn += 1) {
    const { requests } = await callOnRun(() => "done");
    for (const { cacheKey } of requests) keys.add(cacheKey);
  }
  const [only] = keys;
  expect(keys.size).toBe(1);
  expect(only).toBe("run/t/agent");
});
