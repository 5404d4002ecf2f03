import type { ChunkRow } from "@/db/queries/chunks";
import type { JsonObject } from "@/lib/core/json";
import type { Log } from "@/lib/core/ports";
import type { StreamFacts, TextStream, TextStreams } from "./text-streams";

type ChunkLease = { runId: string; epoch: number };

type ChunkNumbers = {
  /** Makes sure that numbers can be given for these leases. */
  prepare(leases: ChunkLease[]): Promise<void>;
  /** The run's next number; undefined under a lease that a later one has replaced. */
  next(lease: ChunkLease): number | undefined;
};

const MAX_RUNS = 1_000;

type ChunkStore = {
  insert(rows: ChunkRow[]): Promise<void>;
  /** The last chunk number of each run that has any. */
  lastChunks(runIds: string[]): Promise<Map<string, number>>;
};

type ChunkBuffer = TextStreams & {
  /** Stores everything that has arrived. Never rejects. */
  flush(): Promise<void>;
};

type Pending = { facts: StreamFacts; text: string; seq: number; done: boolean; meta?: JsonObject };

const FLUSH_MS = 100;
/** Text is no truth of the run: rather than hold more than this for a store that is away, it is let go. */
const MAX_UNSENT_CHARS = 1_000_000;

/**
 * Gathers the text of all streams of a process and stores it every `flushMs`, all runs in one insert, and at once
 * when a stream ends: so it is there before the step that it belongs to is committed.
 */
export function createChunkBuffer(options: {
  store: ChunkStore;
  /** Told after the insert: each run with its last chunk. */
  onStored(last: Map<string, number>): void;
  log: Log;
  flushMs?: number;
}): ChunkBuffer {
  const { store, onStored, log, flushMs = FLUSH_MS } = options;
  const numbers: ChunkNumbers = createChunkNumbers(store.lastChunks);
  const pending = new Set<Pending>();
  /** Numbered rows whose insert failed; numbers make the repeat harmless. */
  let unsent: ChunkRow[] = [];
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  function flush(): Promise<void> {
    next ??= current.then(() => {
      next = undefined;
      current = write().catch((error: unknown) => {
        log.warn({ err: error }, "Streamed text could not be stored; it will be tried again");
        if (unsent.reduce((sum, row) => sum + row.text.length, 0) > MAX_UNSENT_CHARS) unsent = [];
        schedule();
      });
      return current;
    });
    return next;
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, flushMs);
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const waiting = [...pending].filter((stream) => stream.text !== "" || stream.done);
    if (waiting.length === 0 && unsent.length === 0) return;
    await numbers.prepare(waiting.map(({ facts }) => facts));
    unsent.push(...waiting.flatMap(toRow));
    if (unsent.length === 0) return;
    await store.insert(unsent);
    onStored(new Map(unsent.map((row) => [row.runId, row.chunkNo])));
    unsent = [];
  }

  /** Takes the stream's text; nothing when its lease has been lost to a later one. */
  function toRow(stream: Pending): ChunkRow[] {
    const { facts, done } = stream;
    const text = done ? stream.text : wholeCharacters(stream.text);
    stream.text = stream.text.slice(text.length);
    if (done) pending.delete(stream);
    const chunkNo = text === "" && !done ? undefined : numbers.next(facts);
    if (chunkNo === undefined) return [];
    stream.seq += 1;
    const { meta } = stream;
    delete stream.meta;
    return [{ ...facts, chunkNo, seq: stream.seq, text, done, ...(meta && { meta }) }];
  }

  function open(facts: StreamFacts): TextStream {
    const stream: Pending = { facts, text: "", seq: 0, done: false };
    return {
      add(delta, meta) {
        if (delta === "") return;
        stream.text += delta;
        if (meta) stream.meta = meta;
        pending.add(stream);
        schedule();
      },
      async end({ kept } = { kept: false }) {
        if (!pending.has(stream)) return;
        if (kept && stream.seq === 0) return void pending.delete(stream);
        stream.done = true;
        await flush();
      },
    };
  }

  return { open, flush };
}

/** Without a trailing half of a surrogate pair: its other half is still to come. */
function wholeCharacters(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

/** Counts the chunks of each run. A new lease continues after the last chunk that the store has. */
function createChunkNumbers(readLast: (runIds: string[]) => Promise<Map<string, number>>): ChunkNumbers {
  const counters = new Map<string, { epoch: number; last: number }>();

  return {
    async prepare(leases) {
      const fresh = new Map<string, number>();
      for (const { runId, epoch } of leases) {
        const known = Math.max(counters.get(runId)?.epoch ?? -1, fresh.get(runId) ?? -1);
        if (epoch > known) fresh.set(runId, epoch);
      }
      if (fresh.size === 0) return;
      const last = await readLast([...fresh.keys()]);
      for (const [runId, epoch] of fresh) {
        counters.delete(runId);
        counters.set(runId, { epoch, last: last.get(runId) ?? 0 });
      }
      const needed = new Set(leases.map((lease) => lease.runId));
      for (const runId of counters.keys()) {
        if (counters.size <= MAX_RUNS) return;
        if (!needed.has(runId)) counters.delete(runId);
      }
    },
    next({ runId, epoch }) {
      const counter = counters.get(runId);
      if (!counter || counter.epoch !== epoch) return;
      counter.last += 1;
      return counter.last;
    },
  };
}
