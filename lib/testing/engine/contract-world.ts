import { afterAll, beforeAll } from "vitest";
import type { Jobs, LeaseClaim } from "@/lib/core/job-ports";
import type { Command, RunState } from "@/lib/core/run";
import { type StoredValue, storeValue } from "@/lib/core/stored-value";
import type { EffectReads } from "@/lib/engine/effects/effect";
import type { Fence, PayloadRows, RunStore } from "@/lib/engine/types";
import { planOf } from "../runs/run-world";
import { createRun, startAll, submit, takeLease, WORKER } from "./run-store-world";

export type RunStoreUnderTest = {
  runStore: RunStore;
  /** The same runs as another process sees them. */
  elsewhere: RunStore;
  jobs: Jobs;
  reads: EffectReads;
  close(): Promise<void>;
};

export const TWO_TASKS = planOf({ id: "a" }, { id: "b", dependsOn: ["a"] });
const ONE_GATE = planOf({ id: "gate", type: "human_review" });

export const success = (key: string, value: StoredValue, taskId = "a"): Command => ({
  type: "attempt_succeeded",
  key,
  taskId,
  attempt: 1,
  value,
  checks: [],
});
export const firstKey = (state: Readonly<RunState>) => Object.keys(state.inFlight)[0] ?? "none";

let count = 0;
export const freshRunId = (): string => {
  count += 1;
  return `run_${process.pid}contract${count}`;
};

export type ContractWorld = ReturnType<typeof createContractWorld>;

/** A run store for one suite, with the beginnings of its stories. */
export function createContractWorld(open: () => Promise<RunStoreUnderTest>) {
  let opened: RunStoreUnderTest;
  const here = () => opened.runStore;

  beforeAll(async () => {
    opened = await open();
  });

  afterAll(async () => {
    await opened?.close();
  });

  /** The claim on the run's job, if it has one that nobody has claimed. */
  async function claimOf(runId: string): Promise<LeaseClaim | undefined> {
    const claims = await opened.jobs.claim(100);
    return claims.find((claim) => claim.runId === runId);
  }

  async function leased(of = TWO_TASKS): Promise<{ runId: string; fence: Fence }> {
    const runId = await createRun(here(), { plan: of });
    const claim = await claimOf(runId);
    return { runId, fence: await takeLease(here(), runId, claim) };
  }

  async function started(of = TWO_TASKS): Promise<{ runId: string; fence: Fence; key: string }> {
    const { runId, fence } = await leased(of);
    const { state } = await here().transition(runId, [], { fence, followUp: startAll(fence.epoch) });
    return { runId, fence, key: firstKey(state) };
  }

  /** A run whose gate waits for a person, still under its lease. */
  async function atGate(): Promise<{ runId: string; fence: Fence; approvalId: string }> {
    const { runId, fence, key } = await started(ONE_GATE);
    const shown = { taskId: "gate", attempt: 1, shown: storeValue("?").stored, digest: "d", prompt: "?" };
    const { state } = await here().transition(runId, [submit({ type: "gate_shown", key, ...shown })], {
      fence,
    });
    return { runId, fence, approvalId: Object.keys(state.openApprovals)[0] ?? "none" };
  }

  /** Commits payload rows and nothing else. */
  const record = (runId: string, fence: Fence, rows: PayloadRows) =>
    here().transition(runId, [submit({ type: "record_calls", calls: [] }, WORKER, { rows })], { fence });

  return {
    here,
    there: () => opened.elsewhere,
    jobs: () => opened.jobs,
    reads: () => opened.reads,
    claimOf,
    leased,
    started,
    atGate,
    record,
  };
}
