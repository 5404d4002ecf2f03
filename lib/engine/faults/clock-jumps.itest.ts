import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "@/lib/adapters/clock";
import type { Clock } from "@/lib/core/ports";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";

const DAY = 86_400_000;

let testDatabase: TestDatabase;
let engine: TestEngine;
let jumpedMs = 0;
/** How often anything looked at the clock after it had jumped. */
let looks = 0;
/** Strikes in the middle of the run's first call. */
let jump = 0;
let tries = 0;

const clock: Clock = {
  ...systemClock,
  nowMs() {
    if (jumpedMs !== 0) looks += 1;
    return systemClock.nowMs() + jumpedMs;
  },
};

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const model = createScriptedModel(({ prompt, role }) => {
    if (role === "answer") return "All is done.";
    if (role === "reviewer")
      return JSON.stringify({ decision: "CONTINUE", reasoning: "well", conditions: [], answers: [] });
    if (prompt.includes("do second")) {
      tries += 1;
      return tries === 1 ? "not yet" : "ready";
    }
    jumpedMs = jump;
    clock.nowMs();
    return "done";
  });
  engine = await startEngine({ databaseUrl: testDatabase.url, model, clock });
});

afterAll(async () => {
  await engine?.stop();
  await testDatabase?.drop();
});

const plan = {
  title: "Clock",
  tasks: [
    { id: "a", title: "First", input: "do first" },
    {
      id: "b",
      title: "Second",
      input: "do second",
      dependsOn: ["a"],
      verification: '(= data/result "ready")',
      onVerificationFailure: "retry",
      maxRetries: 1,
    },
    { id: "r", title: "Look", type: "planning_review", dependsOn: ["a"], review: { focus: "All well?" } },
    { id: "h", title: "Ask", type: "human_review", dependsOn: ["a"], gate: { timeoutSeconds: 2 } },
  ],
};

describe.each([
  ["forward by a day", DAY],
  ["back by a day", -DAY],
])("a worker's own clock that jumps %s in the middle of a run", (_how, ms) => {
  test("moves no timer and no time of the run: those are the database's", async () => {
    jump = ms;
    jumpedMs = 0;
    looks = 0;
    tries = 0;
    const begunMs = Date.now();
    const runId = await engine.createRun({
      mission: `Clock ${ms}`,
      plan,
      settings: { retryDelayMs: 300, replanOnFailure: false, reviewMode: "hold", reviewHoldMs: 400 },
    });
    const state = await engine.waitFor(runId, (now) => now.finished !== undefined);
    jumpedMs = 0;
    expect(looks).toBeGreaterThan(0);
    const { a, b, h } = state.tasks;
    expect(a?.status).toBe("succeeded");
    // The back-off was waited for, and no longer than that.
    const [first, second] = b?.attempts ?? [];
    const waitedMs = (second?.startedAt ?? 0) - (first?.endedAt ?? 0);
    expect(waitedMs).toBe(300);
    expect(b?.status).toBe("succeeded");
    expect(state.tasks.r?.status).toBe("succeeded");
    expect(h).toMatchObject({ status: "failed", failureCode: "rejected" });
    const [gate] = Object.values(state.approvals).filter((one) => one.kind === "human_review");
    expect((h?.endedAt ?? 0) - (gate?.openedAt ?? 0)).toBeGreaterThanOrEqual(2_000);
    for (const at of [state.createdAt, state.lastAt, state.finished?.at ?? 0]) {
      expect(Math.abs(at - begunMs)).toBeLessThan(60_000);
    }
  });
});
