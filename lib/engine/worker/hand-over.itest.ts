import { afterAll, beforeAll, expect, test } from "vitest";
import { createAiSdkModel } from "@/lib/adapters/ai-sdk-model";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { deferred } from "@/lib/testing/deferred";
import { startEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { createOpenAiWireServer } from "@/lib/testing/wire/openai-server";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const tasks = ["a", "b", "c"].map((id, index, all) => ({
  id,
  title: `Task ${id}`,
  input: "go",
  dependsOn: index === 0 ? [] : [all[index - 1] as string],
}));

test("a worker that is stopped hands its run over at once; the next one continues where it was", async () => {
  const [asked, held] = [deferred(), deferred()];
  const first = await startEngine({
    databaseUrl: database.url,
    worker: { drainGraceMs: 20_000 },
    model: createScriptedModel(async () => {
      asked.resolve();
      await held.promise;
      return "from the first worker";
    }),
  });
  const runId = await first.createRun({ mission: "Hand over", plan: { title: "Chain", tasks } });
  await asked.promise;
  const stopped = first.stop();
  held.resolve();
  await stopped;

  const second = await startEngine({
    databaseUrl: database.url,
    model: createScriptedModel(() => "from the second worker"),
  });
  const state = await second.waitFor(runId, (now) => now.finished !== undefined);
  expect(state.tasks.a?.result).toMatchObject({ inline: "from the first worker" });
  expect(state.tasks.b?.result).toMatchObject({ inline: "from the second worker" });
  expect(state.counters.attempts).toBe(3);
  await second.stop();
});

test("a mission runs over a provider's real protocol, planned by its model", async () => {
  const plan = { title: "Wire", tasks: [{ id: "only", title: "Only task", input: "go" }] };
  const server = await createOpenAiWireServer({
    respond({ body }) {
      const messages = JSON.stringify(body.messages);
      const usage = { inputTokens: 10, outputTokens: 5 };
      if (messages.includes("Role: planner")) return { kind: "answer", text: JSON.stringify(plan), usage };
      return { kind: "answer", text: "Said over the wire.", usage };
    },
  });
  const model = createAiSdkModel({
    providers: { wire: { kind: "openai-compatible", baseUrl: server.baseUrl } },
    models: [{ id: "wire:model", price: { inputMicroUsd: 1_000_000, outputMicroUsd: 1_000_000 } }],
  });
  const engine = await startEngine({ databaseUrl: database.url, model });
  const runId = await engine.createRun({ mission: "Plan and do it" });
  const state = await engine.waitFor(runId, (now) => now.finished !== undefined);
  expect(state.finished?.reason).toBe("answer_complete");
  expect(state.tasks.only?.result).toMatchObject({ inline: "Said over the wire." });
  const calls = (await engine.events(runId)).filter((event) => event.type === "llm_called");
  expect(calls.map((event) => event.payload)).toMatchObject([
    { role: "planner", costMicroUsd: 15 },
    { role: "agent", taskId: "only", step: 1 },
    { role: "answer" },
  ]);
  await engine.stop();
  await server.close();
});
