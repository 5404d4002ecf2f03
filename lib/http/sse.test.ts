import { afterEach, describe, expect, it, vi } from "vitest";
import type { RunEvent } from "@/lib/core/run/events";
import { eventStreamResponse, frameOf, resumeAfter } from "./sse";

const eventAt = (seq: number, text = "") =>
  ({ run: "run_1", seq, type: "run_paused", payload: { reason: text } }) as RunEvent;

async function* batchesOf(...batches: RunEvent[][]) {
  yield* batches;
}

describe("event stream", () => {
  afterEach(() => vi.useRealTimers());

  it("names each frame by event and chunk, and keeps a text's line breaks inside its line", () => {
    const frame = frameOf(eventAt(12, "first\nsecond\r\nid: 99"));
    expect(frame.split("\n")).toEqual([
      "id: 12.0",
      `data: ${JSON.stringify(eventAt(12, "first\nsecond\r\nid: 99"))}`,
      "",
      "",
    ]);
  });

  it("sends everything in order and closes with its source", async () => {
    const onClose = vi.fn();
    const response = eventStreamResponse(batchesOf([eventAt(1), eventAt(2)], [eventAt(3)]), { onClose });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const ids = [...(await response.text()).matchAll(/^id: (.*)$/gm)].map(([, id]) => id);
    expect(ids).toEqual(["1.0", "2.0", "3.0"]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("tells its source to stop when the reader goes", async () => {
    const onClose = vi.fn();
    const response = eventStreamResponse(batchesOf([eventAt(1)]), { onClose });
    await response.body?.cancel();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("sends heartbeats while nothing happens", async () => {
    vi.useFakeTimers();
    const never = new Promise<IteratorResult<RunEvent[]>>(() => {});
    const silent: AsyncIterable<RunEvent[]> = { [Symbol.asyncIterator]: () => ({ next: () => never }) };
    const reader = eventStreamResponse(silent, { heartbeatMs: 50, onClose: () => {} }).body?.getReader();
    await reader?.read();
    await vi.advanceTimersByTimeAsync(50);
    const beat = await reader?.read();
    expect(new TextDecoder().decode(beat?.value)).toBe(": still here\n\n");
    await reader?.cancel();
  });

  it("does not read ahead of a slow reader, and closes one that takes nothing", async () => {
    vi.useFakeTimers();
    let produced = 0;
    async function* endless() {
      for (;;) yield [eventAt(++produced, "x".repeat(40_000))];
    }
    const onClose = vi.fn();
    const response = eventStreamResponse(endless(), { heartbeatMs: 50, maxUnsentBytes: 256 * 1024, onClose });
    await vi.advanceTimersByTimeAsync(49);
    expect(produced).toBe(7);
    await vi.advanceTimersByTimeAsync(51);
    expect(onClose).toHaveBeenCalledOnce();
    await expect(response.text()).rejects.toThrow("too slow");
    expect(produced).toBe(7);
  });
});

describe("resumeAfter", () => {
  const placeOf = (id: string | undefined, query?: number) =>
    resumeAfter(new Headers(id === undefined ? {} : { "last-event-id": id }), query);

  it("prefers the reader's last id over the address it first connected with", () => {
    expect(placeOf("42.0", 7)).toBe(42);
    expect(placeOf("42.17")).toBe(42);
  });
  it.each([undefined, "", "abc", "-1.0", "4", "1.2.3"])("falls back for %s", (id) => {
    expect(placeOf(id, 7)).toBe(7);
    expect(placeOf(id)).toBe(0);
  });
});
