import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";

const SLOTS = 4;

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await createTestDatabase();
  const model = createScriptedModel(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return "All is well and done.";
  });
  engine = await startEngine({ databaseUrl: database.url, model, worker: { effectSlots: SLOTS } });
});
afterAll(async () => {
  await engine?.stop();
  await database?.drop();
});

const task = (id: string, dependsOn: string[] = []) => ({ id, title: id, input: "go", dependsOn });

test("a run of three hundred ready tasks does not starve another on the same worker", async () => {
  const wide = Array.from({ length: 300 }, (_, index) => task(`w${index}`));
  const chain = Array.from({ length: 6 }, (_, index) =>
    task(`c${index}`, index > 0 ? [`c${index - 1}`] : []),
  );
  const large = await engine.createRun({
    mission: "Large",
    plan: { title: "Wide", tasks: wide },
    settings: { maxConcurrency: 200 },
  });
  await engine.waitFor(large, (state) => state.taskTotals.open < 300);
  const small = await engine.createRun({ mission: "Small", plan: { title: "Chain", tasks: chain } });
  await engine.waitFor(small, (state) => state.finished !== undefined);
  const still = await engine.waitFor(large, () => true);
  expect(still.taskTotals.open).toBeGreaterThan(100);
  const done = await engine.waitFor(large, (state) => state.finished !== undefined);
  expect(done.taskTotals.open).toBe(0);
});

test("no more requests are under way at a model than it takes, whatever runs there are", async () => {
  let [underWay, most] = [0, 0];
  const model = createScriptedModel(async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    return "All is well and done.";
  });
  const modelLimits = { scripted: { maxConcurrent: 2 } };
  const own = await createTestDatabase();
  const limited = await startEngine({
    databaseUrl: own.url,
    model,
    worker: { effectSlots: 12, modelLimits },
  });
  const plan = { title: "Wide", tasks: Array.from({ length: 12 }, (_, index) => task(`w${index}`)) };
  const runs = ["First", "Second"].map((mission) => limited.createRun({ mission, plan }));
  for (const runId of await Promise.all(runs)) {
    await limited.waitFor(runId, (state) => state.finished !== undefined);
  }
  await limited.stop();
  await own.drop();
  expect(most).toBe(2);
});
