import type { CancelSignal, Clock, Model, ModelCallContext, ModelRequest } from "@/lib/core/ports";
import type { RunState } from "@/lib/core/run";
import type { EffectContext } from "@/lib/engine/effects/effect";
import { callModel } from "@/lib/engine/model/call-model";
import { silentTextStreams } from "@/lib/engine/streams/text-streams";
import type { ModelCallRow } from "@/lib/engine/types";
import { sameSetup } from "@/lib/engine/workspaces";
import { createSchemas, createToolbox } from "@/lib/tools";
import { createScriptedModel, type Script } from "../models/scripted-model";
import { silentLog } from "../silent-log";
import { createMemoryStore } from "./memory-run-store";
import { HELD, runWithEffect } from "./run-with-effect";

export const REQUEST: ModelRequest = {
  modelId: "scripted:model",
  system: "Role: agent",
  messages: [{ role: "user", text: "go" }],
};

/** What a rate limiter before the model does with a call. */
type Queue = (context: ModelCallContext) => void;

/** A model is waited for longer than this, and the clock of a test does not come so far. */
const LONGEST_BACK_OFF_MS = 60_000;

function ended(signal: CancelSignal | undefined, resolve: () => void): void {
  signal?.addEventListener("abort", resolve, { once: true });
}

/** One call on a clock that only writes down how long it was asked to sleep. */
export async function callOnRun(
  script: Script,
  abortWhileSleeping = false,
  queue?: Queue,
  settings: Partial<RunState["settings"]> = {},
) {
  const slept: number[] = [];
  const calls: ModelCallRow[] = [];
  const kept: string[] = [];
  const controller = new AbortController();
  const clock: Clock = {
    nowMs: () => 0,
    monotonicMs: () => 0,
    async sleep(delayMs, signal) {
      if (delayMs > LONGEST_BACK_OFF_MS) return new Promise((resolve) => ended(signal, resolve));
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
  const reported: string[] = [];
  const time = {
    pause: () => void reported.push("hold"),
    resume: () => void reported.push("go on"),
    exclude: () => void reported.push("give back"),
    modelBegins: () => undefined,
    modelEnds: () => undefined,
  };
  const key = "run/t/1/run_attempt/1";
  const run = runWithEffect(key, settings);
  let ids = 0;
  const workspaces = sameSetup({ model: queued, tools: createToolbox([]) });
  const context: EffectContext = {
    ...(await workspaces.open("local")),
    workspaces,
    lease: HELD,
    catchUp: async () => true,
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
    claimStart: () => false,
    record(row, prompt) {
      calls.push(row);
      if (prompt) kept.push(prompt.digest);
    },
  };
  const outcome = await callModel(context, REQUEST, { role: "agent", promptVersion: "1", step: 1 });
  return { outcome, slept, calls, kept, reported, run, context, requests: model.requests };
}

export const failing = (code: string, retryAfterMs?: number) => ({
  fail: { code, ...(retryAfterMs !== undefined && { retryAfterMs }) },
});
