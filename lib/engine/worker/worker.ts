import type { Sql } from "postgres";
import type { OrmOrTx } from "@/db/client";
import { announceWorker, countWorkers } from "@/db/queries/worker-locks";
import type { OtherCalls } from "@/db/queries/write-calls";
import type { DomainError } from "@/lib/core/errors";
import type { Jobs, KeyedJobs, LeaseClaim } from "@/lib/core/job-ports";
import type { RunState } from "@/lib/core/run/state";
import { createRunActor } from "../actor/run-actor";
import type { EffectServices } from "../effects/effect";
import { listen } from "../notify";
import { createRateLimitedModel, type LimitsByModel } from "../rate-limiter";
import { setAside } from "../run-store/set-aside";
import type { RunStore } from "../types";
import { withRateLimits } from "../workspaces";
import { createActorPool } from "./actor-pool";
import { createAnswerer } from "./answerer";
import { type DelivererDeps, deliverUntil } from "./deliverer";
import { createDispatcher } from "./dispatcher";
import { createLeases } from "./leases";
import { probeModelsUntil } from "./model-probes";
import { purgeUntil } from "./purger";
import { repeatEvery } from "./repeat-every";
import { replayUntil } from "./replayer";
import { createSlots } from "./slots";
import { runSweepsUntil } from "./sweeper";
import { tellToolsUntil } from "./tool-changes";

type WorkerDeps = {
  runStore: RunStore;
  jobs: Jobs;
  purges: KeyedJobs;
  replays: KeyedJobs;
  /** What sends messages to people outside the console. */
  messages: DelivererDeps;
  sql: Sql;
  db: OrmOrTx;
  services: EffectServices;
  /** Keeps calls that served no run. */
  keepCalls(of: OtherCalls): Promise<void>;
  /** Tells those who look at a run that an answer has come. */
  notifyComments(runId: string): void;
  /** Opens the drills that are due in a workspace. */
  openDrills?(workspaceId: string): Promise<void>;
  /** Tells the runs of a workspace what its tools are. */
  tellTools?(workspaceId: string): Promise<void>;
  /** A run that this worker holds has a plan version that it had not when it was looked at last. */
  onPlanVersion?(state: Readonly<RunState>): void;
  options?: Partial<WorkerOptions>;
};

export type WorkerOptions = {
  /** Effects in flight at the same time, over all runs. */
  effectSlots: number;
  /** Runs held at the same time. */
  runSlots: number;
  /** How often held runs look whether another process committed to them. */
  pollMs: number;
  /** How often the queue is asked: nobody tells when a killed worker's jobs are put back into it. */
  claimMs: number;
  heartbeatMs: number;
  /** How long running calls may take to end when the worker stops. */
  drainGraceMs: number;
  /** What each model takes, of all workers together. */
  modelLimits: LimitsByModel;
  /** How long a gate about a model is open before the model is asked whether it answers again. */
  firstProbeMs: number;
  /** Jobs expire after a day; a lease is handed over well before, when its running calls have ended. */
  maxLeaseMs: number;
  handOverGraceMs: number;
};

export type Worker = {
  /** Resolves when the worker takes runs. */
  start(): Promise<void>;
  /** Starts nothing more, lets running calls end for the grace, gives every lease back. */
  stop(): Promise<void>;
};

const DEFAULTS: WorkerOptions = {
  effectSlots: 10,
  runSlots: 50,
  pollMs: 2_000,
  claimMs: 1_000,
  heartbeatMs: 3_000,
  drainGraceMs: 10_000,
  modelLimits: {},
  firstProbeMs: 5_000,
  maxLeaseMs: 20 * 3_600_000,
  handOverGraceMs: 600_000,
};

/** One worker of started jobs: it holds runs by leases and performs their effects (docs/engine.md, "Actors and effects"). */
export function createWorker(deps: WorkerDeps): Worker {
  const { runStore, jobs, sql, onPlanVersion } = deps;
  const { clock, log, ids } = deps.services;
  const options = { ...DEFAULTS, ...deps.options };
  const { modelLimits: limits, firstProbeMs } = options;
  let workers = 1;
  const workspaces = withRateLimits(deps.services.workspaces, (model) =>
    createRateLimitedModel({ model, limits, clock, workerCount: () => workers }),
  );
  const services = { ...deps.services, workspaces };
  const workerId = ids.next();
  const slots = createSlots(options.effectSlots);
  const stopping = new AbortController();
  const cleanups: (() => Promise<void>)[] = [];
  let loops: Promise<unknown> = Promise.resolve();

  const leases = createLeases({ jobs, clock });
  const release = (claim: LeaseClaim) => jobs.release(claim);
  const setRunAside = (claim: LeaseClaim, why: DomainError) =>
    setAside({ sql, jobs }, claim.runId, why, claim);
  const actors = createActorPool(
    clock,
    (claim) =>
      createRunActor(
        {
          runStore,
          services,
          slots,
          workerId,
          lease: leases.leaseOf(claim),
          release,
          setAside: setRunAside,
          ...(onPlanVersion && { onPlanVersion }),
        },
        claim,
        1,
      ),
    () => void dispatcher.poll(),
  );
  const dispatcher = createDispatcher({
    jobs: { ...leases, release },
    actors,
    slots,
    runSlots: options.runSlots,
    hasPeers: () => workers > 1,
    clock,
    log,
  });

  const { db, keepCalls, notifyComments } = deps;
  const answering = createAnswerer({ sql, db, runStore, services, keepCalls, notifyComments });

  async function heartbeat(): Promise<void> {
    const claims = actors.claims();
    if (claims.length > 0) actors.loseUnheld(claims, await leases.touch(claims));
    actors.handOver(options.maxLeaseMs, options.handOverGraceMs);
  }

  async function countWorkersNow(): Promise<void> {
    workers = Math.max(1, await countWorkers(sql));
  }

  /** Commits look at the setup that is in memory, without asking whether there is a newer one. */
  async function lookAgain(workspaceId: string): Promise<void> {
    if (!workspaces.known(workspaceId)) return;
    workspaces.invalidate(workspaceId);
    await workspaces.open(workspaceId);
  }

  async function catchUp(): Promise<void> {
    actors.hintAll();
    await dispatcher.poll();
  }

  return {
    async start() {
      cleanups.push(await announceWorker(sql));
      cleanups.push(
        await listen(sql, {
          onRun: (runId, seq) => actors.hint(runId, seq),
          onJobs: dispatcher.hear,
          onComments: () => void answering.look(),
          onSetup: (workspaceId) => void lookAgain(workspaceId),
          onReconnect: () => void catchUp(),
        }),
      );
      const { signal } = stopping;
      const host = { clock, log, signal };
      loops = Promise.all([
        repeatEvery(options.pollMs, async () => actors.hintAll(), { ...host, name: "The poll of held runs" }),
        repeatEvery(options.claimMs, dispatcher.poll, { ...host, name: "The poll for runs" }),
        repeatEvery(options.heartbeatMs, heartbeat, { ...host, name: "The heartbeat of leases" }),
        repeatEvery(options.pollMs, countWorkersNow, { ...host, name: "The count of workers" }),
        runSweepsUntil(signal, { sql, runStore, jobs, clock, log }),
        purgeUntil(signal, { sql, purges: deps.purges, clock, log, openDrills: deps.openDrills }),
        deliverUntil(signal, deps.messages),
        replayUntil(signal, { sql, replays: deps.replays, runStore, services }),
        answering.until(signal),
        deps.tellTools && tellToolsUntil(signal, { db, clock, log, tellTools: deps.tellTools }),
        probeModelsUntil(signal, {
          sql,
          runStore,
          workspaces,
          clock,
          ids,
          log,
          firstProbeMs,
          keepCalls: deps.keepCalls,
        }),
      ]);
      log.info({ workerId, ...options }, "The worker takes runs");
    },
    async stop() {
      dispatcher.stop();
      const beats = new AbortController();
      const name = "The heartbeat of leases";
      const beating = repeatEvery(options.heartbeatMs, heartbeat, { clock, log, signal: beats.signal, name });
      stopping.abort();
      await actors.drain(options.drainGraceMs);
      beats.abort();
      await Promise.all([loops, beating]);
      for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
      log.info({ workerId }, "The worker has stopped");
    },
  };
}
