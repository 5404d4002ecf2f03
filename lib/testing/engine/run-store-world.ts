import { type Database, openDatabase } from "@/db/client";
import type { Jobs, LeaseClaim } from "@/lib/core/job-ports";
import type { Plan } from "@/lib/core/plan/schema";
import { type Command, nextEffects, type RunState } from "@/lib/core/run";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import { type RunSettings, runSettings } from "@/lib/core/run/settings";
import { createRunStore, type RunStoreDeps } from "@/lib/engine/run-store";
import type { Fence, PayloadRows, RunStore, Submission } from "@/lib/engine/types";
import { offer } from "../runs/run-world";
import { silentLog } from "../silent-log";

export const WORKER: ActorRef = { kind: "worker", id: "worker_1" };
export const PERSON: ActorRef = { kind: "person", id: "local", name: "Local operator" };

/** A jobs port that remembers what was asked of it and never says no. */
export function createQuietJobs(): Jobs & { enqueued: string[]; completed: string[]; ended: string[] } {
  const enqueued: string[] = [];
  const completed: string[] = [];
  const ended: string[] = [];
  return {
    enqueued,
    completed,
    ended,
    leaseMs: 10_000,
    start: async () => {},
    stop: async () => {},
    enqueue: async (_tx, runId) => void enqueued.push(runId),
    claim: async () => [],
    touch: async (claims) => claims,
    complete: async (_tx, claim) => completed.push(claim.runId) > 0,
    end: async (_tx, runId) => void ended.push(runId),
    release: async () => {},
  };
}

let count = 0;

/** A command under a new id, or under the given one. */
export function submit(
  command: Command,
  actor = WORKER,
  extra: { id?: string; rows?: PayloadRows } = {},
): Submission {
  count += 1;
  const { id = `cmd_${process.pid}_${count}`, rows } = extra;
  return { envelope: { id, actor, command }, ...(rows && { rows }) };
}

/** One process before the database: its own pool, its own run store. */
export type RunStoreProcess = { database: Database; runStore: RunStore };

export function openRunStore(url: string, deps: Partial<RunStoreDeps> = {}): RunStoreProcess {
  const database = openDatabase(url, { max: 8 });
  const jobs = createQuietJobs();
  const runStore = createRunStore({ sql: database.sql, jobs, log: silentLog, notify: () => {}, ...deps });
  return { database, runStore };
}

/** Creates a run with this plan and gives its id. */
export async function createRun(
  runStore: RunStore,
  options: { plan?: Plan; settings?: Partial<RunSettings>; runId?: string } = {},
): Promise<string> {
  count += 1;
  const { plan, runId = `run_${process.pid}x${count}` } = options;
  const offered = plan && { ...offer(plan), origin: "person" as const };
  const settings = runSettings.parse({ replanCooldownMs: 0, summarizer: "off", ...options.settings });
  const rows = offered && plan && { plans: [{ digest: offered.digest, plan }] };
  const mission = `Do it: ${runId}`;
  const command = { type: "create", workspaceId: "local", mission, settings, tags: ["test"] } as const;
  const creation = submit(
    { ...command, tags: ["test"], ...(offered && { plan: offered }) },
    PERSON,
    rows && { rows },
  );
  const { replies } = await runStore.createRun(runId, creation);
  if (!replies[0]?.ok) throw new Error(`run not created: ${JSON.stringify(replies)}`);
  return runId;
}

/** Takes the lease; the fence under which its holder writes. */
export async function takeLease(runStore: RunStore, runId: string, claim?: LeaseClaim): Promise<Fence> {
  const { state } = await runStore.transition(runId, [submit({ type: "take_lease", workerId: "worker_1" })]);
  return { epoch: state.epoch, claim: claim ?? { jobId: "job_1", retryCount: 0, runId } };
}

/** The start of everything that is wanted now, as an actor's follow-up. */
export function startAll(epoch: number): (state: Readonly<RunState>) => Submission[] {
  return (state) => {
    const keys = nextEffects(state).flatMap((effect) =>
      effect.kind === "wake" || state.inFlight[effect.key] ? [] : [effect.key],
    );
    return keys.length > 0 ? [submit({ type: "start", keys, epoch })] : [];
  };
}
