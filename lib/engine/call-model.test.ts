import { expect, test } from "vitest";
import type { Clock, Model, ModelCallContext, ModelRequest } from "@/lib/core/ports";
import { initialState } from "@/lib/core/run";
import { createMemoryStore } from "@/lib/testing/memory-door";
import { silentLog } from "@/lib/testing/memory-engine";
import { createScriptedModel, type Script } from "@/lib/testing/scripted-model";
import { createSchemas, createToolbox } from "@/lib/tools";
import { callModel } from "./call-model";
import type { EffectContext } from "./effects/effect";
import { silentTextStreams } from "./text-streams";
import type { ModelCallRow } from "./types";

const REQUEST: ModelRequest = {
  modelId: "scripted:model",
  system: "Role: agent",
  messages: [{ role: "user", text: "go" }],
};

/** What a lane before the model does with a call. */
type Queue = (context: ModelCallContext) => void;

/** One call on a clock that only writes down how long it was asked to sleep. */
async function call(script: Script, abortWhileSleeping = false, queue?: Queue) {
  const slept: number[] = [];
  const calls: ModelCallRow[] = [];
  const controller = new AbortController();
  const clock: Clock = {
    nowMs: () => 0,
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
    hold: () => void told.push("hold"),
    goOn: () => void told.push("go on"),
    giveBack: () => void told.push("give back"),
  };
  const context: EffectContext = {
    model: queued,
    time,
    tools: createToolbox([]),
    schemas: createSchemas(),
    reads: createMemoryStore().reads,
    clock,
    ids: { next: () => `id${calls.length}` },
    log: silentLog,
    streams: silentTextStreams,
    defaultModelId: "scripted:model",
    repairAttempts: 3,
    runId: "run",
    key: "run/t/1/run_attempt/1",
    kind: "run_attempt",
    taskId: "t",
    attempt: 1,
    signal: controller.signal,
    epoch: 1,
    state: () => initialState("run"),
    stopReason: () => undefined,
    commit: async () => [],
    record: (row) => void calls.push(row),
  };
  const outcome = await callModel(context, REQUEST, { role: "agent", promptVersion: "1", step: 1 });
  return { outcome, slept, calls, told };
}

const failing = (code: string, retryAfterMs?: number) => ({
  fail: { code, ...(retryAfterMs !== undefined && { retryAfterMs }) },
});

test("a call is recorded with usage, cost, prompt and where it belongs", async () => {
  const { calls } = await call(() => "done");
  expect(calls).toMatchObject([
    { taskId: "t", attempt: 1, step: 1, role: "agent", model: "scripted:model", costMicroUsd: 120, epoch: 1 },
  ]);
  expect(calls[0]?.promptHash).toMatch(/^[0-9a-f]{64}$/);
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
