import type { Sql } from "postgres";
import { jobTransaction, openPipeline, type Pipeline } from "@/db/pipeline";
import { beginTransition, catchUpQuery, ensureRun, lockRun } from "@/db/queries/run-store/read-run";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Jobs } from "@/lib/core/ports";
import { initialState, type RunState } from "@/lib/core/run";
import type { CommandReply } from "@/lib/core/run/commands";
import type { TransitionOptions, TransitionResult } from "../types";
import {
  type Answered,
  type Batch,
  decideBatch,
  isReusedId,
  reusedIdReply,
  type StoredReplies,
} from "./decide-batch";
import { type CommitRequest, guardDecide } from "./fault";

import { catchUp } from "./load-state";
import { type Parking, parkingAfter, type ShouldPark } from "./parking";
import { writeStatements } from "./write-batch";

export type CommitDeps = { sql: Sql; jobs: Jobs; shouldPark: ShouldPark };

export type Commit = TransitionResult & { state: RunState; batch: Batch; enqueued: boolean };

/**
 * The one transaction of a transition, in at most three round trips once its statements are prepared: lock and
 * read, write, commit (the last two travel together unless a job is involved). Changes the given state; whatever it
 * throws, nothing is known to be written and the state is good for nothing.
 */
export async function commitOnce(deps: CommitDeps, state: RunState, request: CommitRequest): Promise<Commit> {
  const pipeline = await openPipeline(deps.sql);
  try {
    return await commitOn(pipeline, deps, state, request);
  } catch (error) {
    await pipeline.rollback();
    throw error;
  } finally {
    pipeline.release();
  }
}

async function commitOn(
  pipeline: Pipeline,
  deps: CommitDeps,
  state: RunState,
  request: CommitRequest,
): Promise<Commit> {
  const { submissions, options } = request;
  const { run, nowMs, stored } = await lockAndCatchUp(pipeline, state, request);
  if (options.fence && options.fence.epoch !== state.epoch) throw leaseLost(state.runId);
  if (request.createIn !== undefined && state.seq === 0) state.workspaceId = request.createIn;

  const copied = state.seq === 0 ? (request.copied ?? []) : [];
  const batch = guardDecide(() => decideBatch(state, submissions, stored, nowMs, { ...options, copied }));
  if (batch.events.length === 0 && state.seq === copied.length) {
    // The creation was refused: without a run there is no place for the reply either.
    await pipeline.rollback();
    const none = initialState(state.runId);
    return { replies: batch.replies, events: [], state: none, parked: false, batch, enqueued: false };
  }
  const parking = guardDecide(() => parkingAfter(state, run.parked, nowMs, options, deps.shouldPark));
  const refused = refusedOf(request, stored);
  const parkingChanged = parking.parked !== run.parked || parking.parked;
  const write = { state, batch, refused, parking, parkingChanged, nowMs };
  const writes = guardDecide(() => writeStatements(pipeline.sql, write));
  await sendAndCommit(pipeline, deps.jobs, writes, parking, state.runId, options);
  return {
    replies: batch.replies,
    events: batch.events,
    state,
    parked: parking.job === "complete",
    batch,
    enqueued: parking.job === "enqueue",
  };
}

/** The lock is a statement of its own: what is read after it sees all that was committed before it was given. */
async function lockAndCatchUp(pipeline: Pipeline, state: RunState, request: CommitRequest) {
  const { sql } = pipeline;
  const { runId } = state;
  const ids = [...request.submissions, ...(request.refused?.submissions ?? [])].map(
    ({ envelope }) => envelope.id,
  );
  const [, , locked, [delta]] = await pipeline.send([
    beginTransition(sql),
    request.createIn === undefined ? undefined : ensureRun(sql, runId, request.createIn),
    lockRun(sql, runId),
    catchUpQuery(sql, runId, state.seq, ids),
  ]);
  const run = locked[0];
  if (!run) throw new DomainFailure(domainError("not_found", `There is no run ${runId}.`));
  catchUp(state, delta?.events ?? [], request.onCaughtUp);
  const stored = new Map(Object.entries(delta?.replies ?? {}));
  for (const submission of request.submissions) {
    const before = delta?.digests?.[submission.envelope.id];
    if (isReusedId(submission, before)) stored.set(submission.envelope.id, reusedIdReply(runId));
  }
  return { run, nowMs: Math.max(delta?.now ?? 0, state.lastAt), stored };
}

function refusedOf({ refused }: CommitRequest, stored: StoredReplies): Answered[] {
  const fresh = refused?.submissions.filter(({ envelope }) => !stored.has(envelope.id)) ?? [];
  return fresh.map((submission) => ({ submission, reply: (refused as { reply: CommandReply }).reply }));
}

async function sendAndCommit(
  pipeline: Pipeline,
  jobs: Jobs,
  writes: PromiseLike<unknown>[],
  parking: Parking,
  runId: string,
  options: TransitionOptions,
): Promise<void> {
  const commit = pipeline.sql.unsafe("commit");
  if (parking.job === "leave" || (parking.job === "complete" && !options.fence)) {
    await pipeline.send([...writes, commit]);
    return;
  }
  const tx = jobTransaction(pipeline);
  const claim = options.fence?.claim;
  const job = claim && parking.job === "complete" ? jobs.complete(tx, claim) : jobs.enqueue(tx, runId);
  const [stillHeld] = await pipeline.send([job, ...writes]);
  if (stillHeld === false) throw leaseLost(runId);
  await pipeline.send([commit]);
}

function leaseLost(runId: string): DomainFailure {
  return new DomainFailure(domainError("lease_lost", `Another worker holds ${runId} now.`));
}
