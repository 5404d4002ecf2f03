import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "@/lib/adapters/clock";
import { localPerson as actor } from "@/lib/auth/actor";
import type { RunState } from "@/lib/core/run";
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

const ended = (runId: string) => engine.waitFor(runId, (now) => now.finished !== undefined);

/** Plays the fraud story to its end, its gate approved. */
async function playFraud(lessons: object = SAMPLE_SETTINGS.lessons): Promise<RunState> {
  const settings = { lessons, reviewMode: "auto" as const, reviewHoldMs: 0, replanCooldownMs: 0 };
  const input = { mission: missionOf("fraud-model"), settings, tags: ["ml"] };
  const { runId } = await engine.services.runs.create({ actor, input });
  await engine.waitFor(runId, (now) => Object.keys(now.openApprovals).length > 0);
  await engine.decide(runId, "approve");
  return ended(runId);
}

const listed = async () => (await engine.services.lessons.list({ actor, input: {} })).items;
const lessonOf = async (runId: string) =>
  (await listed()).find(({ origins }) => origins.some((origin) => origin.runId === runId));

describe("what a run has learned", () => {
  it("is proposed when it ends, spares the next run its replan once accepted, and no longer when revoked", async () => {
    const { lessons } = engine.services;
    const first = await playFraud();
    expect(first.counters.replans).toBe(1);
    const lesson = await lessonOf(first.runId);
    expect(lesson).toMatchObject({
      status: "proposed",
      source: "replan",
      tags: ["ml"],
      demo: true,
      proposals: 1,
      text: expect.stringMatching(/^Accuracy 94.3 % is below .* Remedy: .*Retrain the model$/),
      origins: [{ runId: first.runId, subject: "replan:1", mission: missionOf("fraud-model") }],
    });
    const lessonId = lesson?.id ?? "";

    const again = await playFraud();
    expect(again.counters.replans).toBe(1);
    expect(await lessonOf(again.runId)).toMatchObject({ id: lessonId, status: "proposed", proposals: 2 });
    expect(first.missionsShown).toBeUndefined();
    expect(Object.values(again.missionsShown ?? {})).toMatchObject([
      [
        {
          runId: first.runId,
          mission: first.mission,
          finishReason: "answer_complete",
          replans: 1,
          demo: true,
        },
      ],
    ]);

    await lessons.accept({ actor, input: { lessonId, expectedVersion: 1 } });
    const off = await playFraud({ use: false, propose: false });
    expect(off.counters.replans).toBe(1);
    expect(off.lessonsShown).toBeUndefined();
    expect(await lessonOf(off.runId)).toBeUndefined();

    const taught = await playFraud();
    expect(taught.finished?.reason).toBe("answer_complete");
    expect([taught.counters.replans, taught.planVersion]).toEqual([0, 1]);
    const staging = await engine.services.runs.create({
      actor,
      input: {
        mission: missionOf("staging"),
        settings: { lessons: SAMPLE_SETTINGS.lessons, reviewMode: "auto" },
      },
    });
    expect((await ended(staging.runId)).lessonsShown).toBeUndefined();

    const idsOf = async (input: object) => (await lessons.list({ actor, input })).items.map(({ id }) => id);
    expect(await idsOf({ shownTo: taught.runId })).toEqual([lessonId]);
    expect(await idsOf({ proposedBy: taught.runId })).toEqual([]);
    expect(await idsOf({ proposedBy: first.runId })).toEqual([lessonId]);
    expect(await idsOf({ shownTo: first.runId })).toEqual([]);

    const { effect } = await lessons.get({ actor, input: { lessonId } });
    expect(effect.without).toMatchObject({ runs: 2, completed: 2, replanned: 2, replans: 2 });
    expect(effect.shown).toMatchObject({ runs: 1, completed: 1, replanned: 0, replans: 0 });
    expect(effect.shown.meanCostMicroUsd).toBeLessThan(effect.without.meanCostMicroUsd ?? 0);

    const { usedBy } = await lessons.revoke({ actor, input: { lessonId, expectedVersion: 2 } });
    expect(new Set(usedBy.map(({ runId }) => runId))).toEqual(new Set([taught.runId]));
    expect(usedBy.map(({ role, planVersion, version }) => [role, planVersion, version]).sort()).toEqual([
      ["planner", 1, 2],
      ["reviewer", 1, 2],
      ["reviewer", 1, 2],
    ]);
    const after = await playFraud();
    expect(after.counters.replans).toBe(1);
    expect(await lessonOf(after.runId)).toMatchObject({ id: lessonId, status: "revoked", proposals: 3 });
    expect((await listed()).filter(({ id }) => id !== lessonId)).toEqual([]);
  }, 120_000);

  it("is an override's reason, word for word, without the secrets in it, behind the review at which it was", async () => {
    const { services } = engine;
    const mission = missionOf("staging");
    const settings = { lessons: { use: true, propose: true }, reviewMode: "manual" as const };
    const { runId } = await services.runs.create({ actor, input: { mission, settings } });
    await engine.waitFor(runId, (now) => Object.keys(now.openApprovals).length > 0);
    const reason = "Smoke tests are for nothing here. Use password: hunter2";
    const [gate] = (await services.approvals.list({ actor, input: { runId } })).items;
    const decision = { approvalId: gate?.id ?? "", verb: "ABORT", comment: reason } as const;
    await services.approvals.decide({ actor, input: { ...decision, digest: gate?.digest ?? "" } });
    await ended(runId);
    const found = await lessonOf(runId);
    expect(found).toMatchObject({
      source: "override",
      proposals: 1,
      text: expect.stringMatching(/^At “.+” \(ABORT\): Smoke tests are for nothing here\. Use \[hidden\]$/),
      origins: [{ runId, subject: expect.stringMatching(/^review:/), by: actor.name }],
    });
  }, 60_000);
});
