import { storable } from "@/db/json-text";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { kindOfExample, toolsOfExample } from "@/lib/core/examples/facts";
import type { ExampleReader, FoundExample } from "@/lib/core/examples/view";
import type { Jobs, LeaseClaim } from "@/lib/core/job-ports";
import type { Json } from "@/lib/core/json";
import type { FoundLesson } from "@/lib/core/lessons/view";
import { initialState, type RunEvent, type RunState } from "@/lib/core/run";
import type { CommandReply } from "@/lib/core/run/commands";
import type { SimilarMission } from "@/lib/core/similar-missions";
import type { OwnReview } from "@/lib/core/templates/reviews";
import type { EffectReads } from "@/lib/engine/effects/effect";
import {
  decideBatch,
  isReusedId,
  keptRows,
  reusedIdReply,
  storesReply,
} from "@/lib/engine/run-store/decide-batch";
import { endsLease, isIdle, parkingAfter } from "@/lib/engine/run-store/parking";
import type {
  PayloadRows,
  RunStore,
  Submission,
  ToolCallRow,
  TrajectoryStepRow,
  TransitionOptions,
  TransitionResult,
} from "@/lib/engine/types";

type MemoryRun = {
  state: RunState;
  parked: boolean;
  commands: Map<string, { reply: CommandReply; digest: string | undefined }>;
  events: RunEvent[];
};

/** A payload row of a run, with the moment it was written. */
type Stored<Row> = Row & { runId: string; atMs: number };

export type MemoryStore = {
  runStore: RunStore;
  jobs: Jobs;
  reads: EffectReads;
  /** Every event of a run so far. */
  events(runId: string): RunEvent[];
  state(runId: string): RunState;
  /** Of all runs, by no key that matters. */
  toolCalls: Map<string, ToolCallRow>;
  /** Files by id. */
  files: Map<string, { preview: string; content: Uint8Array }>;
  /** Lessons that every run finds which uses some; `demo` ones are for simulated models. */
  lessons: (FoundLesson & { demo?: boolean })[];
  /** Examples that every run finds which uses some and has their tools. */
  examples: (FoundExample & { demo?: boolean })[];
  /** Finished missions that every planner of a first plan finds; `demo` ones are for simulated models. */
  missions: SimilarMission[];
  /** The reviews that the workspace has set up. */
  reviews: OwnReview[];
  /** Called after every commit. */
  onCommit: Set<(runId: string, seq: number) => void>;
  /** The next commits throw before anything happens. */
  failCommits(times: number): void;
};

/** A run store, jobs and reads over plain memory: for tests of what stands on them. */
export function createMemoryStore(nowMs: () => number = () => Date.now()): MemoryStore {
  const runs = new Map<string, MemoryRun>();
  const queue: string[] = [];
  const active = new Map<string, LeaseClaim>();
  const blobs = new Map<string, Json>();
  const files: MemoryStore["files"] = new Map();
  const lessons: MemoryStore["lessons"] = [];
  const reviews: MemoryStore["reviews"] = [];
  const examples: MemoryStore["examples"] = [];
  const missions: MemoryStore["missions"] = [];
  const steps = new Map<string, Stored<TrajectoryStepRow>>();
  const toolCalls = new Map<string, Stored<ToolCallRow>>();
  const onCommit = new Set<(runId: string, seq: number) => void>();
  let failures = 0;
  let claims = 0;

  function runOf(runId: string): MemoryRun {
    const run = runs.get(runId);
    if (!run) throw new DomainFailure(domainError("not_found", `There is no run ${runId}`));
    return run;
  }

  /** One commit: all of it happens in one go, or none. */
  async function commit(
    runId: string,
    submissions: Submission[],
    options: TransitionOptions,
    begin?: { copied: RunEvent[] },
  ): Promise<TransitionResult> {
    await Promise.resolve();
    if (failures > 0) {
      failures -= 1;
      throw new Error("the commit failed");
    }
    if (begin && !runs.has(runId)) {
      runs.set(runId, { state: initialState(runId), parked: true, commands: new Map(), events: [] });
    }
    const run = runOf(runId);
    const { fence, park = false } = options;
    if (fence && fence.epoch !== run.state.epoch) throw leaseLost();
    // Only parking can still fail after deciding: the job may be somebody else's now.
    const state = park ? structuredClone(run.state) : run.state;
    const copied = state.seq === 0 ? (begin?.copied ?? []) : [];
    const atMs = Math.max(nowMs(), state.lastAt);
    const stored = storedReplies(run, submissions);
    const batch = decideBatch(state, submissions, stored, atMs, { ...options, copied });
    const { replies, events } = batch;
    if (events.length === 0 && state.seq === copied.length) {
      runs.delete(runId);
      return { replies, events, state: initialState(runId), parked: false };
    }
    const parking = parkingAfter(state, run.parked, atMs, options, isIdle);
    if (parking.job === "complete" && active.get(runId) !== fence?.claim) throw leaseLost();
    run.state = state;
    run.parked = parking.parked;
    run.events.push(...copied, ...events);
    for (const { submission, reply } of batch.answered.filter(storesReply)) {
      run.commands.set(submission.envelope.id, { reply, digest: submission.inputDigest });
    }
    for (const answered of batch.answered) storeRows(runId, keptRows(answered), atMs);
    const lastCopied = copied.at(-1);
    if (lastCopied) copyRows(state, lastCopied.at);
    if (parking.job === "complete") active.delete(runId);
    if (parking.job === "end") endJob(runId);
    if (parking.job === "enqueue") enqueue(runId);
    for (const listener of onCommit) listener(runId, state.seq);
    return { replies, events, state, parked: park && endsLease(parking) };
  }

  function storedReplies({ commands, state }: MemoryRun, submissions: Submission[]) {
    const stored = new Map<string, CommandReply>();
    for (const submission of submissions) {
      const known = commands.get(submission.envelope.id);
      if (!known) continue;
      const reused = isReusedId(submission, known.digest);
      stored.set(submission.envelope.id, reused ? reusedIdReply(state.runId) : known.reply);
    }
    return stored;
  }

  function storeRows(runId: string, rows: PayloadRows | undefined, atMs: number): void {
    for (const { digest, body } of storable([...(rows?.blobs ?? []), ...(rows?.payloadBlobs ?? [])])) {
      if (!blobs.has(digest)) blobs.set(digest, body);
    }
    for (const row of rows?.steps ?? []) {
      const key = JSON.stringify([runId, row.taskId, row.attempt, row.step]);
      const { atMs: writtenMs = atMs, ...before } = steps.get(key) ?? {};
      steps.set(key, { ...before, ...row, runId, atMs: writtenMs });
    }
    for (const row of rows?.toolCalls ?? []) {
      const key = JSON.stringify([runId, row.key]);
      if (toolCalls.get(key)?.status !== "finished") toolCalls.set(key, { ...row, runId, atMs });
    }
  }

  /** A fork takes along its parent's steps and the calls that had ended. */
  function copyRows({ runId, parent }: RunState, untilMs: number): void {
    const isShared = (row: Stored<unknown>) => row.runId === parent?.runId && row.atMs <= untilMs;
    for (const row of [...steps.values()].filter(isShared)) {
      steps.set(JSON.stringify([runId, row.taskId, row.attempt, row.step]), { ...row, runId });
    }
    for (const row of [...toolCalls.values()].filter(isShared)) {
      if (row.status === "finished") toolCalls.set(JSON.stringify([runId, row.key]), { ...row, runId });
    }
  }

  function enqueue(runId: string): void {
    if (!queue.includes(runId) && !active.has(runId)) queue.push(runId);
  }

  function endJob(runId: string): void {
    active.delete(runId);
    if (queue.includes(runId)) queue.splice(queue.indexOf(runId), 1);
  }

  const runStore: RunStore = {
    transition: (runId, submissions, options = {}) => commit(runId, submissions, options),
    async createRun(runId, submission) {
      if (submission.envelope.command.type !== "create") {
        throw new DomainFailure(domainError("invalid_input", "A run begins with the command `create`."));
      }
      return commit(runId, [submission], {}, { copied: [] });
    },
    async forkRun(runId, submission, copied) {
      if (copied[0]?.type !== "run_created") {
        throw new DomainFailure(domainError("invalid_input", "A run begins with the event `run_created`."));
      }
      return commit(runId, [submission], {}, { copied });
    },
    peek: async (runId) => runs.get(runId)?.state,
    known: (runId) => runs.get(runId)?.state,
  };

  const jobs: Jobs = {
    leaseMs: 10_000,
    start: async () => {},
    stop: async () => {},
    enqueue: async (_tx, runId) => enqueue(runId),
    async claim(limit) {
      return queue.splice(0, limit).map((runId) => {
        claims += 1;
        const claim = { jobId: `job-${runId}`, retryCount: claims, runId };
        active.set(runId, claim);
        return claim;
      });
    },
    touch: async (asked) => asked.filter((claim) => active.get(claim.runId) === claim),
    complete: async (_tx, claim) => active.delete(claim.runId),
    end: async (_tx, runId) => endJob(runId),
    async release(claim) {
      if (active.get(claim.runId) !== claim) return;
      active.delete(claim.runId);
      enqueue(claim.runId);
    },
  };

  const rowsOf = <Row extends object>(
    stored: Map<string, Stored<Row>>,
    isWanted: (row: Stored<Row>) => boolean,
  ): Row[] => [...stored.values()].filter(isWanted).map(({ runId, atMs, ...row }) => row as unknown as Row);

  const reads: EffectReads = {
    values: async (_workspaceId, digests) =>
      new Map(digests.flatMap((digest) => (blobs.has(digest) ? [[digest, blobs.get(digest) as Json]] : []))),
    offeredPatches: async (runId, digests) =>
      new Map(
        runOf(runId).events.flatMap(({ type, payload }) =>
          type === "plan_version_offered" && digests.includes(payload.digest)
            ? [[payload.digest, payload.patch] as const]
            : [],
        ),
      ),
    async attempt(runId, taskId, attempt) {
      const isOfAttempt = (row: Stored<{ taskId: string; attempt: number }>) =>
        row.runId === runId && row.taskId === taskId && row.attempt === attempt;
      return {
        steps: rowsOf(steps, isOfAttempt).sort((a, b) => a.step - b.step),
        toolCalls: rowsOf(toolCalls, isOfAttempt),
      };
    },
    artifact: async (runId, digest) =>
      [...toolCalls.values()].some((row) => row.runId === runId && row.artifact === digest)
        ? blobs.get(digest)
        : undefined,
    // All runs of a memory store are one family.
    writingCalls: async (runId, of) =>
      [...toolCalls.values()]
        .filter((row) => of === "family" || [runId, runs.get(runId)?.state.parent?.runId].includes(row.runId))
        .filter(
          ({ status, ok }) =>
            status === "started" || ok || (of === "family" && status === "finished" && ok === undefined),
        )
        .filter(({ sideEffects }) => /write|external/.test(sideEffects))
        .map(({ status, ok, output, error, ...row }) => ({
          ...row,
          ...(status === "finished" && !ok && { isInDoubt: true as const }),
          ...(status === "finished" && { output: output ?? error ?? null, finishedAtMs: 0 }),
        })),
    costMicroUsd: async () => undefined,
    previews: async (_workspaceId, ids) =>
      new Map(ids.flatMap((id) => (files.has(id) ? [[id, files.get(id)?.preview ?? ""]] : []))),
    missions: async ({ demo, limit }) => missions.filter((one) => demo || !one.demo).slice(0, limit),
    lessons: async ({ demo }) => lessons.filter((lesson) => demo || !lesson.demo),
    examples: async (reader) => examples.filter(isShownTo(reader)),
    shownExamples: async (reader, refs) =>
      refs.flatMap((ref) => examples.filter(isShownTo(reader)).filter(({ id }) => id === ref.id)),
    reviews: async () => reviews,
    attachment: async (_runId, id) => files.get(id)?.content,
  };

  return {
    runStore,
    jobs,
    reads,
    events: (runId) => runOf(runId).events,
    state: (runId) => runOf(runId).state,
    toolCalls,
    files,
    lessons,
    examples,
    missions,
    reviews,
    onCommit,
    failCommits: (times) => {
      failures += times;
    },
  };
}

const leaseLost = () => new DomainFailure(domainError("lease_lost", "Another worker holds this run now."));

const isShownTo =
  ({ kind, tools, demo }: ExampleReader) =>
  (one: MemoryStore["examples"][number]): boolean =>
    kindOfExample(one.example) === kind &&
    (demo || !one.demo) &&
    toolsOfExample(one.example).every((tool) => tools.includes(tool));
