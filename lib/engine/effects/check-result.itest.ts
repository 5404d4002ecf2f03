import { afterAll, beforeAll, expect, test } from "vitest";
import { readBlock } from "@/lib/core/prompt-blocks";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { testTool } from "@/lib/testing/engine/scripted-run";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { createToolbox } from "@/lib/tools";

let database: TestDatabase;
let engine: TestEngine;
const deployed: unknown[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  // An agent that gives a figure above the limit only when it sees what was wrong.
  const model = createScriptedModel(({ role, prompt }) => {
    if (role === "quality_gate") return '{"sufficient": true, "missing": [], "evidence": []}';
    if (role === "verification") return '{"passed": true, "reason": "It names its data.", "conditions": []}';
    if (role !== "agent") return "All is done.";
    const diagnosis = readBlock(prompt, "diagnosis");
    const [limit] = /[\d.]+/.exec(diagnosis ?? "") ?? [];
    const accuracy = limit === undefined ? 94.3 : Number(limit) + 1.1;
    return JSON.stringify({ accuracy, note: "x".repeat(5_000) });
  });
  const deploy = testTool("deploy", {
    sideEffects: "write",
    run(args) {
      deployed.push(args);
      return { healthy: true };
    },
  });
  engine = await startEngine({
    databaseUrl: database.url,
    model,
    tools: createToolbox([deploy]),
    settings: { summarizer: "off" },
  });
});
afterAll(async () => {
  await engine?.stop();
  await database?.drop();
});

const plan = {
  title: "Measured",
  tasks: [
    {
      id: "measure",
      title: "Measure the accuracy",
      input: "Measure it",
      outputSchema: "{accuracy :float, note :string}",
      verification: '(or (> (get data/result "accuracy") 97) "Accuracy must be above 97.0")',
      llmReview: "It names the data it was measured on.",
      onVerificationFailure: "retry",
      maxRetries: 2,
    },
    {
      id: "release",
      title: "Release it",
      type: "direct",
      dependsOn: ["measure"],
      qualityGate: true,
      input: `(let [{:strs [accuracy note]} (get data/depends "measure")
                    done (tool/deploy {:version (str "v" (count note))})]
                {:accuracy accuracy :healthy (get done "healthy")})`,
      verification: '(get data/result "healthy")',
    },
  ],
};

test("a result that misses its predicate is fixed by its diagnosis; a program then acts on it, once", async () => {
  const runId = await engine.createRun({ mission: "VERIFY", plan });
  const state = await engine.waitFor(runId, (now) => now.finished !== undefined);
  expect(state.finished?.reason).toBe("answer_complete");
  const { measure, release } = state.tasks;
  expect(measure).toMatchObject({ status: "succeeded", attempt: 2 });
  expect(
    measure?.attempts.map(({ checks }) => checks?.map(({ layer, outcome }) => `${layer} ${outcome}`)),
  ).toEqual([
    ["schema passed", "predicate failed"],
    ["schema passed", "predicate passed", "model passed"],
  ]);
  expect(measure?.attempts[0]).toMatchObject({
    code: "check_failed",
    diagnosis: { code: "stated", text: "Accuracy must be above 97.0" },
  });
  expect(release).toMatchObject({
    status: "succeeded",
    result: { inline: { accuracy: 98.1, healthy: true } },
  });
  expect(deployed).toEqual([{ version: "v5000" }]);

  const events = await engine.events(runId);
  const reported = (type: string) => events.filter((event) => event.type === type).length;
  expect(
    ["verification_passed", "verification_failed", "quality_gate_passed", "tool_finished"].map(reported),
  ).toEqual([5, 1, 1, 1]);
});
