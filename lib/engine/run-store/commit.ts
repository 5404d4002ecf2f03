import type { Sql } from "postgres";
import { jobTransaction, openPipeline, type Pipeline } from "@/db/pipeline";
import {
  beginTransition,
  catchUpQuery,
  ensureRun,
  lockAncestry,
  lockRun,
  lockUnchangedRun,
  lockWorkingKeys,
} from "@/db/queries/run-store/read-run";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Jobs, JobTransaction } from "@/lib/core/job-ports";
import { getOwn } from "@/lib/core/own";
import { initialState, type RunEvent, type RunState } from "@/lib/core/run";
import type { CommandReply } from "@/lib/core/run/commands";
import type { PlannedDelivery } from "@/lib/notify/deliveries";
import { areTold } from "@/lib/notify/notices";
import { type Outside, plannedDeliveries, writeDeliveries } from "../notifications/planned-deliveries";
import type { Fence, Submission, TransitionOptions, TransitionResult } from "../types";
import type { DatabaseTime } from "./database-time";
import { type Answered, decideBatch, isReusedId, reusedIdReply, type StoredReplies } from "./decide-batch";
import { guardDecide } from "./fault";
import { catchUp } from "./load-state";
import { endsLease, type Parking, parkingAfter, type ShouldPark } from "./parking";
import { keysNamedIn, ofWorkingCallers } from "./working-callers";
import { type Write, writeStatements } from "./write-batch";

export type CommitDeps = {
  sql: Sql;
  jobs: Jobs;
  shouldPark: ShouldPark;
  databaseTime: DatabaseTime;
  outside?: Outside | undefined;
};

/** What one transaction is to do. */
export type CommitRequest = {
  submissions: Submission[];
  options: TransitionOptions;
  /** Creates the row to lock first, in this workspace. */
  createIn?: string;
  /** What a new run begins with, in place of nothing. */
  copied?: RunEvent[];
  /** Given this refusal without being decided: the submissions whose deciding threw. */
  refused?: { submissions: Submission[]; reply: CommandReply };
  /** The database's time, where the run is decided as it is known; a refusal then says that it was not so. */
  assumedNowMs?: number | undefined;
  /** Called for every stored event that was caught up with. */
  onCaughtUp?: (event: RunEvent) => void;
  /** What an earlier try turns out to have answered, once the run is caught up with. */
  alreadyAnswered?: () => StoredReplies;
};

export type Commit = TransitionResult & { state: RunState; enqueued: boolean };

/**
 * The one transaction of a transition, in at most three round trips once its statements are prepared: lock and
 * read, write, commit (the last two travel together unless a job is involved). What is decided on the run as it is known
 * takes one: lock, write and commit. Changes the given state; whatever it throws, nothing is known to be written and the
 * state is good for nothing.
 */
export async function commitOnce(deps: CommitDeps, state: RunState, request: CommitRequest): Promise<Commit> {
  const { fence } = request.options;
  const pipeline = await openPipeline(deps.sql);
  try {
    const known = asKnown(pipeline, state, request);
    const locked = known ?? (await lockAndCatchUp(deps, pipeline, state, request));
    if (fence && fence.epoch !== state.epoch) throw leaseLost(state.runId);
    const decided = guardDecide(() => decide(state, request, locked, deps.shouldPark));
    const { parking } = decided;
    const { replies, events, copied } = decided.batch;
    if (events.length === 0 && state.seq === copied.length) {
      // The creation was refused: without a run there is no place for the reply either.
      await pipeline.rollback();
      return { replies, events, state: initialState(state.runId), parked: false, enqueued: false };
    }
    const writes = guardDecide(() => writeStatements(pipeline.sql, { state, ...decided }));
    const messages =
      deps.outside && areTold(events) ? await plannedDeliveries(deps.outside, state, events) : [];
    const ways = { jobs: deps.jobs, deliveries: deps.outside?.deliveries };
    if (messages.length > 0) writes.push(writeDeliveries(pipeline.sql, state, decided.nowMs, messages));
    await sendAndCommit(
      pipeline,
      ways,
      { ...decided, lock: locked.lock, writes, messages },
      state.runId,
      fence,
    );
    return {
      replies,
      events,
      state,
      parked: request.options.park === true && endsLease(parking),
      enqueued: parking.job === "enqueue",
    };
  } catch (error) {
    await pipeline.rollback();
    throw error;
  } finally {
    pipeline.release();
  }
}

type Locked = {
  wasParked: boolean;
  nowMs: number;
  stored: StoredReplies;
  submissions: Submission[];
  /** What callers sent who may not act any more, each with its refusal. */
  ended: Answered[];
  /** What is still to be sent before anything is written. */
  lock: PromiseLike<unknown>[];
};

/** Decides the commands on the state, which it changes, and what that means for the run's job. */
function decide(
  state: RunState,
  request: CommitRequest,
  { wasParked, nowMs, stored, submissions, ended }: Locked,
  shouldPark: ShouldPark,
): Omit<Write, "state"> {
  const { options, createIn } = request;
  const isNew = state.seq === 0;
  if (isNew && createIn !== undefined) state.workspaceId = createIn;
  const copied = isNew ? (request.copied ?? []) : [];
  const batch = decideBatch(state, submissions, stored, nowMs, { ...options, copied });
  const parking = parkingAfter(state, wasParked, nowMs, options, shouldPark);
  const parkingChanged = parking.parked || wasParked;
  return { batch, parking, parkingChanged, refused: [...refusedOf(request, stored), ...ended], nowMs };
}

/** The run as this process knows it, where it may be taken for what it is. */
function asKnown(
  { sql }: Pipeline,
  { runId, seq, epoch, lastAt }: RunState,
  { assumedNowMs, submissions }: CommitRequest,
): Locked | undefined {
  if (assumedNowMs === undefined) return;
  const lock = [beginTransition(sql), lockUnchangedRun(sql, runId, seq, epoch)];
  const nowMs = Math.max(assumedNowMs, lastAt);
  return { wasParked: false, nowMs, stored: new Map(), submissions, ended: [], lock };
}

/** The lock is a statement of its own: what is read after it sees all that was committed before it was given. */
async function lockAndCatchUp(
  { databaseTime }: CommitDeps,
  pipeline: Pipeline,
  state: RunState,
  request: CommitRequest,
): Promise<Locked> {
  const { sql } = pipeline;
  const { runId } = state;
  const ids = [...request.submissions, ...(request.refused?.submissions ?? [])].map(
    ({ envelope }) => envelope.id,
  );
  const keys = keysNamedIn(request.submissions);
  const forked = request.copied && parentOf(request.submissions);
  const [, , locked, [delta], working, ancestry] = await pipeline.send([
    beginTransition(sql),
    request.createIn === undefined ? undefined : ensureRun(sql, runId, request.createIn),
    lockRun(sql, runId),
    catchUpQuery(sql, runId, state.seq, ids),
    keys.length > 0 ? lockWorkingKeys(sql, keys) : undefined,
    forked === undefined ? undefined : lockAncestry(sql, forked),
  ]);
  if (ancestry) requireWhole(ancestry);
  if (delta) databaseTime.observe(delta.now);
  const run = locked[0];
  if (!run) throw new DomainFailure(domainError("not_found", `There is no run ${runId}.`));
  catchUp(state, delta?.events ?? [], request.onCaughtUp);
  const stored = new Map([...(request.alreadyAnswered?.() ?? []), ...Object.entries(delta?.replies ?? {})]);
  for (const submission of request.submissions) {
    const before = getOwn(delta?.digests, submission.envelope.id);
    if (isReusedId(submission, before)) stored.set(submission.envelope.id, reusedIdReply(runId));
  }
  const { submissions, ended } = ofWorkingCallers(request.submissions, new Set(working?.map(({ id }) => id)));
  const refused = ended.filter(({ submission }) => !stored.has(submission.envelope.id));
  for (const { submission, reply } of refused) stored.set(submission.envelope.id, reply);
  const nowMs = Math.max(delta?.now ?? 0, state.lastAt);
  return { wasParked: run.parked, nowMs, stored, submissions, ended: refused, lock: [] };
}

function parentOf([submission]: Submission[]): string | undefined {
  const command = submission?.envelope.command;
  return command?.type === "fork" ? command.parentRunId : undefined;
}

/** A run that comes from others has to know what they did, which goes with them. */
function requireWhole(ancestry: readonly { id: string; parentRunId: string | null }[]): void {
  const known = new Set(ancestry.map(({ id }) => id));
  if (known.size > 0 && ancestry.every(({ parentRunId: id }) => id === null || known.has(id))) return;
  const why = "This run, or one that it was forked from, has just been removed: it can no longer be forked.";
  throw new DomainFailure(domainError("not_allowed_now", why));
}

function refusedOf({ refused }: CommitRequest, stored: StoredReplies): Answered[] {
  if (!refused) return [];
  const fresh = refused.submissions.filter(({ envelope }) => !stored.has(envelope.id));
  return fresh.map((submission) => ({ submission, reply: refused.reply }));
}

type Ways = { jobs: Jobs; deliveries: Outside["deliveries"] | undefined };
type ToSend = {
  lock: PromiseLike<unknown>[];
  writes: PromiseLike<unknown>[];
  parking: Parking;
  messages: readonly PlannedDelivery[];
};

async function sendAndCommit(
  pipeline: Pipeline,
  { jobs, deliveries }: Ways,
  { lock, writes, parking, messages }: ToSend,
  runId: string,
  fence: Fence | undefined,
): Promise<void> {
  const commit = pipeline.sql.unsafe("commit");
  const queued = messages.filter(({ held }) => !held);
  const leavesJob = parking.job === "leave" || (parking.job === "complete" && !fence);
  if (leavesJob && queued.length === 0) {
    await pipeline.send([...lock, ...writes, commit]);
    return;
  }
  await pipeline.send(lock);
  const tx = jobTransaction(pipeline);
  const [stillHeld] = await pipeline.send([
    leavesJob ? true : changeJob(jobs, tx, parking, runId, fence),
    deliveries?.enqueue(tx, queued),
    ...writes,
  ]);
  if (stillHeld === false) throw leaseLost(runId);
  await pipeline.send([commit]);
}

/** False when the claim that was to end with this was lost in the meantime. */
async function changeJob(
  jobs: Jobs,
  tx: JobTransaction,
  { job }: Parking,
  runId: string,
  fence: Fence | undefined,
): Promise<boolean> {
  if (fence && job === "complete") return jobs.complete(tx, fence.claim);
  await (job === "end" ? jobs.end(tx, runId) : jobs.enqueue(tx, runId));
  return true;
}

function leaseLost(runId: string): DomainFailure {
  return new DomainFailure(domainError("lease_lost", `Another worker holds ${runId} now.`));
}
