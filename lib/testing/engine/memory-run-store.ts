import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Json } from "@/lib/core/json";
import type { Jobs, LeaseClaim } from "@/lib/core/ports";
import { apply, initialState, needsWorker, type RunEvent, type RunState, transact } from "@/lib/core/run";
import type { CommandReply } from "@/lib/core/run/commands";
import type { EffectReads } from "@/lib/engine/effects/effect";
import { isReusedId, reusedIdReply } from "@/lib/engine/run-store/decide-batch";
import type { RunStore, Submission, ToolCallRow, TrajectoryStepRow } from "@/lib/engine/types";

type MemoryRun = {
  state: RunState;
  parked: boolean;
  replies: Map<string, CommandReply>;
  digests: Map<string, string | undefined>;
  events: RunEvent[];
};

export type MemoryStore = {
  runStore: RunStore;
  jobs: Jobs;
  reads: EffectReads;
  /** Every event of a run so far. */
  events(runId: string): RunEvent[];
  state(runId: string): RunState;
  toolCalls: Map<string, ToolCallRow>;
  /** Files by id. */
  files: Map<string, { preview: string; content: Uint8Array }>;
  /** Called after every commit. */
  onCommit: Set<(runId: string, seq: number) => void>;
  /** The next commits throw before anything happens. */
  failCommits(times: number): void;
};

const emptyRun = (runId: string) => ({
  state: initialState(runId),
  parked: true,
  replies: new Map(),
  digests: new Map(),
});

/** A run store, jobs and reads over plain memory: for tests of what stands on them. */
export function createMemoryStore(nowMs: () => number = () => Date.now()): MemoryStore {
  const runs = new Map<string, MemoryRun>();
  const queue: string[] = [];
  const active = new Map<string, LeaseClaim>();
  const blobs = new Map<string, Json>();
  const files: MemoryStore["files"] = new Map();
  const steps = new Map<string, TrajectoryStepRow>();
  const toolCalls = new Map<string, ToolCallRow>();
  const onCommit = new Set<(runId: string, seq: number) => void>();
  let failures = 0;
  let claims = 0;

  function runOf(runId: string): MemoryRun {
    const run = runs.get(runId);
    if (!run) throw new DomainFailure(domainError("not_found", `There is no run ${runId}`));
    return run;
  }

  function decide(run: MemoryRun, submissions: Submission[]): CommandReply[] {
    const fresh = submissions.filter(({ envelope }) => !run.replies.has(envelope.id));
    const commands = fresh.map(({ envelope }) => envelope);
    const { events, outcomes } = transact(run.state, commands, nowMs());
    run.events.push(...events);
    for (const { commandId, ...outcome } of outcomes) run.replies.set(commandId, outcome as CommandReply);
    for (const { rows } of fresh) {
      for (const blob of rows?.blobs ?? []) blobs.set(blob.digest, blob.body);
      for (const row of rows?.steps ?? []) {
        const key = `${row.taskId}/${row.attempt}/${row.step}`;
        steps.set(key, { ...steps.get(key), ...row });
      }
      for (const row of rows?.toolCalls ?? []) {
        if (toolCalls.get(row.key)?.status !== "finished") toolCalls.set(row.key, row);
      }
    }
    for (const { envelope, inputDigest } of fresh) run.digests.set(envelope.id, inputDigest);
    return submissions.map((submission) => {
      const { id } = submission.envelope;
      if (isReusedId(submission, run.digests.get(id))) return reusedIdReply(run.state.runId);
      return run.replies.get(id) as CommandReply;
    });
  }

  function enqueue(runId: string): void {
    if (!queue.includes(runId) && !active.has(runId)) queue.push(runId);
  }

  const runStore: RunStore = {
    async createRun(runId, submission) {
      if (!runs.has(runId)) {
        runs.set(runId, { ...emptyRun(runId), events: [] });
      }
      return runStore.transition(runId, [submission]);
    },
    async forkRun(runId, submission, copied) {
      const run = { ...emptyRun(runId), events: copied };
      for (const event of copied) apply(run.state, event);
      runs.set(runId, run);
      return runStore.transition(runId, [submission]);
    },
    async peek(runId) {
      return runs.get(runId)?.state;
    },
    async transition(runId, submissions, options = {}) {
      await Promise.resolve();
      if (failures > 0) {
        failures -= 1;
        throw new Error("the commit failed");
      }
      const run = runOf(runId);
      const { fence, followUp, park } = options;
      if (fence && fence.epoch !== run.state.epoch) {
        throw new DomainFailure(domainError("lease_lost", "Another worker holds this run now."));
      }
      const before = run.events.length;
      const replies = decide(run, submissions);
      const more = followUp?.(run.state) ?? [];
      if (more.length > 0) replies.push(...decide(run, more));
      if (park && fence && !needsWorker(run.state)) {
        run.parked = true;
        active.delete(runId);
      } else if (run.parked && needsWorker(run.state)) {
        run.parked = false;
        enqueue(runId);
      }
      const parked = park === true && run.parked;
      for (const listener of onCommit) listener(runId, run.state.seq);
      return { replies, events: run.events.slice(before), state: run.state, parked };
    },
  };

  const jobs: Jobs = {
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
    async release(claim) {
      if (active.get(claim.runId) !== claim) return;
      active.delete(claim.runId);
      enqueue(claim.runId);
    },
  };

  const ofAttempt = (taskId: string, attempt: number) => (row: { taskId: string; attempt: number }) =>
    row.taskId === taskId && row.attempt === attempt;

  const reads: EffectReads = {
    values: async (_workspaceId, digests) =>
      new Map(digests.map((digest) => [digest, blobs.get(digest) as Json])),
    attempt: async (_runId, taskId, attempt) => ({
      steps: [...steps.values()].filter(ofAttempt(taskId, attempt)).sort((a, b) => a.step - b.step),
      toolCalls: [...toolCalls.values()].filter(ofAttempt(taskId, attempt)),
    }),
    artifact: async (_runId, digest) =>
      [...toolCalls.values()].some((row) => row.artifact === digest) ? blobs.get(digest) : undefined,
    writingCalls: async (runId) =>
      [...toolCalls.values()]
        .filter((row) => (row.status === "started" || row.ok) && /write|external/.test(row.sideEffects))
        .map(({ status, output, ...row }) => ({
          runId,
          ...row,
          ...(status === "finished" && { output: output ?? null, finishedAtMs: 0 }),
        })),
    costMicroUsd: async () => undefined,
    previews: async (_workspaceId, ids) =>
      new Map(ids.flatMap((id) => (files.has(id) ? [[id, files.get(id)?.preview ?? ""]] : []))),
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
    onCommit,
    failCommits: (times) => {
      failures += times;
    },
  };
}
