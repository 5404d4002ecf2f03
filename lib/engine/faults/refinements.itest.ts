import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { RunState } from "@/lib/core/run";
import { SCENARIOS, sampleSettings } from "@/lib/core/scenarios";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { openSimulatedModel } from "@/lib/testing/models/simulated-model";
import { builtInTools, createToolbox } from "@/lib/tools";
import { isRunning, scriptPreloads, signalGroup, spawnNode } from "@/scripts/lib/child";

/** Worker processes that die while the rest of a plan is looked at. */

let testDatabase: TestDatabase;
let desk: TestEngine;
let workers: ChildProcess[] = [];

const mission = SCENARIOS.find(({ name }) => name === "refine")?.mission ?? "";

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const tools = createToolbox(builtInTools({ nowMs: () => Date.now() }));
  desk = await startEngine({
    databaseUrl: testDatabase.url,
    model: openSimulatedModel(),
    tools,
    worker: false,
  });
});

afterEach(async () => {
  for (const worker of workers) if (isRunning(worker)) await kill(worker);
  workers = [];
});

afterAll(async () => {
  await desk?.stop();
  await testDatabase?.drop();
});

/** At a pace at which a question is under way for a while. */
function startWorker(): ChildProcess {
  const worker = spawnNode([...scriptPreloads, "scripts/worker.ts"], {
    DATABASE_URL: testDatabase.url,
    WAYMARK_SIMULATED_PACE: "natural",
    WAYMARK_LOG_LEVEL: "warn",
  });
  worker.stderr?.pipe(process.stderr);
  workers.push(worker);
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  signalGroup(worker, "SIGKILL");
  const [, signal] = await once(worker, "exit");
  expect(signal).toBe("SIGKILL");
}

const isAsked = ({ inFlight }: Readonly<RunState>) =>
  Object.values(inFlight).some(({ kind }) => kind === "refine");
const isGateOpen = ({ openApprovals }: Readonly<RunState>) => Object.keys(openApprovals).length > 0;
const isAdopted = ({ planVersion }: Readonly<RunState>) => planVersion === 2;

test.each([
  { when: "while it is asked", at: isAsked, apply: "auto" as const },
  { when: "once it is adopted", at: isAdopted, apply: "auto" as const },
  { when: "while people are asked", at: isGateOpen, apply: "ask" as const },
])(
  "a worker killed $when costs one repeated call at most, and changes nothing else",
  async ({ at, apply }) => {
    const worker = startWorker();
    const { refinement, ...settings } = sampleSettings("refine");
    const runId = await desk.createRun({
      mission,
      settings: {
        ...settings,
        retrospect: { enabled: false },
        selfCritique: false,
        refinement: { ...refinement, apply, timeoutMs: 60_000 },
      },
    });
    await desk.waitFor(runId, at);
    await kill(worker);
    startWorker();
    // The rollback that nobody needs is skipped by another refinement, which people are asked about, too.
    if (apply === "ask") {
      await desk.decide(runId, "approve");
      await desk.waitFor(runId, (now) => isAdopted(now) && isGateOpen(now));
      await desk.decide(runId, "approve");
    }
    const state = await desk.waitFor(runId, (now) => now.finished !== undefined);
    const statuses = Object.fromEntries(Object.values(state.tasks).map(({ id, status }) => [id, status]));
    expect(statuses).toEqual({
      find_versions: "succeeded",
      read_logs: "succeeded",
      read_logs_before: "succeeded",
      report: "succeeded",
      plan_rollback: "skipped",
    });
    expect(state).toMatchObject({ planVersion: 2, counters: { replans: 0 } });
    const events = await desk.events(runId);
    const asked = events.flatMap((event) =>
      event.type === "effects_started" ? event.payload.keys.filter((key) => key.includes("/1/refine/")) : [],
    );
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(events.filter(({ type }) => type === "plan_version_adopted")).toHaveLength(2);
    expect(state.refinements?.entries[0]).toMatchObject({ status: "adopted", about: ["find_versions"] });
  },
  90_000,
);
