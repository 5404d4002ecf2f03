import { expect, test } from "vitest";
import type { Clock, Model, ModelCallContext, ModelRequest } from "@/lib/core/ports";
import type { RunState } from "@/lib/core/run";
import { createMemoryStore } from "@/lib/testing/engine/memory-run-store";
import { runWithEffect } from "@/lib/testing/engine/run-with-effect";
import { createScriptedModel, type Script } from "@/lib/testing/models/scripted-model";
import { silentLog } from "@/lib/testing/silent-log";
import { createSchemas, createToolbox } from "@/lib/tools";
import type { EffectContext } from "../effects/effect";
import { silentTextStreams } from "../streams/text-streams";
import type { ModelCallRow } from "../types";
import { sameSetup } from "../workspaces";
import { callModel, metricsOf, promptHashOf } from "./call-model";

const REQUEST: ModelRequest = {
  modelId: "scripted:model",
  system: "Role: agent",
  messages: [{ role: "user", text: "go" }],
};

/** What a rate limiter before the model does with a call. */
type Queue = (context: ModelCallContext) => void;

/** One call on a clock that only writes down how long it was asked to sleep. */
async function call(
  script: Script,
  abortWhileSleeping = false,
  queue?: Queue,
  settings: Partial<RunState["settings"]> = {},
) {
  const slept: number[] = [];
  const calls: ModelCallRow[] = [];
  const controller = new AbortController();
  const clock: Clock = {
    nowMs: () => 0,
    monotonicMs: () => 0,
    async sleep(delayMs) {
      slept.push(delayMs);
      if (abortWhileSleeping) controller.abort();
    },
  };
  const model = createScriptedModel(script);
  const queued: Model = {
    list: model.list,
    async call(request, options) {
      queue?.(options);
      return model.call(request, options);
    },
  };
  const told: string[] = [];
  const time = {
    pause: () => void told.push("hold"),
    resume: () => void told.push("go on"),
    exclude: () => void told.push("give back"),
  };
  const key = "run/t/1/run_attempt/1";
  const run = runWithEffect(key, settings);
  let ids = 0;
  const workspaces = sameSetup({ model: queued, tools: createToolbox([]) });
  const context: EffectContext = {
    ...(await workspaces.open("local")),
    workspaces,
    time,
    schemas: createSchemas(),
    reads: createMemoryStore().reads,
    clock,
    ids: {
      next: () => {
        ids += 1;
        return `id${ids}`;
      },
    },
    log: silentLog,
    streams: silentTextStreams,
    repairAttempts: 3,
    runId: "run",
    key,
    kind: "run_attempt",
    taskId: "t",
    attempt: 1,
    signal: controller.signal,
    epoch: 1,
    state: () => run.state,
    stopReason: () => undefined,
    commit: run.commit,
    record: (row) => void calls.push(row),
  };
  const outcome = await callModel(context, REQUEST, { role: "agent", promptVersion: "1", step: 1 });
  return { outcome, slept, calls, told, run, requests: model.requests };
}

const failing = (code: string, retryAfterMs?: number) => ({
  fail: { code, ...(retryAfterMs !== undefined && { retryAfterMs }) },
});

test("a call is recorded with usage, cost, prompt and where it belongs", async () => {
  const { calls } = await call(() => "done");
  expect(calls).toMatchObject([
    {
      ...{
        taskId: "t",
        attempt: 1,
        step: 1,
        role: "agent",
        model: "scripted:model",
        costMicroUsd: 120,
        epoch: 1,
      },
      ...{ inputTokens: 100, outputTokens: 10, promptVersion: "1", latencyMs: expect.any(Number) },
    },
  ]);
  expect(calls[0]?.promptHash).toMatch(/^[0-9a-f]{64}$/);
});

test("a failed call is a row like any other, by the same prompt, of which nobody knows the cost", async () => {
  const { calls } = await call((_request, { nth }) => (nth === 1 ? failing("cut_stream") : "done"));
  const [failed, answered] = calls;
  expect(failed).toMatchObject({ role: "agent", model: "scripted:model", failure: "cut_stream" });
  expect(failed).not.toHaveProperty("costMicroUsd");
  expect(failed?.promptHash).toBe(answered?.promptHash);
  expect(promptHashOf(REQUEST)).toBe(answered?.promptHash);
  expect(promptHashOf({ ...REQUEST, system: "Be brief." })).not.toBe(answered?.promptHash);
});

test("what a model says of the time to its first token, and of its own cost, is on the row", async () => {
  const model = createScriptedModel(() => "done");
  const response = {
    ...{
      text: "done",
      toolCalls: [],
      verbatim: [],
      finishReason: "stop" as const,
      latencyMs: 30,
      timeToFirstTokenMs: 12,
    },
    usage: { inputTokens: 100, cachedInputTokens: 40, outputTokens: 10, reasoningTokens: 4 },
  };
  const figures = (more: object) => metricsOf(model, "scripted:model", { ...response, ...more });
  expect(figures({})).toMatchObject({ timeToFirstTokenMs: 12, costMicroUsd: 120, ...response.usage });
  expect(figures({ reportedCostMicroUsd: 7 })).toMatchObject({ costMicroUsd: 7 });
});

test.each(["rate_limited", "unavailable", "timeout", "cut_stream"])("%s is tried again", async (code) => {
  const { outcome, slept, calls } = await call((_request, { nth }) => (nth < 3 ? failing(code) : "done"));
  expect(outcome.ok).toBe(true);
  expect(slept).toHaveLength(2);
  expect(slept[1]).toBeGreaterThan(slept[0] ?? 0);
  expect(calls.map((row) => row.failure)).toEqual([code, code, undefined]);
});

test.each(["auth", "quota", "bad_request", "unknown_model", "context_overflow"])(
  "%s is not tried again",
  async (code) => {
    const { outcome, slept } = await call(() => failing(code));
    expect(outcome).toMatchObject({ ok: false, code });
    expect(slept).toEqual([]);
  },
);

test("after three tries the failure goes to the effect", async () => {
  const { outcome, calls } = await call(() => failing("unavailable"));
  expect(outcome).toMatchObject({ ok: false, code: "unavailable" });
  expect(calls).toHaveLength(3);
});

test("the provider's Retry-After is the least delay; a long one is not waited for in a slot", async () => {
  const short = await call((_request, { nth }) => (nth === 1 ? failing("rate_limited", 3_000) : "done"));
  expect(short.slept).toEqual([3_000]);
  const long = await call(() => failing("rate_limited", 60_000));
  expect(long.slept).toEqual([]);
  expect(long.outcome).toMatchObject({ ok: false, retryAfterMs: 60_000 });
});

test("an abort during the delay ends the call by a throw", async () => {
  await expect(call(() => failing("unavailable"), true)).rejects.toThrow();
});

test("an attempt's time stands still during a back-off, and failed requests are no part of it", async () => {
  const { told } = await call((_request, { nth }) => (nth === 1 ? failing("unavailable") : "done"));
  expect(told).toEqual(["give back", "hold", "go on"]);
});

test("waiting for a turn is no part of the attempt's time, and belongs to the run that waits", async () => {
  let key: string | undefined;
  const { told } = await call(
    () => "done",
    false,
    ({ fairKey, onQueued, onAdmitted }) => {
      key = fairKey;
      onQueued?.();
      onAdmitted?.();
    },
  );
  expect(key).toBe("run");
  expect(told).toEqual(["hold", "go on"]);
});

test("a request that was sent away unsent is no call", async () => {
  const { calls, outcome } = await call(
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
  const { calls, run, requests } = await call((_request, { nth }) => (nth < 2 ? failing("timeout") : "done"));
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
    const { requests } = await call(() => "done", false, undefined, { ...limit, maxOutputTokens: 700 });
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
  await expect(call(script, false, undefined, settings)).rejects.toMatchObject({ code: "no_room" });
  expect(asked).toEqual([]);
});

test("a request that was given up before it was sent gives its reservation back", async () => {
  const { run, calls } = await call(
    () => failing("unavailable"),
    false,
    (context) => context.onQueued?.(),
  );
  expect(calls).toEqual([]);
  expect(run.state.ledger).toMatchObject({ reservations: {}, used: { tokens: 0 }, reserved: { tokens: 0 } });
});
