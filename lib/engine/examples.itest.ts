import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "@/lib/adapters/clock";
import { localPerson as actor } from "@/lib/auth/actor";
import type { RunState } from "@/lib/core/run";
import { readEffectKey } from "@/lib/core/run/effects/keys";
import { SAMPLE_SETTINGS } from "@/lib/core/scenarios";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { missionOf } from "@/lib/testing/engine/play-story";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { openSimulatedModel } from "@/lib/testing/models/simulated-model";
import { builtInTools, createToolbox } from "@/lib/tools";

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await createTestDatabase();
  const tools = createToolbox(builtInTools(systemClock));
  engine = await startEngine({ databaseUrl: database.url, model: openSimulatedModel(), tools, settings: {} });
});
afterAll(async () => {
  await engine?.stop();
  await database?.drop();
});

async function play(): Promise<RunState> {
  const settings = { examples: SAMPLE_SETTINGS.examples, reviewMode: "auto" as const };
  const input = { mission: missionOf("staging"), settings };
  const { runId } = await engine.services.runs.create({ actor, input });
  return engine.waitFor(runId, (now) => now.finished !== undefined);
}

/** What each attempt, or plan, of a run was shown, as ids and versions. */
const shownIn = ({ examplesShown = {}, runId }: RunState) =>
  Object.entries(examplesShown).map(([key, refs]) => {
    const { taskId = "plan", attempt } = readEffectKey(runId, key);
    return [`${taskId} ${attempt}`, ...refs.map(({ id, version }) => `${id} ${version}`)];
  });

it("a promoted run and attempt reach the prompts of the next similar run, until they are switched off", async () => {
  const { examples } = engine.services;
  const first = await play();
  expect(first.finished?.reason).toBe("answer_complete");
  expect(first.examplesShown).toBeUndefined();
  const { runId } = first;
  const worked = Object.values(first.tasks).find(
    ({ spec, attempts }) => spec.type === "task" && attempts.length > 0,
  );
  const from = { runId, taskId: worked?.id ?? "", attempt: 1 };
  const ofRun = await examples.draft({ actor, input: { runId } });
  const ofAttempt = await examples.draft({ actor, input: from });
  expect([ofRun.problems, ofAttempt.problems]).toEqual([[], []]);
  const plan = await examples.create({ actor, input: { example: ofRun.example, from: { runId } } });
  const agent = await examples.create({ actor, input: { example: ofAttempt.example, from } });

  const second = await play();
  const shown = shownIn(second);
  expect(shown).toContainEqual(["plan 1", `${plan.exampleId} 1`]);
  expect(shown).toContainEqual([`${from.taskId} 1`, `${agent.exampleId} 1`]);
  const used = await examples.get({ actor, input: { exampleId: agent.exampleId } });
  expect(used.usedBy).toContainEqual(
    expect.objectContaining({
      runId: second.runId,
      role: "agent",
      taskId: from.taskId,
      attempt: 1,
      version: 1,
    }),
  );
  const ofSecond = await examples.list({ actor, input: { shownTo: second.runId } });
  expect(ofSecond.items.map(({ id }) => id).toSorted()).toEqual([plan.exampleId, agent.exampleId].toSorted());
  expect((await examples.list({ actor, input: { shownTo: runId } })).items).toEqual([]);
  expect(await examples.get({ actor, input: { exampleId: plan.exampleId } })).toMatchObject({
    demo: true,
    source: "run",
    uses: 1,
    usedBy: [{ runId: second.runId, role: "planner", taskId: null, attempt: null }],
  });

  for (const { exampleId } of [plan, agent])
    await examples.switch({ actor, input: { exampleId, expectedVersion: 1, enabled: false } });
  expect((await play()).examplesShown).toBeUndefined();
}, 120_000);

it("an attempt's retries are shown what it was, whatever became of the library", async () => {
  const { examples, runs } = engine.services;
  const answer = { thought: "", next_node: null, args: { answer: "42" } };
  const asked = (query: string) => ({ query, steps: [answer], outcome: "answer_complete" });
  const kept = await examples.create({
    actor,
    input: { example: asked("Count the widgets of the warehouse") },
  });
  const task = {
    id: "count",
    title: "Count the widgets",
    input: "of the warehouse",
    maxRetries: 1,
    critical: false,
  };
  const plan = { tasks: [{ ...task, verification: "(= 1 2)", onVerificationFailure: "retry" }] };
  const settings = { examples: { use: true }, reviewMode: "auto" as const, retryDelayMs: 3_000 };
  const { runId } = await runs.create({ actor, input: { mission: "Count them", plan, settings } });
  await engine.waitFor(runId, (now) => now.tasks.count?.attempts[0]?.endedAt !== undefined);
  const edit = {
    exampleId: kept.exampleId,
    expectedVersion: 1,
    example: asked("Count something else entirely"),
  };
  await examples.edit({ actor, input: edit });
  await examples.create({ actor, input: { example: asked("Count widgets in a warehouse by hand") } });
  const ended = await engine.waitFor(runId, (now) => now.finished !== undefined);
  expect(shownIn(ended)).toEqual([
    ["count 1", `${kept.exampleId} 1`],
    ["count 2", `${kept.exampleId} 1`],
  ]);
}, 60_000);
