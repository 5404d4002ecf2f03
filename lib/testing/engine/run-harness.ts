import { type Database, openDatabase } from "@/db/client";
import { readEventsAfter } from "@/db/queries/runs/read-events";
import { createPgBossJobs } from "@/lib/adapters/pg-boss-jobs";
import { createSecretBox } from "@/lib/adapters/secret-box";
import { localPerson as actor } from "@/lib/auth/actor";
import { type AppParts, assembleApp } from "@/lib/compose";
import type { CreateRunInput } from "@/lib/core/inputs/create-run";
import type { Answerer } from "@/lib/core/people";
import type { Clock, Log, Model, Tools } from "@/lib/core/ports";
import type { RunEvent, RunState } from "@/lib/core/run";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { listen } from "@/lib/engine/notify";
import { createRunStore } from "@/lib/engine/run-store";
import type { WorkerOptions } from "@/lib/engine/worker/worker";
import { sameSetup } from "@/lib/engine/workspaces";
import type { Services } from "@/lib/services/registry";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import { createToolbox } from "@/lib/tools";
import { silentLog } from "../silent-log";
import { alwaysStaleClock, storedPolicies } from "./stored-workspaces";

export type EngineOptions = {
  databaseUrl: string;
  /** Where the worker finds the database, when it is to have a way of its own there. */
  workerDatabaseUrl?: string;
  model: Model;
  tools?: Tools;
  /** Who could answer gates; the local person unless given. */
  people?: readonly Answerer[];
  /** In the place of model and tools: what workspaces have set up. */
  workspaces?: AppParts["workspaces"];
  /** With the policies that the workspace has stored, read at every look; without any unless it is said. */
  withPolicies?: boolean;
  /** Settings of every run, unless the run has its own. */
  settings?: CreateRunInput["settings"];
  worker?: Partial<WorkerOptions> | false;
  /** What the worker goes by; its own machine's clock unless given. */
  clock?: Clock;
  log?: Log;
};

export type TestEngine = {
  services: Services;
  createRun(input: CreateRunInput): Promise<string>;
  /** Resolves with the state as soon as it fits; told by notifications, never by looking again and again. */
  waitFor(runId: string, matches: (state: Readonly<RunState>) => boolean): Promise<Readonly<RunState>>;
  /** Decides the run's oldest open gate. */
  decide(runId: string, verb: GateVerb, comment?: string): Promise<void>;
  command(runId: string, type: "pause" | "resume" | "cancel"): Promise<void>;
  events(runId: string): Promise<RunEvent[]>;
  stop(): Promise<void>;
};

/** Runs of tests are decided at once, wait for nothing, and end with a plain answer. */
const QUICK = {
  reviewMode: "auto",
  replanCooldownMs: 0,
  retryDelayMs: 0,
  modelRetryDelayMs: 10,
  summarizer: "off",
} as const;

/** The whole engine in this process on a real database: services, run store, jobs and a worker. */
export async function startEngine(options: EngineOptions): Promise<TestEngine> {
  const { databaseUrl, model } = options;
  const tools = options.tools ?? createToolbox([]);
  const fixedSetup = sameSetup({ model, tools, ...(options.people && { people: options.people }) });
  const parts = {
    databaseUrl,
    workspaces:
      options.workspaces ??
      ((database: Database) =>
        options.withPolicies
          ? storedPolicies(database, { model, tools, clock: alwaysStaleClock() })
          : fixedSetup),
    secrets: createSecretBox(() => "a secret of tests"),
    log: options.log ?? silentLog,
    ...(options.clock && { clock: options.clock }),
  };
  const web = await assembleApp(parts, { web: true });
  const withWorker = options.worker !== false;
  const workerOptions = { drainGraceMs: 1_000, ...options.worker };
  const own = { ...parts, databaseUrl: options.workerDatabaseUrl ?? databaseUrl, workerOptions };
  const worker = withWorker ? await assembleApp(own, { worker: true }) : undefined;
  await worker?.worker?.start();
  const watcher = await watchStates(databaseUrl);
  const { services } = web;

  return {
    services,
    async createRun(input) {
      const settings = { ...QUICK, ...options.settings, ...input.settings };
      const { runId } = await services.runs.create({ actor, input: { ...input, settings } });
      return runId;
    },
    waitFor: watcher.waitFor,
    async decide(runId, verb, comment) {
      const state = await watcher.waitFor(runId, (now) => Object.keys(now.openApprovals).length > 0);
      const approvalId = Object.keys(state.openApprovals)[0] ?? "";
      const input = { approvalId, verb, ...(comment !== undefined && { comment }) };
      await decideAsShown(services, { actor, input });
    },
    async command(runId, type) {
      await services.runs.command({ actor, input: { runId, type } });
    },
    events: watcher.events,
    async stop() {
      await worker?.close();
      await web.close();
      await watcher.stop();
    },
  };
}

const POLL_MS = 1_000;
/** More than any run of a test has. */
const MAX_EVENTS = 100_000;

/** Reads states by a run store of its own, so that it sees only what is committed. */
async function watchStates(databaseUrl: string) {
  const { sql, orm, close } = openDatabase(databaseUrl, { max: 3 });
  const jobs = createPgBossJobs({ url: databaseUrl, log: silentLog });
  const runStore = createRunStore({ sql, jobs, log: silentLog, notify: () => {} });
  const checks = new Set<(isPoll?: boolean) => void>();
  const checkAll = (isPoll = false) => {
    for (const check of checks) check(isPoll);
  };
  const stopListening = await listen(sql, { onRun: () => checkAll(), onReconnect: () => checkAll() });
  // A notification may be lost with its connection; like every reader, it also looks by itself.
  const poll = setInterval(() => checkAll(true), POLL_MS);

  function waitFor(runId: string, matches: (state: Readonly<RunState>) => boolean) {
    return new Promise<Readonly<RunState>>((resolve, reject) => {
      let isChecking = false;
      let again = false;
      const check = (isPoll = false) => {
        again = true;
        if (isChecking) return;
        void checkUntilSettled().catch((error: unknown) => {
          isChecking = false;
          // The store may be away: the next look is soon.
          if (!isPoll) reject(error);
        });
      };
      const checkUntilSettled = async () => {
        isChecking = true;
        while (again) {
          again = false;
          const state = await runStore.peek(runId);
          if (!state || !matches(state)) continue;
          checks.delete(check);
          resolve(structuredClone(state));
        }
        isChecking = false;
      };
      checks.add(check);
      check();
    });
  }

  const events = (runId: string): Promise<RunEvent[]> =>
    readEventsAfter(orm, { runId, afterSeq: 0, limit: MAX_EVENTS });

  return {
    waitFor,
    events,
    async stop() {
      clearInterval(poll);
      await stopListening();
      await close();
    },
  };
}
