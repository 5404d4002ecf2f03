import { afterEach, describe, expect, it, vi } from "vitest";
import type { RunEvent } from "@/lib/core/run/events";
import { runItemFrame } from "./run-events";
import { eventStreamResponse, resumePosition } from "./sse";

const eventAt = (seq: number, text = "") =>
  ({ run: "run_1", seq, type: "run_paused", payload: { reason: { code: "stated", text } } }) as RunEvent;

const frame = (event: RunEvent) => runItemFrame({ event, cursor: { seq: event.seq, chunk: 0 } });

async function* batchesOf(...batches: RunEvent[][]) {
  yield* batches;
}

describe("event stream", () => {
  afterEach(() => vi.useRealTimers());

  it("names each frame by event and chunk, and keeps a text's line breaks inside its line", () => {
    const text = frame(eventAt(12, "first\nsecond\r\nid: 99"));
    expect(text.split("\n")).toEqual([
      "id: 12.0",
      `data: ${JSON.stringify(eventAt(12, "first\nsecond\r\nid: 99"))}`,
      "",
      "",
    ]);
  });

  it("writes an event as text once, for all who watch its run", () => {
    const written = vi.fn(() => ({ reason: "stated" }));
    const event = { ...eventAt(3), payload: { toJSON: written } } as unknown as RunEvent;
    const texts = Array.from({ length: 500 }, () => frame(event));
    expect(new Set(texts).size).toBe(1);
    expect(written).toHaveBeenCalledTimes(1);
  });

  it("sends everything in order and closes with its source", async () => {
    const onClose = vi.fn();
    const response = eventStreamResponse(batchesOf([eventAt(1), eventAt(2)], [eventAt(3)]), {
      frame,
      onClose,
    });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const ids = [...(await response.text()).matchAll(/^id: (.*)$/gm)].map(([, id]) => id);
    expect(ids).toEqual(["1.0", "2.0", "3.0"]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("tells its source to stop when the reader goes", async () => {
    const onClose = vi.fn();
    const response = eventStreamResponse(batchesOf([eventAt(1)]), { frame, onClose });
    await response.body?.cancel();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it.each([
    [": still here\n\n", {}],
    ["event: beat\ndata:\n\n", { heartbeat: "event: beat\ndata:\n\n" }],
  ])("sends heartbeats while nothing happens: %j", async (expected, options) => {
    vi.useFakeTimers();
    const never = new Promise<IteratorResult<RunEvent[]>>(() => {});
    const silent: AsyncIterable<RunEvent[]> = { [Symbol.asyncIterator]: () => ({ next: () => never }) };
    const reader = eventStreamResponse(silent, {
      frame,
      heartbeatMs: 50,
      onClose: () => {},
      ...options,
    }).body?.getReader();
    await reader?.read();
    await vi.advanceTimersByTimeAsync(50);
    const beat = await reader?.read();
    expect(new TextDecoder().decode(beat?.value)).toBe(expected);
    await reader?.cancel();
  });

  it("does not read ahead of a slow reader, and closes one that takes nothing", async () => {
    vi.useFakeTimers();
    let produced = 0;
    async function* endless() {
      for (;;) yield [eventAt(++produced, "x".repeat(40_000))];
    }
    const onClose = vi.fn();
    const response = eventStreamResponse(endless(), {
      frame,
      heartbeatMs: 50,
      maxUnsentBytes: 256 * 1024,
      onClose,
    });
    await vi.advanceTimersByTimeAsync(49);
    expect(produced).toBe(7);
    await vi.advanceTimersByTimeAsync(51);
    expect(onClose).toHaveBeenCalledOnce();
    await expect(response.text()).rejects.toThrow("too slow");
    expect(produced).toBe(7);
  });
});

describe("a reader whose buffer is full", () => {
  afterEach(() => vi.useRealTimers());

  it("stays as long as it reads between heartbeats, however slowly", async () => {
    vi.useFakeTimers();
    async function* endless() {
      for (let seq = 1; ; seq += 1) yield [eventAt(seq, "x".repeat(40_000))];
    }
    const onClose = vi.fn();
    const options = { frame, heartbeatMs: 50, maxUnsentBytes: 128 * 1024, onClose };
    const reader = eventStreamResponse(endless(), options).body?.getReader();
    for (let beats = 0; beats < 5; beats += 1) {
      await vi.advanceTimersByTimeAsync(49);
      expect((await reader?.read())?.done).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(onClose).not.toHaveBeenCalled();
    }
    await vi.advanceTimersByTimeAsync(100);
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe("rights of a reader", () => {
  afterEach(() => vi.useRealTimers());

  it("are asked again every minute, and the stream ends when they are gone", async () => {
    vi.useFakeTimers();
    const never = new Promise<IteratorResult<RunEvent[]>>(() => {});
    const silent: AsyncIterable<RunEvent[]> = { [Symbol.asyncIterator]: () => ({ next: () => never }) };
    const checkRights = vi.fn(async () => {
      if (checkRights.mock.calls.length > 1) throw Object.assign(new Error("no more"), { code: "forbidden" });
    });
    const onClose = vi.fn();
    const response = eventStreamResponse(silent, { frame, checkRights, onClose });
    const read = expect(response.text()).rejects.toMatchObject({ code: "forbidden" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onClose).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onClose).toHaveBeenCalledOnce();
    await read;
  });
});

describe("the position of a reader that comes back", () => {
  const positionOf = (id?: string) =>
    resumePosition(new Headers(id === undefined ? {} : { "last-event-id": id }));

  it("is its last id", () => {
    expect(positionOf("42.0")).toEqual({ seq: 42, chunk: 0 });
    expect(positionOf(" 42.17 ")).toEqual({ seq: 42, chunk: 17 });
  });
  it.each([undefined, "", "abc", "-1.0", "4", "1.2.3"])("is none by the id %s", (id) => {
    expect(positionOf(id)).toBeUndefined();
  });
});
