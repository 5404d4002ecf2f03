import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChunkRow } from "@/db/queries/chunks";
import { silentLog } from "@/lib/testing/silent-log";
import { createChunkBuffer } from "./chunk-buffer";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A store of rows that can be away, and a buffer on it. */
function world(stored: ChunkRow[] = []) {
  const inserts: ChunkRow[][] = [];
  const reported: [string, number][] = [];
  let failures = 0;
  const buffer = createChunkBuffer({
    store: {
      async insert(rows) {
        if (failures > 0) {
          failures -= 1;
          throw new Error("The store is away");
        }
        inserts.push([...rows]);
        stored.push(...rows);
      },
      lastChunks: async (runIds) =>
        new Map(
          runIds.map((id) => [
            id,
            Math.max(0, ...stored.filter(({ runId }) => runId === id).map(({ chunkNo }) => chunkNo)),
          ]),
        ),
    },
    onStored: (last) => void reported.push(...last),
    log: silentLog,
  });
  const open = (runId: string, streamId: string, epoch = 1) =>
    buffer.open({ runId, workspaceId: "local", epoch, role: "agent", streamId });
  const fail = (times: number) => {
    failures = times;
  };
  return { stored, inserts, reported, open, buffer, fail };
}

const shown = ({ runId, chunkNo, streamId, seq, text, done }: ChunkRow) =>
  `${runId} ${chunkNo} ${streamId}.${seq} ${text}${done ? "." : ""}`;

test("the text of all runs goes in one insert every 100 ms, numbered within its run and its stream", async () => {
  const { inserts, reported, open } = world();
  const a = open("run_1", "a");
  const b = open("run_2", "b");
  a.add("one ");
  b.add("two");
  a.add("three");
  await vi.advanceTimersByTimeAsync(99);
  expect(inserts).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(inserts.map((rows) => rows.map(shown))).toEqual([["run_1 1 a.1 one three", "run_2 1 b.1 two"]]);
  expect(reported).toEqual([
    ["run_1", 1],
    ["run_2", 1],
  ]);
  a.add("!");
  await a.end();
  expect(inserts[1]?.map(shown)).toEqual(["run_1 2 a.2 !."]);
});

test("a stream's end resolves when its text is stored, and one without text stores nothing", async () => {
  const { inserts, open } = world();
  await open("run_1", "silent").end();
  expect(inserts).toEqual([]);
  const stream = open("run_1", "a");
  stream.add("x");
  await stream.end();
  expect(inserts.flat().map(shown)).toEqual(["run_1 1 a.1 x."]);
});

test("a new lease continues after the last chunk that is stored, and a lost one gets no more numbers", async () => {
  const first = world();
  const old = first.open("run_1", "a", 1);
  old.add("x");
  await first.buffer.flush();
  const second = world(first.stored);
  const again = second.open("run_1", "b", 2);
  again.add("y");
  await again.end();
  expect(second.inserts.flat().map(shown)).toEqual(["run_1 2 b.1 y."]);
  const stale = second.open("run_1", "c", 1);
  stale.add("late");
  await stale.end();
  expect(second.inserts.flat()).toHaveLength(1);
});

test("chunks that could not be stored are tried again under the same numbers, and no flush waits forever", async () => {
  const { inserts, open, fail } = world();
  fail(1);
  const stream = open("run_1", "a");
  stream.add("x");
  await stream.end();
  expect(inserts).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(inserts.flat().map(shown)).toEqual(["run_1 1 a.1 x."]);
});

test("a position of the text goes with its next chunk, once; an empty delta is none", async () => {
  const { inserts, open, buffer } = world();
  const stream = open("run_1", "a");
  const meta = { offset: 7 };
  stream.add("", meta);
  await vi.advanceTimersByTimeAsync(100);
  expect(inserts).toEqual([]);
  await stream.end();
  expect(inserts).toEqual([]);
  stream.add("x", meta);
  stream.add("y");
  await buffer.flush();
  stream.add("z");
  await stream.end();
  expect(inserts.flat()).toMatchObject([{ text: "xy", meta }, { text: "z" }]);
  expect(inserts.flat()[1]).not.toHaveProperty("meta");
});

test("a character that arrives in halves stays whole", async () => {
  const { inserts, open, buffer } = world();
  const stream = open("run_1", "a");
  const [high = "", low = ""] = ["😀".charAt(0), "😀".charAt(1)];
  stream.add(`a${high}`);
  await buffer.flush();
  stream.add(low);
  await stream.end();
  expect(inserts.flat().map(({ text }) => text)).toEqual(["a", "😀"]);
});

test("a text that is kept elsewhere is stored only where some of it has been", async () => {
  const { inserts, open, buffer } = world();
  const quick = open("run_1", "quick");
  quick.add("all at once");
  await quick.end({ kept: true });
  await buffer.flush();
  expect(inserts).toEqual([]);
  const slow = open("run_1", "slow");
  slow.add("begun ");
  await buffer.flush();
  slow.add("and over");
  await slow.end({ kept: true });
  expect(inserts.map((rows) => rows.map(shown))).toEqual([
    ["run_1 1 slow.1 begun "],
    ["run_1 2 slow.2 and over."],
  ]);
});
