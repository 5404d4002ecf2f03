import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { insertChunks, readChunksAfter, readLastChunks, readOpenChunk } from "@/db/queries/chunks";
import { localPerson } from "@/lib/auth/actor";
import type { Model } from "@/lib/core/ports";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { startEngine } from "@/lib/testing/engine/run-harness";
import {
  createRun,
  openRunStore,
  type RunStoreProcess,
  takeLease,
} from "@/lib/testing/engine/run-store-world";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";

let test1: TestDatabase;
let database: Database;
let process1: RunStoreProcess;
beforeAll(async () => {
  test1 = await createTestDatabase();
  database = openDatabase(test1.url, { max: 3 });
  process1 = openRunStore(test1.url);
});
afterAll(async () => {
  await process1?.database.close();
  await database?.close();
  await test1?.drop();
});

async function countChunks(): Promise<number> {
  const [row] = await database.sql`select count(*)::int as count from stream_chunks`;
  return row?.count;
}

/** Writes its answers in pieces, slowly enough for the first to be stored, after a thought; "broken" is cut off. */
function talkingModel(): Model {
  const scripted = createScriptedModel(({ role }) => (role === "answer" ? "All done." : "One two three."));
  return {
    ...scripted,
    async call(request, context) {
      const [first] = request.messages;
      const broken = first?.role === "user" && first.text.includes('"broken"');
      const before = await countChunks();
      context.onReasoning?.("Hm.");
      context.onText?.(broken ? "Half a sent" : "One ");
      if (broken) throw Object.assign(new Error("cut"), { code: "bad_request" });
      await vi.waitUntil(async () => (await countChunks()) > before, { timeout: 5_000, interval: 20 });
      for (const piece of ["two ", "three."]) context.onText?.(piece);
      return scripted.call(request, context);
    },
  };
}

test("text is stored in order and before the step that it belongs to, and kept when the request fails", async () => {
  const engine = await startEngine({ databaseUrl: test1.url, model: talkingModel() });
  const task = { title: "T", input: "go" };
  const plan = {
    title: "P",
    tasks: [
      { ...task, id: "a" },
      { ...task, id: "broken", dependsOn: ["a"] },
    ],
  };
  const { sql } = database;
  // Whatever is written to the events of steps, the chunks of these steps must be there already.
  await sql.unsafe(`create table early (step int);
    create function note_early() returns trigger language plpgsql as $$ begin
      if new.type = 'task_step' and not exists (select 1 from stream_chunks c where c.run_id = new.run_id
        and c.task_id = new.payload->>'taskId' and c.step = (new.payload->>'step')::int and c.done)
      then insert into early values (1); end if; return new; end $$;
    create trigger note_early before insert on run_events for each row execute function note_early()`);
  const runId = await engine.createRun({ plan, settings: { modelPatienceMs: 0 } });
  await engine.waitFor(runId, (state) => Object.keys(state.openApprovals).length > 0);
  const chunks = await readChunksAfter(sql, { runId, after: 0, limit: 100 });
  expect(chunks.map(({ chunkNo }) => chunkNo)).toEqual(chunks.map((_, index) => index + 1));
  const textOf = (taskId: string) =>
    chunks.filter((chunk) => chunk.taskId === taskId && chunk.stream === undefined);
  expect(chunks.filter(({ stream, taskId }) => stream === "reasoning" && taskId === "a")).toMatchObject([
    { text: "Hm.", done: false, attempt: 1, step: 1, role: "agent" },
    { text: "", done: true },
  ]);
  expect(
    textOf("a")
      .map(({ text }) => text)
      .join(""),
  ).toBe("One two three.");
  expect(textOf("a").at(-1)).toMatchObject({ attempt: 1, step: 1, role: "agent", done: true });
  expect(
    textOf("broken")
      .map(({ text }) => text)
      .join(""),
  ).toContain("Half a sent");
  expect(await sql`select * from early`).toHaveLength(0);
  await sql`drop trigger note_early on run_events`;
  await engine.stop();
});

test("a reader of the shared stream gets the text while it is written, and each event once", async () => {
  const engine = await startEngine({ databaseUrl: test1.url, model: talkingModel() });
  const plan = { title: "P", tasks: [{ id: "a", title: "T", input: "go" }] };
  const runId = await engine.createRun({ plan });
  const { frames } = await engine.services.stream.open({
    actor: localPerson,
    input: { topics: `run:${runId}@0.0`, signal: new AbortController().signal },
  });
  const seqs: number[] = [];
  let text = "";
  for await (const frame of frames) {
    if (frame.kind !== "run") continue;
    seqs.push(...frame.events.map((event) => event.seq));
    text += frame.chunks.flatMap((one) => (one.taskId === "a" && !one.stream ? one.text : [])).join("");
  }
  expect(text).toBe("One two three.");
  expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  await engine.stop();
});

test("the chunks of a run are numbered on when another worker takes it", async () => {
  const plan = {
    title: "P",
    tasks: [
      { id: "a", title: "T", input: "go" },
      { id: "gate", title: "G", type: "human_review", dependsOn: ["a"] },
      { id: "b", title: "T", input: "go", dependsOn: ["gate"] },
    ],
  };
  const first = await startEngine({ databaseUrl: test1.url, model: talkingModel() });
  const runId = await first.createRun({ plan });
  await first.waitFor(runId, (state) => Object.keys(state.openApprovals).length > 0);
  await first.stop();
  const second = await startEngine({ databaseUrl: test1.url, model: talkingModel() });
  await second.decide(runId, "approve");
  await second.waitFor(runId, (state) => state.finished !== undefined);
  await second.stop();
  const chunks = await readChunksAfter(database.sql, { runId, after: 0, limit: 100 });
  expect(chunks.map(({ chunkNo }) => chunkNo)).toEqual(chunks.map((_, index) => index + 1));
  const epochOf = (taskId: string) => chunks.find((one) => one.taskId === taskId)?.epoch ?? 0;
  expect(epochOf("b")).toBeGreaterThan(epochOf("a"));
});

const chunk = (runId: string, epoch: number, chunkNo: number, facts: object = {}) => ({
  runId,
  epoch,
  chunkNo,
  workspaceId: "local",
  role: "agent",
  streamId: `s${epoch}`,
  seq: chunkNo,
  text: `text ${chunkNo}`,
  done: false,
  ...facts,
});
const insert = async (...rows: object[]) => void (await insertChunks(database.sql, JSON.stringify(rows)));

test("a worker whose lease is gone adds nothing, and the next one counts on", async () => {
  const runId = await createRun(process1.runStore);
  const lost = await takeLease(process1.runStore, runId);
  await insert(chunk(runId, lost.epoch, 1), chunk(runId, lost.epoch, 2));
  const held = await takeLease(process1.runStore, runId);
  await insert(chunk(runId, lost.epoch, 3, { text: "late" }));
  expect(await readLastChunks(database.sql, [runId, "run_none"])).toEqual(new Map([[runId, 2]]));
  await insert(chunk(runId, held.epoch, 3));
  await insert(chunk(runId, held.epoch, 3));
  const stored = await readChunksAfter(database.sql, { runId, after: 1, limit: 10 });
  expect(stored.map(({ epoch, chunkNo, text }) => [epoch, chunkNo, text])).toEqual([
    [lost.epoch, 2, "text 2"],
    [held.epoch, 3, "text 3"],
  ]);
});

test("a fresh reader begins where text is still being written", async () => {
  const runId = await createRun(process1.runStore);
  expect(await readOpenChunk(database.sql, runId)).toBe(0);
  const { epoch } = await takeLease(process1.runStore, runId);
  await insert(
    chunk(runId, epoch, 1, { streamId: "a" }),
    chunk(runId, epoch, 2, { streamId: "a", done: true }),
  );
  expect(await readOpenChunk(database.sql, runId)).toBe(2);
  await insert(chunk(runId, epoch, 3, { streamId: "b" }), chunk(runId, epoch, 4, { streamId: "b" }));
  expect(await readOpenChunk(database.sql, runId)).toBe(2);
});
