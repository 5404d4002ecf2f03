import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";

let testDatabase: TestDatabase;
let counter: Database;
let engine: TestEngine;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  counter = openDatabase(testDatabase.url, { max: 1, applicationName: "counter" });
  const model = createScriptedModel(() => "done");
  engine = await startEngine({
    databaseUrl: testDatabase.url,
    model,
    worker: { effectSlots: 40, runSlots: 40 },
  });
});
afterAll(async () => {
  await engine?.stop();
  await counter?.close();
  await testDatabase?.drop();
});

/** By process; connections for jobs count by themselves. */
async function connections(): Promise<Record<string, number>> {
  const rows = await counter.sql<{ name: string; count: number }[]>`
    select application_name as name, count(*)::int from pg_stat_activity
    where datname = current_database() group by 1`;
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

test("a busy process has ten connections at most", { timeout: 60_000 }, async () => {
  const tasks = Array.from({ length: 12 }, (_, n) => ({ id: `t${n}`, title: `T${n}`, input: "go" }));
  const runs = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      engine.createRun({ mission: `RUN ${n}`, plan: { title: "W", tasks } }),
    ),
  );
  let open = runs.length;
  const ended = runs.map((runId) =>
    engine
      .waitFor(runId, ({ finished }) => finished !== undefined)
      .then(() => {
        open -= 1;
      }),
  );
  const most = { web: 0, worker: 0 };
  while (open > 0) {
    const now = await connections();
    most.web = Math.max(most.web, now["waymark web"] ?? 0);
    most.worker = Math.max(most.worker, now["waymark worker"] ?? 0);
  }
  await Promise.all(ended);
  // One more is for jobs.
  expect(Object.values(most).every((count) => count > 1 && count <= 9)).toBe(true);
  expect((await connections())["waymark jobs"] ?? 0).toBeLessThanOrEqual(2);
});
