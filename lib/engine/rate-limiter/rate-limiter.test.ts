import fc from "fast-check";
import { expect, test } from "vitest";
import type { ModelRequest } from "@/lib/core/ports";
import { deferred } from "@/lib/testing/deferred";
import { createManualClock, settled } from "@/lib/testing/manual-clock";
import { createScriptedModel, type Script } from "@/lib/testing/models/scripted-model";
import { scaled } from "@/lib/testing/scaled";
import { createRateLimitedModel, estimateTokens, type LimitsByModel, limitsOf } from ".";

import { createRateLimiter, MAX_PAUSE_WAIT_MS, type ModelLimits, type Release } from "./rate-limiter";

const never = new AbortController().signal;

/** A limiter on a clock that stands still; `enter` records the order in which callers were let in. */
function open(limits: ModelLimits) {
  const clock = createManualClock();
  const limiter = createRateLimiter(clock, () => limits);
  const order: string[] = [];
  const inside = new Map<string, Release>();
  const enter = (name: string, options: { key?: string; tokens?: number; signal?: AbortSignal } = {}) => {
    const { key = name, tokens = 0, signal = never } = options;
    return limiter.acquire({ key, tokens, signal }).then(
      (leave) => {
        order.push(name);
        inside.set(name, leave);
      },
      (failure) => {
        order.push(`${name} ${failure.code}`);
      },
    );
  };
  const leave = async (name: string, tokens?: number) => {
    inside.get(name)?.(tokens);
    await settled();
  };
  return { clock, limiter, order, enter, leave };
}

test("runs take turns, however many calls each has waiting", async () => {
  const { order, enter, leave } = open({ maxConcurrent: 1 });
  for (const name of ["a1", "a2", "a3", "b1", "c1"]) void enter(name, { key: name.charAt(0) });
  await settled();
  for (const name of ["a1", "a2", "b1", "c1"]) await leave(name);
  expect(order).toEqual(["a1", "a2", "b1", "c1", "a3"]);
});

test("a call that is stopped while it waits leaves the queue, and holds up no other", async () => {
  const stop = new AbortController();
  const { order, enter, leave } = open({ maxConcurrent: 1 });
  void enter("first");
  void enter("stopped", { signal: stop.signal });
  void enter("last");
  await settled();
  stop.abort();
  await leave("first");
  expect(order).toEqual(["first", "stopped aborted", "last"]);
  void enter("late", { signal: stop.signal });
  await settled();
  expect(order.at(-1)).toBe("late aborted");
});

test("tokens are counted as guessed, then as they were, for a minute", async () => {
  const { clock, order, enter, leave } = open({ tokensPerMinute: 100 });
  void enter("one", { tokens: 60 });
  void enter("two", { tokens: 60 });
  await settled();
  expect(order).toEqual(["one"]);
  await clock.advance(1_000);
  await leave("one", 30);
  expect(order).toEqual(["one", "two"]);
  void enter("three", { tokens: 10 });
  await settled();
  expect(order).toEqual(["one", "two", "three"]);
  await leave("two", 200);
  void enter("four", { tokens: 10 });
  await clock.advance(59_000);
  expect(order).not.toContain("four");
  await clock.advance(1_000);
  expect(order).toContain("four");
});

test("a call larger than the whole limit goes into an empty minute", async () => {
  const { clock, order, enter } = open({ tokensPerMinute: 100 });
  void enter("small", { tokens: 1 });
  void enter("huge", { tokens: 500 });
  await clock.advance(59_999);
  expect(order).toEqual(["small"]);
  await clock.advance(1);
  expect(order).toEqual(["small", "huge"]);
});

test("a paused limiter keeps callers waiting for a short pause and refuses them for a long one", async () => {
  const { clock, limiter, order, enter } = open({});
  limiter.pauseFor(MAX_PAUSE_WAIT_MS);
  void enter("waits");
  await clock.advance(MAX_PAUSE_WAIT_MS - 1);
  expect(order).toEqual([]);
  limiter.pauseFor(1);
  await clock.advance(1);
  expect(order).toEqual(["waits"]);
  limiter.pauseFor(MAX_PAUSE_WAIT_MS + 1);
  void enter("sent away");
  await settled();
  expect(order.at(-1)).toBe("sent away rate_limited");
});

type Ask = { run: number; atMs: number; tokens: number; real: number; tookMs: number };
type Grant = { run: number; askedMs: number; atMs: number; tokens: number; endMs: number };

/** Plays the calls against a limiter and writes down who was let in when. */
async function play(limits: ModelLimits, asks: Ask[]): Promise<Grant[]> {
  const clock = createManualClock();
  const limiter = createRateLimiter(clock, () => limits);
  const grants: Grant[] = [];
  const calls = asks.map(async ({ run, atMs: askedMs, tokens, real, tookMs }) => {
    await clock.sleep(askedMs);
    const leave = await limiter.acquire({ key: `run${run}`, tokens, signal: never });
    const atMs = clock.nowMs();
    const mine = { run, askedMs, atMs, tokens: real, endMs: atMs + tookMs };
    grants.push(mine);
    await clock.sleep(tookMs);
    leave(real);
  });
  for (let next = clock.nextMs(); next !== undefined; next = clock.nextMs()) {
    await clock.advance(next - clock.nowMs());
    await settled();
  }
  await Promise.all(calls);
  return grants;
}

const asks = fc.array(
  fc
    .record({
      run: fc.integer({ min: 0, max: 4 }),
      atMs: fc.integer({ min: 0, max: 90_000 }),
      tokens: fc.integer({ min: 1, max: 50 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      tookMs: fc.integer({ min: 0, max: 20_000 }),
    })
    .map(({ share, ...ask }) => ({ ...ask, real: Math.floor(ask.tokens * share) })),
  { minLength: 1, maxLength: 40 },
);

test("never too many at a time, never too many tokens in any minute, and everyone is served", async () => {
  const limits = fc.record({
    maxConcurrent: fc.integer({ min: 1, max: 4 }),
    tokensPerMinute: fc.integer({ min: 50, max: 200 }),
  });
  await fc.assert(
    fc.asyncProperty(limits, asks, async ({ maxConcurrent, tokensPerMinute }, wanted) => {
      const grants = await play({ maxConcurrent, tokensPerMinute }, wanted);
      expect(grants).toHaveLength(wanted.length);
      for (const { atMs } of grants) {
        const atATime = grants.filter((one) => one.atMs <= atMs && one.endMs > atMs).length;
        expect(atATime).toBeLessThanOrEqual(maxConcurrent);
        const minute = grants.filter((one) => one.atMs >= atMs && one.atMs < atMs + 60_000);
        expect(minute.reduce((sum, one) => sum + one.tokens, 0)).toBeLessThanOrEqual(tokensPerMinute);
      }
    }),
    { numRuns: scaled(60) },
  );
});

/** Runs that ask for much at about the same time: one of them far more than the others. */
const burst = fc.array(
  fc.record({
    run: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 4 })),
    atMs: fc.integer({ min: 0, max: 20 }),
    tookMs: fc.integer({ min: 10, max: 1_000 }),
    tokens: fc.constant(0),
    real: fc.constant(0),
  }),
  { minLength: 20, maxLength: 40 },
);

test("a waiting run is served within as many turns as runs wait", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), burst, async (maxConcurrent, wanted) => {
      const grants = await play({ maxConcurrent }, wanted);
      const runs = new Set(wanted.map(({ run }) => run)).size;
      for (const [place, { run, askedMs }] of grants.entries()) {
        const before = grants.slice(0, place);
        const since = before.findLastIndex((one) => one.run === run);
        const waited = before.slice(since + 1).filter((one) => one.atMs > askedMs);
        expect(waited.length).toBeLessThan(runs);
      }
    }),
    { numRuns: scaled(60) },
  );
});

const REQUEST: ModelRequest = { modelId: "scripted:model", system: "", messages: [] };

function limitedModel(script: Script, limits: LimitsByModel, processes = () => 1) {
  const clock = createManualClock();
  const model = createScriptedModel(script);
  return { clock, model, limited: createRateLimitedModel({ model, limits, clock, workerCount: processes }) };
}

test("limits are those of the model, else of its provider, and workers divide them", async () => {
  const limits = { scripted: { maxConcurrent: 5 }, "scripted:other": { maxConcurrent: 1 } };
  expect(limitsOf(limits, "scripted:model")).toEqual({ maxConcurrent: 5 });
  expect(limitsOf(limits, "scripted:other")).toEqual({ maxConcurrent: 1 });
  expect(limitsOf(limits, "else:where")).toEqual({});
  const end = deferred();
  let workers = 2;
  const { limited, model } = limitedModel(
    () => end.promise.then(() => "done"),
    limits,
    () => workers,
  );
  const calls = Array.from({ length: 6 }, () => limited.call(REQUEST, { signal: never }));
  await settled();
  expect(model.requests).toHaveLength(2);
  workers = 50;
  end.resolve();
  await Promise.all(calls);
  expect(model.requests).toHaveLength(6);
});

test("a model's own limits win, and hold as soon as they are set", async () => {
  const end = deferred();
  const { model, clock } = limitedModel(() => end.promise.then(() => "done"), {});
  const own = { maxConcurrent: 1 };
  const listed = { ...model, list: () => model.list().map((info) => ({ ...info, limits: own })) };
  const limits = { scripted: { maxConcurrent: 4, tokensPerMinute: 1_000_000 } };
  const limited = createRateLimitedModel({ model: listed, limits, clock, workerCount: () => 1 });
  const calls = Array.from({ length: 3 }, () => limited.call(REQUEST, { signal: never }));
  await settled();
  expect(model.requests).toHaveLength(1);
  own.maxConcurrent = 3;
  calls.push(limited.call(REQUEST, { signal: never }));
  await settled();
  expect(model.requests).toHaveLength(3);
  end.resolve();
  await Promise.all(calls);
});

test("a pause that the provider asks for holds for everyone, each model by itself", async () => {
  const fail = { code: "rate_limited", retryAfterMs: 5_000 };
  const { clock, limited, model } = limitedModel((_request, { nth }) => (nth === 1 ? { fail } : "done"), {});
  await expect(limited.call(REQUEST, { signal: never, fairKey: "a" })).rejects.toMatchObject(fail);
  const queued: string[] = [];
  const waiting = limited.call(REQUEST, {
    signal: never,
    fairKey: "b",
    onQueued: () => queued.push("queued"),
    onAdmitted: () => queued.push("admitted"),
  });
  await limited.call({ ...REQUEST, modelId: "scripted:other" }, { signal: never });
  await clock.advance(4_999);
  expect(model.requests).toHaveLength(2);
  await clock.advance(1);
  expect((await waiting).text).toBe("done");
  expect(queued).toEqual(["queued", "admitted"]);
});

test("a request's tokens are estimated by its length and the longest answer", () => {
  const long = { ...REQUEST, messages: [{ role: "user" as const, text: "x".repeat(4_000) }] };
  const short = estimateTokens({ ...long, maxOutputTokens: 16 });
  expect(short).toBeGreaterThan(1_000);
  expect(estimateTokens(long) - short).toBe(984);
});
