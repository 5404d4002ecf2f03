import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { type Deferred, deferred } from "@/lib/testing/deferred";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { expireLeases } from "@/lib/testing/faults/expire-leases";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { isRunning, scriptPreloads, signalGroup, spawnNode } from "@/scripts/lib/child";

let testDatabase: TestDatabase;
let database: Database;
let desk: TestEngine;
let modelUrl: string;
let workers: ChildProcess[] = [];
/** Prompts that the provider was sent, and what it waits for in the middle of the answer to the first task. */
let requests: string[] = [];
let halfSent: Deferred<void> = deferred();
let go: Deferred<void> = deferred();

const provider = createServer(async (incoming, outgoing) => {
  let body = "";
  for await (const chunk of incoming) body += chunk;
  requests.push(body);
  outgoing.writeHead(200, { "content-type": "text/event-stream" });
  if (body.includes("do first")) {
    say(outgoing, "The first half, ");
    halfSent.resolve();
    await go.promise;
    say(outgoing, "and the second.");
  } else say(outgoing, body.includes("fail check") && tries(body) === 1 ? "not yet" : "ready");
  say(outgoing, "", "stop");
  outgoing.end("data: [DONE]\n\n");
});

const tries = (body: string): number =>
  requests.filter((one) => one.includes("fail check")).indexOf(body) + 1;

function say(outgoing: ServerResponse, content: string, finish?: string): void {
  const choice = { index: 0, delta: { role: "assistant", content }, finish_reason: finish ?? null };
  const frame = { id: "x", object: "chat.completion.chunk", created: 1, model: "m", choices: [choice] };
  outgoing.write(`data: ${JSON.stringify(frame)}\n\n`);
}

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, { max: 2 });
  desk = await startEngine({
    databaseUrl: testDatabase.url,
    model: createScriptedModel(() => ""),
    worker: false,
  });
  provider.listen(0, "127.0.0.1");
  await once(provider, "listening");
  modelUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
});

afterEach(async () => {
  for (const worker of workers) {
    if (!isRunning(worker)) continue;
    signalGroup(worker, "SIGKILL");
    await once(worker, "exit");
  }
  workers = [];
  requests = [];
  halfSent = deferred();
  go = deferred();
});

afterAll(async () => {
  provider.closeAllConnections();
  provider.close();
  await desk?.stop();
  await database?.close();
  await testDatabase?.drop();
});

/** A worker as it always is, in a process of its own. */
function startWorker(): ChildProcess {
  const worker = spawnNode([...scriptPreloads, "scripts/worker.ts"], {
    DATABASE_URL: testDatabase.url,
    OPENAI_COMPATIBLE_BASE_URL: modelUrl,
    WAYMARK_MODEL: "openai-compatible:m",
    WAYMARK_LOG_LEVEL: "warn",
  });
  worker.stderr?.pipe(process.stderr);
  workers.push(worker);
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  signalGroup(worker, "SIGKILL");
  const [, signal] = await once(worker, "exit");
  expect(signal).toBe("SIGKILL");
}

const settings = { models: {}, replanOnFailure: false };

test("SIGTERM in the middle of a stream lets it end; the rest of the run is another worker's, at once", async () => {
  const first = startWorker();
  const tasks = [
    { id: "a", title: "First", input: "do first" },
    { id: "b", title: "Second", input: "do second", dependsOn: ["a"] },
  ];
  const runId = await desk.createRun({ mission: "Drain", plan: { title: "Drain", tasks }, settings });
  await halfSent.promise;
  const second = startWorker();
  await workersThere(2);
  const exited = once(first, "exit");
  first.kill("SIGTERM");
  // What comes in the meantime is the other one's.
  const other = await desk.createRun({
    mission: "Meanwhile",
    plan: { title: "Other", tasks: [{ id: "o", title: "Other", input: "do other" }] },
    settings,
  });
  await desk.waitFor(other, (now) => now.finished !== undefined);
  expect(requests.filter((one) => one.includes("do first"))).toHaveLength(1);
  go.resolve();
  expect(await exited).toEqual([0, null]);
  const state = await desk.waitFor(runId, (now) => now.finished !== undefined);
  expect(state.tasks.a).toMatchObject({ status: "succeeded", attempt: 1 });
  expect(state.tasks.a?.result).toMatchObject({ inline: "The first half, and the second." });
  expect(state.epoch).toBe(2);
  expect(state.counters.attempts).toBe(2);
  expect(requests).toHaveLength(5);
  expect(isRunning(second)).toBe(true);
}, 90_000);

async function workersThere(count: number): Promise<void> {
  for (;;) {
    const [row] = await database.sql<{ there: number }[]>`select count(*)::int as there from pg_locks
      where locktype = 'advisory' and mode = 'ShareLock' and granted and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`;
    if ((row?.there ?? 0) >= count) return;
    await database.sql`select pg_sleep(0.05)`;
  }
}

test("after kill -9 a gate waits on with the same deadline, and a back-off for what was left of it", async () => {
  const worker = startWorker();
  const gate = { id: "h", title: "Ask", type: "human_review", gate: { timeoutSeconds: 600 } };
  const waiting = await desk.createRun({ mission: "Wait", plan: { title: "Wait", tasks: [gate] }, settings });
  const retried = {
    id: "c",
    title: "Check",
    input: "fail check",
    maxRetries: 1,
    verification: '(= data/result "ready")',
    onVerificationFailure: "retry",
  };
  const backOff = await desk.createRun({
    mission: "Back off",
    plan: { title: "Back off", tasks: [retried] },
    settings: { ...settings, retryDelayMs: 8_000 },
  });
  const open = await desk.waitFor(waiting, (now) => Object.keys(now.openApprovals).length > 0);
  const before = await desk.waitFor(backOff, (now) => now.tasks.c?.notBefore !== undefined);
  await kill(worker);
  await expireLeases(testDatabase.url);
  startWorker();

  const taken = await desk.waitFor(backOff, (now) => now.epoch === 2);
  expect(taken.tasks.c?.notBefore).toBe(before.tasks.c?.notBefore);
  const still = await desk.waitFor(waiting, () => true);
  expect(still.approvals).toEqual(open.approvals);
  expect(still.epoch).toBe(1);

  await desk.decide(waiting, "approve");
  expect((await desk.waitFor(waiting, (now) => now.finished !== undefined)).tasks.h?.status).toBe(
    "succeeded",
  );
  const done = await desk.waitFor(backOff, (now) => now.tasks.c?.status === "succeeded");
  const again = (await desk.events(backOff)).findLast(({ type }) => type === "task_succeeded");
  expect(again).toBeDefined();
  expect(done.lastAt).toBeGreaterThanOrEqual(before.tasks.c?.notBefore ?? Number.POSITIVE_INFINITY);
  // Not counted again from the take-over.
  const leftMs = (before.tasks.c?.notBefore ?? 0) - before.lastAt;
  expect(done.tasks.c?.endedAt ?? Number.POSITIVE_INFINITY).toBeLessThan(taken.lastAt + leftMs);
  expect(done.counters.attempts).toBe(2);
  expect(requests.filter((one) => one.includes("fail check"))).toHaveLength(2);
}, 120_000);
