import type { Source } from "@/lib/client/stream/connection";
import type { Locks } from "@/lib/client/stream/stream";
import type { RunEvent } from "@/lib/core/run/events";
import { REDUCER_VERSION, readTopic, type StreamChunk, type StreamFrame, topicName } from "@/lib/core/stream";

/** Web Locks as browsers have them: one holder, the others wait in order, an abort takes one out of the queue. */
export function createFakeLocks(): Locks {
  const queue: (() => void)[] = [];
  let held = false;
  const grant = (): void => {
    if (held) return;
    const next = queue.shift();
    if (!next) return;
    held = true;
    queueMicrotask(next);
  };
  return {
    request: (_name, { signal }, callback) =>
      new Promise((resolve, reject) => {
        const aborted = () => {
          const index = queue.indexOf(run);
          if (index < 0) return;
          queue.splice(index, 1);
          reject(Object.assign(new Error("aborted"), { name: "AbortError" }));
        };
        const run = (): void => {
          signal.removeEventListener("abort", aborted);
          callback()
            .then(resolve, reject)
            .finally(() => {
              held = false;
              grant();
            });
        };
        signal.addEventListener("abort", aborted);
        queue.push(run);
        grant();
      }),
  };
}

type OpenSourceOfRun = Source & { seq: number; chunk: number | undefined; url: string };

/** A server of one run: every connection gets the events after its cursor, then what happens. */
export function createFakeServer(runId: string) {
  const events: RunEvent[] = [];
  const texts: StreamChunk[] = [];
  const sources = new Set<OpenSourceOfRun>();
  let opened = 0;
  let refusing = false;
  let ended = false;

  const frameOf = (
    unseen: RunEvent[],
    { chunks, afterChunk }: { chunks: StreamChunk[]; afterChunk: number | undefined },
    ready: boolean,
  ): StreamFrame => ({
    kind: "run",
    topic: `run:${runId}`,
    reducer: REDUCER_VERSION,
    cursor: { seq: events.length, chunk: texts.length },
    events: unseen,
    ...(afterChunk !== undefined && { afterChunk }),
    chunks,
    ...(ready && { ready }),
    ...(ended && { ended }),
  });

  function openSource(url: string): Source {
    opened += 1;
    const list = new URL(url, "http://localhost").searchParams.get("topics") ?? "";
    const topic = list
      .split(",")
      .flatMap((text) => readTopic(text) ?? [])
      .find((one) => topicName(one) === `run:${runId}`);
    const source = {
      url,
      seq: topic?.kind === "run" ? topic.seq : Number.POSITIVE_INFINITY,
      chunk: topic?.kind === "run" ? topic.chunk : undefined,
      onopen: null as Source["onopen"],
      onmessage: null as Source["onmessage"],
      onbeat: null as Source["onbeat"],
      onerror: null as Source["onerror"],
      onrefused: null,
      close: () => void sources.delete(source),
    };
    sources.add(source);
    queueMicrotask(() => {
      if (!sources.has(source)) return;
      if (refusing) return refuseOne(source);
      source.onopen?.();
      send(source, true);
    });
    return source;
  }

  function refuseOne(source: OpenSourceOfRun): void {
    sources.delete(source);
    source.onrefused?.();
  }

  function send(source: OpenSourceOfRun, ready = false): void {
    if (source.seq === Number.POSITIVE_INFINITY) return;
    const unseen = events.filter((event) => event.seq > source.seq);
    const afterChunk = source.chunk;
    const chunks = texts.slice(afterChunk ?? 0);
    source.seq = events.length;
    source.chunk = texts.length;
    if (unseen.length + chunks.length === 0 && !ready) return;
    source.onmessage?.({ data: JSON.stringify(frameOf(unseen, { chunks, afterChunk }, ready)) });
  }

  function append(count: number): void {
    for (let n = 0; n < count; n += 1) {
      events.push({ run: runId, seq: events.length + 1, type: "run_paused" } as RunEvent);
    }
    for (const source of [...sources]) send(source);
  }

  return {
    openSource,
    /** Connections that are open now, and how many were ever opened. */
    open: () => sources.size,
    opened: () => opened,
    append,
    /** The last event of the run. */
    end() {
      ended = true;
      append(1);
    },
    /** The next piece of the text that a model writes. */
    say(text: string) {
      const chunkNo = texts.length + 1;
      const facts = { epoch: 1, role: "agent", streamId: "k#1", done: false };
      texts.push({ ...facts, chunkNo, seq: chunkNo, text });
      for (const source of [...sources]) send(source);
    },
    /** Ends every connection and lets none in any more, or lets them in again. */
    refuse(now: boolean) {
      refusing = now;
      if (now) for (const source of [...sources]) refuseOne(source);
    },
    /** Says that the connections hold. */
    beat() {
      for (const source of sources) source.onbeat?.();
    },
    /** Loses every connection on the way: nothing comes through, and no error says so. */
    mute() {
      sources.clear();
    },
    /** Cuts every connection off. */
    cut() {
      for (const source of [...sources]) {
        sources.delete(source);
        source.onerror?.();
      }
    },
  };
}
