import { afterAll, beforeAll, expect, test } from "vitest";
import { localPerson as actor } from "@/lib/auth/actor";
import type { Model } from "@/lib/core/ports";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { deferred } from "@/lib/testing/deferred";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { storedPolicies } from "@/lib/testing/engine/stored-workspaces";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { createToolbox } from "@/lib/tools";

let testDatabase: TestDatabase;
let engine: TestEngine;
/** Models answer once it is resolved. */
let held = deferred();

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const answering = createScriptedModel(() => "done");
  const model: Model = {
    list: answering.list,
    async call(request, context) {
      await held.promise;
      return answering.call(request, context);
    },
  };
  // By this clock no setup ever grows old: only the word of a change has it read again.
  const clock = { nowMs: () => 0 };
  const workspaces = (database: Parameters<typeof storedPolicies>[0]) =>
    storedPolicies(database, { model, tools: createToolbox([]), clock });
  engine = await startEngine({ databaseUrl: testDatabase.url, model, workspaces });
});

afterAll(async () => {
  await engine?.stop();
  await testDatabase?.drop();
});

/** The gate opens behind tasks, so that it is a worker that opens it, some commits after the first of them ends. */
const ids = ["a", "b", "c", "d", "e"];
const plan = {
  tasks: [
    ...ids.map((id, n) => ({ id, title: id, input: "Work", dependsOn: ids.slice(Math.max(0, n - 1), n) })),
    { id: "ask", title: "May it?", type: "human_review", dependsOn: ["e"] },
  ],
};

/** How many messages tell of the gate of a run that is held by a worker while the settings change. */
async function messagesAfter(change: () => Promise<unknown>): Promise<number> {
  held = deferred();
  const runId = await engine.createRun({ mission: "Ask", plan });
  await engine.waitFor(runId, (state) => state.tasks.a?.status === "running");
  await change();
  held.resolve();
  await engine.waitFor(runId, (state) => Object.keys(state.openApprovals).length > 0);
  const { items } = await engine.services.notifications.deliveries({ actor, input: {} });
  return items.filter((one) => one.runId === runId).length;
}

test("a worker that holds a run hears of a new channel, and of one that is removed, without asking", async () => {
  const input = {
    kind: "webhook",
    name: "Ops",
    url: "https://ops.invalid/",
    events: ["gate.opened"],
  } as const;
  let channelId = "";
  const add = async () => {
    const added = await engine.services.notifications.save({
      actor,
      input: { ...input, events: ["gate.opened"] },
    });
    channelId = added.id;
  };
  expect(await messagesAfter(async () => {})).toBe(0);
  expect(await messagesAfter(add)).toBe(1);
  const remove = () => engine.services.notifications.remove({ actor, input: { channelId } });
  expect(await messagesAfter(remove)).toBe(0);
});
