import { expect, test } from "vitest";
import { deferred } from "@/lib/testing/deferred";
import { expireLeases } from "@/lib/testing/faults/expire-leases";
import { playGroup } from "@/lib/testing/faults/group";
import { randomScenario } from "@/lib/testing/faults/scenario";
import { openScenarioWire } from "@/lib/testing/faults/scenario-wire";
import { type OpenTestBed, openTestBed } from "@/lib/testing/faults/test-bed";
import { startWorkerPool } from "@/lib/testing/faults/worker-pool";
import { createOpenAiWireServer } from "@/lib/testing/wire/openai-server";

/** Worker processes that die at the worst moment. `npm run chaos` plays more of it (docs/chaos.md). */

const RUNS = 10;
const KILLS = 5;

test("one of two workers is killed five times; every run completes as without kills, and nobody acts", {
  timeout: 240_000,
}, async () => {
  const processes = { size: 2, kills: { count: KILLS, everyMs: 2_000 } };
  const { cases, kills, takeOversMs, unfired, untoldCalls } = await playGroup({
    seed: 1,
    runs: RUNS,
    idempotentOnly: true,
    processes,
    faults: 0,
    thinkMs: 1_500,
  });
  expect(cases.filter(({ problems, unknownOutcomes }) => problems.length + unknownOutcomes > 0)).toEqual([]);
  expect(cases).toHaveLength(RUNS);
  expect([kills, unfired]).toEqual([KILLS, []]);
  // No request left before it was committed what it may take.
  expect(untoldCalls).toBe(0);
  expect(takeOversMs.length).toBeGreaterThanOrEqual(KILLS);
});

/** A database and one worker process, which tests kill themselves. */
async function openWithWorker(modelUrl: string) {
  const stage = await openTestBed({ modelUrl, worker: false, deadlineMs: 0 });
  const pool = startWorkerPool({
    size: 1,
    databaseUrl: stage.proxy.url,
    modelUrl,
    worldFile: stage.world.path,
    workerOptions: { drainGraceMs: 500 },
    fateAt: () => "pass",
  });
  return { stage, pool };
}

const PROGRAMS = 150;
/** The commit behind that of the lease: it starts programs and ends them, as many as it has room for. */
const SECOND_COMMIT = { method: "run_store.commit", nth: 2, how: "late", lateMs: 20_000 } as const;

test("programs end once whose worker is killed when their commit is done and it has not heard of that", {
  timeout: 60_000,
}, async () => {
  const wire = await openScenarioWire({ thinkMs: 0 });
  const { stage, pool } = await openWithWorker(wire.baseUrl);
  try {
    await pool.ready;
    stage.proxy.plan([SECOND_COMMIT]);
    const tasks = Array.from({ length: PROGRAMS }, (_, n) => ({
      id: `t${n}`,
      title: `Task ${n}`,
      type: "direct" as const,
      input: "1",
      ...(n > 0 && { input: `(+ 1 (get data/depends "t${n - 1}"))`, dependsOn: [`t${n - 1}`] }),
    }));
    const { mission } = randomScenario(1);
    const runId = await stage.engine.createRun({ mission, plan: { title: "Programs", tasks } });
    const ended = async () =>
      (await stage.engine.events(runId)).flatMap((event) =>
        event.type === "task_succeeded" ? event.payload.taskId : [],
      );
    await stage.proxy.allFired();
    const before = await ended();
    expect([before.length > 0, before.length < PROGRAMS]).toEqual([true, true]);
    expect(pool.kill(pool.keys[0] ?? "")).toBe(true);
    await expireLeases(stage.databaseUrl);
    const state = await stage.engine.waitFor(runId, ({ finished }) => finished !== undefined);
    expect(await ended()).toEqual(tasks.map(({ id }) => id));
    expect([state.counters.attempts, state.epoch]).toEqual([PROGRAMS, 2]);
    expect(state.tasks[`t${PROGRAMS - 1}`]?.result).toMatchObject({ inline: PROGRAMS });
  } finally {
    await pool.stop();
    await stage.close();
    await wire.close();
  }
});

/** Three calls, and that of the answer. */
const CHAIN = ["a", "b", "c"].map((id, n, ids) => ({
  id,
  title: id,
  input: `Do ${id}.`,
  dependsOn: ids.slice(Math.max(0, n - 1), n),
}));

/**
 * Where the worker of a chain of calls dies: it has committed a start and sent nothing, the model thinks, or the answer has
 * come and its commit has not.
 */
const DEATHS = [
  ...[2, 4].map((nth) => ({ at: "start", nth, requests: 4 })),
  ...[1, 3].map((nth) => ({ at: "request", nth, requests: 5 })),
  { at: "answer", nth: 4, requests: 5 },
];

test("what calls took is in the ledger whenever a worker dies: each known one once, and one as what it may have taken", {
  timeout: 120_000,
}, async () => {
  let silentAt = 0;
  let asked = deferred();
  const wire = await createOpenAiWireServer({
    respond(_request, number) {
      if (number !== silentAt)
        return { kind: "answer", text: "Done.", usage: { inputTokens: 100, outputTokens: 10 } };
      asked.resolve();
      return { kind: "silence" };
    },
  });
  const { stage, pool } = await openWithWorker(wire.baseUrl);
  try {
    await pool.ready;
    const calm = await playChain(stage);
    expect(calm).toEqual({ known: 4, tokens: 440, used: 440, unknown: 0, reserved: 0 });
    for (const { at, nth, requests } of DEATHS) {
      const before = wire.requests.length;
      asked = deferred();
      if (at === "start") stage.proxy.plan([{ ...SECOND_COMMIT, nth }]);
      if (at === "answer") stage.proxy.plan([{ method: "run_store.commit", nth, how: "cut_before" }]);
      silentAt = at === "request" ? before + nth : 0;
      const killed = await playChain(stage, async () => {
        await (at === "request" ? asked.promise : stage.proxy.allFired());
        expect(pool.kill(pool.keys[0] ?? "")).toBe(true);
        await expireLeases(stage.databaseUrl);
      });
      expect([at, nth, wire.requests.length - before]).toEqual([at, nth, requests]);
      // The lost call counts as the most that it may have taken; nothing stays reserved.
      expect(killed).toMatchObject({ known: 4, tokens: 440, unknown: 1, reserved: 0 });
      expect(killed.used).toBeGreaterThan(calm.used);
    }
  } finally {
    await pool.stop();
    await stage.close();
    await wire.close();
  }
});

/** What the ledger of such a run says when it is over, in tokens, and the calls whose usage is known. */
async function playChain({ engine }: OpenTestBed, onTheWay?: () => Promise<void>) {
  const { mission } = randomScenario(1);
  const runId = await engine.createRun({ mission, plan: { title: "Calls", tasks: CHAIN } });
  await onTheWay?.();
  const { ledger } = await engine.waitFor(runId, ({ finished }) => finished !== undefined);
  const calls = (await engine.events(runId)).flatMap((event) =>
    event.type === "llm_called" ? (event.payload.inputTokens ?? 0) + (event.payload.outputTokens ?? 0) : [],
  );
  return {
    known: calls.length,
    tokens: calls.reduce((sum, tokens) => sum + tokens, 0),
    used: ledger.used.tokens,
    unknown: ledger.unknown.tokens,
    reserved: ledger.reserved.tokens,
  };
}
