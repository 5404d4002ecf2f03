import { afterEach, describe, expect, it, vi } from "vitest";
import type { RunEvent } from "@/lib/core/run/events";
import { createRunHub } from "./index";
import type { HubSources } from "./types";
import { createWaiters } from "./waiters";

/** A store of one run whose events appear one by one; notifications can be lost. */
function world(runId = "run_1") {
  const events: RunEvent[] = [];
  const listeners = new Set<(runId: string, seq: number, chunk: number) => void>();
  const hearing: { comments?: (runId: string) => void; reconnected?: () => void } = {};
  const readEvents = vi.fn(async (_: string, afterSeq: number, limit: number) =>
    events.slice(afterSeq, afterSeq + limit),
  );
  const sources: HubSources = {
    readEvents,
    listen: async (onChange, reconnected, comments) => {
      listeners.add(onChange);
      Object.assign(hearing, { reconnected, comments });
      return async () => void listeners.delete(onChange);
    },
    readHeads: async (ids) =>
      new Map(
        ids.flatMap((id) =>
          id === runId ? [[id, { seq: events.length, chunk: 0, ended: hasEnded(events) }] as const] : [],
        ),
      ),
    readChunks: async () => [],
    readOpenChunk: async () => 0,
    readChanges: async () => ({ nowMs: 0, runs: [] }),
  };
  const append = (count: number, { notify = true, type = "run_paused" } = {}) => {
    for (let n = 0; n < count; n += 1) events.push({ run: runId, seq: events.length + 1, type } as RunEvent);
    if (notify) for (const listener of listeners) listener(runId, events.length, 0);
  };
  return { runId, sources, readEvents, append, listeners, hearing };
}

const hasEnded = (events: RunEvent[]) => events.some((event) => event.type === "run_finished");

/** The numbers of the events of a watch, as they come; `until` resolves when that number was seen. */
function collect(batches: AsyncIterable<RunEvent[]>) {
  const seqs: number[] = [];
  const waiters: { seq: number; resolve: () => void }[] = [];
  const done = (async () => {
    for await (const events of batches) {
      seqs.push(...events.map((event) => event.seq));
      for (const waiter of waiters) if (seqs.includes(waiter.seq)) waiter.resolve();
    }
  })();
  const until = (seq: number) =>
    seqs.includes(seq) ? Promise.resolve() : new Promise<void>((resolve) => waiters.push({ seq, resolve }));
  return { seqs, done, until };
}

const oneTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, n) => n + first);

describe("run hub", () => {
  const stop = new AbortController();
  afterEach(() => vi.useRealTimers());

  it("gives all events once and in order, old ones and new ones", async () => {
    const { runId, sources, append } = world();
    append(1_300);
    const hub = createRunHub(sources);
    const watch = collect(hub.watch(runId, { after: 0, signal: stop.signal }));
    await watch.until(1_300);
    append(2);
    await watch.until(1_302);
    append(1, { type: "run_finished" });
    await watch.done;
    expect(watch.seqs).toEqual(oneTo(1_303));
    await hub.close();
  });

  it("continues after the number it is given", async () => {
    const { runId, sources, append } = world();
    append(9);
    append(1, { type: "run_finished" });
    const hub = createRunHub(sources);
    const watch = collect(hub.watch(runId, { after: 7, signal: stop.signal }));
    await watch.done;
    expect(watch.seqs).toEqual([8, 9, 10]);
    await hub.close();
  });

  it("reads a change once for all its watchers", async () => {
    const { runId, sources, append, readEvents } = world();
    const hub = createRunHub(sources);
    append(1);
    const watches = oneTo(50).map(() => collect(hub.watch(runId, { after: 0, signal: stop.signal })));
    await Promise.all(watches.map((watch) => watch.until(1)));
    readEvents.mockClear();
    append(3);
    await Promise.all(watches.map((watch) => watch.until(4)));
    expect(readEvents).toHaveBeenCalledTimes(1);
    for (const watch of watches) expect(watch.seqs).toEqual([1, 2, 3, 4]);
    await hub.close();
    await Promise.all(watches.map((watch) => watch.done));
  });

  it("finds by polling what a lost notification did not tell", async () => {
    vi.useFakeTimers();
    const { runId, sources, append } = world();
    const hub = createRunHub(sources, { pollMs: 2_000 });
    append(1);
    const watch = collect(hub.watch(runId, { after: 0, signal: stop.signal }));
    await watch.until(1);
    append(1, { notify: false });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(watch.seqs).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1);
    await watch.until(2);
    await hub.close();
    await watch.done;
  });

  it("keeps going on polls alone when it cannot listen", async () => {
    vi.useFakeTimers();
    const { runId, sources, append } = world();
    const deaf = { ...sources, listen: () => Promise.reject(new Error("no connection")) };
    const hub = createRunHub(deaf, { pollMs: 100 });
    append(1);
    const watch = collect(hub.watch(runId, { after: 0, signal: stop.signal }));
    await watch.until(1);
    append(1, { type: "run_finished" });
    await vi.advanceTimersByTimeAsync(100);
    await watch.done;
    expect(watch.seqs).toEqual([1, 2]);
  });

  it("says that comments have changed, or may have, to those who look, and reads nothing for it", async () => {
    const { runId, sources, append, hearing, readEvents } = world();
    append(1);
    const hub = createRunHub(sources);
    const batches = hub.follow(runId, { seq: 1, signal: stop.signal })[Symbol.asyncIterator]();
    expect((await batches.next()).value).toMatchObject({ ready: true });
    const news = batches.next();
    hearing.comments?.("run_other");
    hearing.comments?.(runId);
    hearing.comments?.(runId);
    const comments = { cursor: { seq: 1, chunk: 0 }, events: [], chunks: [], comments: true };
    expect((await news).value).toEqual(comments);
    const missed = batches.next();
    hearing.reconnected?.();
    expect((await missed).value).toEqual(comments);
    expect(readEvents).not.toHaveBeenCalled();
    await hub.close();
  });

  it("ends when its watcher goes, and stops listening when it is closed", async () => {
    const { runId, sources, append, listeners } = world();
    const gone = new AbortController();
    const hub = createRunHub(sources);
    append(1);
    const watch = collect(hub.watch(runId, { after: 0, signal: gone.signal }));
    await watch.until(1);
    gone.abort();
    await watch.done;
    await hub.close();
    expect(listeners.size).toBe(0);
  });

  it("ends at once for a run that does not exist", async () => {
    const { sources } = world();
    const hub = createRunHub(sources);
    const watch = collect(hub.watch("run_none", { after: 0, signal: stop.signal }));
    await watch.done;
    expect(watch.seqs).toEqual([]);
    await hub.close();
  });
});

describe("waiters", () => {
  it("listen to a signal once, however often its reader sleeps, and wake all of it when it fires", async () => {
    const waiters = createWaiters();
    const gone = new AbortController();
    const listen = vi.spyOn(gone.signal, "addEventListener");
    for (let n = 0; n < 3; n += 1) {
      const slept = waiters.wait(gone.signal);
      waiters.wakeAll();
      await slept;
    }
    expect(listen).toHaveBeenCalledTimes(1);
    const both = Promise.all([waiters.wait(gone.signal), waiters.wait(gone.signal)]);
    gone.abort();
    await both;
    await waiters.wait(gone.signal);
  });
});
