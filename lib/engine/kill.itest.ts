import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Deferred, deferred } from "@/lib/testing/deferred";
import { createOpenAiWireServer, type WireServer } from "@/lib/testing/openai-wire-server";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/postgres";
import { startEngine, type TestEngine } from "@/lib/testing/run-harness";
import { createScriptedModel } from "@/lib/testing/scripted-model";
import { scriptPreloads, signalGroup, spawnNode } from "@/scripts/lib/child";
import { type Supervised, supervise } from "@/scripts/lib/supervise";

const KILLS = 5;
/** Two tasks a level; each level waits for both of the one before. */
const LEVELS = KILLS + 1;

let database: TestDatabase;
let engine: TestEngine;
let server: WireServer;
let house: Supervised;
let worker: ChildProcess;
/** The model answers for a level only when the test lets it. */
const open: Deferred<void>[] = Array.from({ length: LEVELS }, () => deferred());

beforeAll(async () => {
  database = await createTestDatabase();
  const model = createScriptedModel(() => "unused: the worker processes have their own");
  engine = await startEngine({ databaseUrl: database.url, model, worker: false });
  server = await createOpenAiWireServer({
    async respond({ body }) {
      const level = /level_(\d+)_[ab]\\*"/.exec(JSON.stringify(body.messages))?.[1];
      await open[Number(level ?? 0)]?.promise;
      return { kind: "answer", text: "This level is done." };
    },
  });
  house = supervise({
    spawn() {
      worker = spawnNode([...scriptPreloads, "scripts/worker.ts"], {
        DATABASE_URL: database.url,
        OPENAI_COMPATIBLE_BASE_URL: server.baseUrl,
        WAYMARK_MODEL: "openai-compatible:scripted",
        WAYMARK_LOG_LEVEL: "warn",
      });
      worker.stderr?.pipe(process.stderr);
      return worker;
    },
    onExit: () => {},
  });
});

afterAll(async () => {
  await house?.stop();
  await server?.close();
  await engine?.stop();
  await database?.drop();
});

const levels = Array.from({ length: LEVELS }, (_, level) =>
  ["a", "b"].map((side) => ({
    id: `level_${level}_${side}`,
    title: `Level ${level}`,
    input: "go",
    dependsOn: level === 0 ? [] : [`level_${level - 1}_a`, `level_${level - 1}_b`],
  })),
).flat();

test("five times kill -9 of the worker, and every task ran to success exactly once", async () => {
  const runId = await engine.createRun({ mission: "Survive", plan: { title: "Levels", tasks: levels } });
  for (let level = 0; level < KILLS; level += 1) {
    open[level]?.resolve();
    const next = `level_${level + 1}_a`;
    await engine.waitFor(runId, ({ tasks }) => tasks[next]?.status === "running");
    signalGroup(worker, "SIGKILL");
  }
  open[KILLS]?.resolve();
  const state = await engine.waitFor(runId, (now) => now.finished !== undefined);
  expect(state.finished?.reason).toBe("answer_complete");
  expect(state.epoch).toBe(KILLS + 1);

  const events = await engine.events(runId);
  const succeeded = events.flatMap((event) => (event.type === "task_succeeded" ? event.payload.taskId : []));
  expect([...succeeded].sort()).toEqual(levels.map((task) => task.id).sort());
  expect(state.counters.attempts).toBe(levels.length);
}, 180_000);
