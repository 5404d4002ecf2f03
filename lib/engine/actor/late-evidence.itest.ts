import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "@/lib/adapters/clock";
import type { Json } from "@/lib/core/json";
import type { RunState } from "@/lib/core/run";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { storeValue } from "@/lib/core/stored-value";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { deferred } from "@/lib/testing/deferred";
import {
  createQuietJobs,
  createRun,
  openRunStore,
  PERSON,
  type RunStoreProcess,
  submit,
} from "@/lib/testing/engine/run-store-world";
import { testTool } from "@/lib/testing/engine/scripted-run";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { planOf } from "@/lib/testing/runs/run-world";
import { silentLog } from "@/lib/testing/silent-log";
import { createSchemas, createToolbox } from "@/lib/tools";
import { createStoredReads } from "../effects/stored-reads";
import { silentTextStreams } from "../streams/text-streams";
import type { RunStore } from "../types";
import { createLeases } from "../worker/leases";
import { createSlots } from "../worker/slots";
import { sameSetup } from "../workspaces";
import { createRunActor, type RunActor } from "./run-actor";

// Two processes on one database: the first is cut off while its tool runs, the second takes the run over.

let database: TestDatabase;
const processes: RunStoreProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const { database: own } of processes.splice(0)) await own.close();
});
afterAll(() => database?.drop());

type World = Awaited<ReturnType<typeof deploying>>;

/** A run whose task deploys by a tool that hangs until it is let go, and whose other task thinks as long. */
async function deploying() {
  const [started, held] = [deferred(), deferred()];
  let effects = 0;
  const deploy = testTool("deploy", {
    sideEffects: "external",
    async run(): Promise<Json> {
      effects += 1;
      started.resolve();
      await held.promise;
      return { deployed: effects };
    },
  });
  const agents = { worker: { prompt: "", tools: ["deploy"] } };
  const plan = { ...planOf({ id: "ship", agent: "worker" }, { id: "think" }), agents };
  const first = another();
  const runId = await createRun(first.runStore, { plan });
  let count = 0;
  /** An actor in a process of its own. What it thinks is recognized by its name. */
  const actor = (
    name: string,
    { database: own, runStore }: RunStoreProcess,
    through: RunStore = runStore,
  ): RunActor => {
    count += 1;
    const claim = { jobId: `job_${runId}`, retryCount: count, runId };
    const model = createScriptedModel(async ({ role, prompt, messages }) => {
      if (role !== "agent") return "All is done.";
      if (prompt.includes('"think"')) {
        if (name === "first") await held.promise;
        return `thought by ${name}`;
      }
      return messages.length === 1
        ? { calls: [{ tool: "deploy", args: { version: "1" }, callId: "c1" }] }
        : "shipped";
    });
    let ids = 0;
    const next = () => {
      ids += 1;
      return `${name}${runId.replaceAll("_", "")}${ids}`;
    };
    const services = {
      workspaces: sameSetup({ model, tools: createToolbox([deploy]) }),
      schemas: createSchemas(),
      reads: createStoredReads(own.orm),
      clock: systemClock,
      ids: { next },
      log: silentLog,
      streams: silentTextStreams,
      repairAttempts: 0,
    };
    const jobs = createQuietJobs();
    const lease = createLeases({ jobs, clock: systemClock }).leaseOf(claim);
    const { release } = jobs;
    const deps = { runStore: through, services, slots: createSlots(10), workerId: name, lease, release };
    return createRunActor({ ...deps, setAside: async () => {} }, claim);
  };
  const zombie = actor("first", first);
  await started.promise;
  return { runId, first, zombie, actor, effects: () => effects, letGo: () => held.resolve() };
}

const looks = new Set<() => void>();

/** A process of its own, whose commits are heard of here. */
function another(): RunStoreProcess {
  const notify = () => {
    for (const look of looks) look();
  };
  const one = openRunStore(database.url, { notify });
  processes.push(one);
  return one;
}

/** Resolves with the state as soon as it fits. */
function until({ first, runId }: World, fits: (state: RunState) => boolean): Promise<RunState> {
  return new Promise((resolve, reject) => {
    const look = () => {
      first.runStore.peek(runId).then((state) => {
        if (!state || !fits(state)) return;
        looks.delete(look);
        resolve(structuredClone(state) as RunState);
      }, reject);
    };
    looks.add(look);
    look();
  });
}

const asked = ({ openApprovals }: RunState) => Object.keys(openApprovals).length > 0;
const ended = ({ finished }: RunState) => finished !== undefined;

async function answer({ first, runId }: World, verb: GateVerb, value?: Json): Promise<void> {
  const [approvalId = ""] = Object.keys((await first.runStore.peek(runId))?.openApprovals ?? {});
  const given = value === undefined ? {} : { value: storeValue(value).stored };
  const decision = { type: "decide_approval", approvalId, verb, ...given, provenance: "person" } as const;
  await first.runStore.transition(runId, [submit(decision, PERSON)]);
}

const callRows = ({ first, runId }: World) =>
  first.database.sql`select status, ok, output from tool_calls where run_id = ${runId}`;
const eventsOf = ({ first, runId }: World, type: string) =>
  first.database
    .sql`select payload, actor from run_events where run_id = ${runId} and type = ${type} order by seq`;

describe("a worker that was cut off while its tool ran", () => {
  test("tells the end of the call after another took over: the question is answered, all else of it refused", async () => {
    const world = await deploying();
    const second = world.actor("second", another());
    const open = await until(world, asked);
    expect(Object.values(open.approvals)).toMatchObject([{ kind: "unknown_outcome", taskId: "ship" }]);
    world.letGo();
    expect(await world.zombie.ended).toBe("lost");
    await until(world, (state) => !asked(state));
    await second.ended;
    const third = world.actor("third", another());
    const state = await until(world, ended);
    await third.ended;
    expect(world.effects()).toBe(1);
    expect(state.tasks.ship).toMatchObject({ status: "succeeded", attempt: 1 });
    expect(state.tasks.think?.result).toMatchObject({ inline: "thought by second" });
    expect(await callRows(world)).toMatchObject([{ status: "finished", ok: true, output: { deployed: 1 } }]);
    expect(await eventsOf(world, "approval_decided")).toMatchObject([
      { payload: { verb: "happened", provenance: "auto" }, actor: { kind: "worker", id: "first" } },
    ]);
    expect(JSON.stringify(await eventsOf(world, "task_succeeded"))).not.toContain("thought by first");
    const audit = await world.first.database.sql`
      select provenance from audit_log where run_id = ${world.runId} and action = 'approval_decided'`;
    expect(audit).toMatchObject([{ provenance: "auto" }]);
  });

  test("tells it before another took over: the call counts as finished, and nobody is asked", async () => {
    const world = await deploying();
    world.zombie.lose();
    world.letGo();
    await until(world, ({ tasks }) => tasks.ship?.lateCalls !== undefined);
    const second = world.actor("second", another());
    const state = await until(world, ended);
    await second.ended;
    expect(state.approvals).toEqual({});
    expect(world.effects()).toBe(1);
    expect(state.tasks.ship?.status).toBe("succeeded");
    expect(await eventsOf(world, "late_result")).toHaveLength(1);
  });

  test("tells it just when another is about to ask: nobody is asked", async () => {
    const world = await deploying();
    const process = another();
    const [about, reported] = [deferred(), deferred()];
    const slow: RunStore = {
      ...process.runStore,
      async transition(runId, submissions, options) {
        if (submissions.some(({ envelope }) => envelope.command.type === "calls_asked")) {
          about.resolve();
          await reported.promise;
        }
        return process.runStore.transition(runId, submissions, options);
      },
    };
    const second = world.actor("second", process, slow);
    await about.promise;
    world.letGo();
    await until(world, ({ tasks }) => tasks.ship?.lateCalls !== undefined);
    reported.resolve();
    const state = await until(world, ended);
    await second.ended;
    expect(state.approvals).toEqual({});
    expect(world.effects()).toBe(1);
    expect(state.tasks.ship).toMatchObject({ status: "succeeded", attempt: 1 });
  });

  test("never overwrites what a person has said it gave", async () => {
    const world = await deploying();
    const second = world.actor("second", another());
    await until(world, asked);
    await answer(world, "happened", "seen in the console");
    await second.ended;
    const third = world.actor("third", another());
    await until(world, ended);
    await third.ended;
    world.letGo();
    await world.zombie.ended;
    await until(world, ({ tasks }) => tasks.ship?.lateCalls !== undefined);
    expect(await callRows(world)).toMatchObject([{ status: "finished", output: "seen in the console" }]);
    expect(world.effects()).toBe(1);
  });
});
