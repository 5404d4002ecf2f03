import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StoredValue, storeValue } from "@/lib/core/stored-value";
import type { Fence } from "@/lib/engine/types";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import {
  createQuietJobs,
  createRun,
  openRunStore,
  PERSON,
  type RunStoreProcess,
  startAll,
  submit,
  takeLease,
} from "@/lib/testing/engine/run-store-world";
import { planOf } from "@/lib/testing/runs/run-world";

/** What the rows say; what every run store does stands in contract.itest.ts. */
const plan = planOf({ id: "a" }, { id: "b", dependsOn: ["a"] });

let testDatabase: TestDatabase;
let one: RunStoreProcess;
let other: RunStoreProcess;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  one = openRunStore(testDatabase.url);
  other = openRunStore(testDatabase.url);
});

afterAll(async () => {
  await Promise.all([one?.database.close(), other?.database.close()]);
  await testDatabase?.drop();
});

const seqsOf = async (runId: string): Promise<number[]> => {
  const rows = await one.database.sql<{ seq: number }[]>`
    select seq from run_events where run_id = ${runId} order by seq`;
  return rows.map((row) => row.seq);
};

const countOf = async (runId: string): Promise<number> => (await seqsOf(runId)).length;

async function started(): Promise<{ runId: string; fence: Fence; key: string }> {
  const runId = await createRun(one.runStore, { plan });
  const fence = await takeLease(one.runStore, runId);
  const { state } = await one.runStore.transition(runId, [], { fence, followUp: startAll(fence.epoch) });
  return { runId, fence, key: Object.keys(state.inFlight)[0] ?? "none" };
}

const success = (key: string, value: StoredValue, taskId = "a") =>
  ({ type: "attempt_succeeded", key, taskId, attempt: 1, value, checks: [] }) as const;

describe("creating a run", () => {
  test("makes its row, events, plan version and tasks, and enqueues its job", async () => {
    const jobs = createQuietJobs();
    const { runStore, database } = openRunStore(testDatabase.url, { jobs });
    const runId = await createRun(runStore, { plan });
    const { sql } = database;
    const [run] = await sql`select status, parked, seq, task_totals, title, tags, created_by
      from runs where id = ${runId}`;
    expect(run).toMatchObject({
      status: "running",
      parked: false,
      task_totals: { total: 2, open: 2 },
      title: "Plan",
    });
    expect(run).toMatchObject({ tags: ["test"], created_by: PERSON });
    expect(await seqsOf(runId)).toEqual([1, 2, 3, 4]);
    const [version] =
      await sql`select version, origin, task_count, plan from plan_versions where run_id = ${runId}`;
    expect(version).toEqual({ version: 1, origin: "person", task_count: 2, plan });
    const tasks =
      await sql`select task_id, status, place as position from tasks where run_id = ${runId} order by place`;
    expect([...tasks]).toEqual([
      { task_id: "a", status: "pending", position: 0 },
      { task_id: "b", status: "pending", position: 1 },
    ]);
    expect(jobs.enqueued).toEqual([runId]);
    await database.close();
  });
});

describe("a transition", () => {
  test("gives events as they will be read again, to the millisecond", async () => {
    const { runId, fence, key } = await started();
    const { stored } = storeValue({ n: 1 });
    const { events, state } = await one.runStore.transition(runId, [submit(success(key, stored))], { fence });
    expect(events.map((event) => event.type)).toContain("task_succeeded");
    const elsewhere = await other.runStore.peek(runId);
    expect(elsewhere).toEqual(state);
    const [row] = await one.database.sql`select (extract(epoch from at) * 1000)::text as at from run_events
      where run_id = ${runId} and seq = ${events.at(-1)?.seq ?? 0}`;
    expect(Number(row?.at)).toBe(events.at(-1)?.at);
  });

  test("by two processes at once takes turns: no number twice, none missing, both see the same", async () => {
    const runId = await createRun(one.runStore, { plan });
    const before = await countOf(runId);
    const commands = Array.from({ length: 60 }, (_, n) =>
      submit({ type: n % 2 ? "pause" : "resume" }, PERSON),
    );
    const results = await Promise.all(
      commands.map((command, n) => (n % 3 ? one : other).runStore.transition(runId, [command])),
    );
    const events = results.flatMap((result) => result.events);
    const seqs = await seqsOf(runId);
    expect(seqs).toEqual(Array.from({ length: before + events.length }, (_, n) => n + 1));
    expect(events.map((event) => event.seq).toSorted((a, b) => a - b)).toEqual(seqs.slice(before));
    expect(await one.runStore.peek(runId)).toEqual(await other.runStore.peek(runId));
  });
});

describe("payload rows", () => {
  test("a null where a value is required is kept as a null", async () => {
    const { runId, fence } = await started();
    const facts = {
      key: "n1",
      idempotencyKey: "n1",
      taskId: "a",
      attempt: 1,
      step: 1,
      callId: "n1",
      tool: "t",
    };
    const call = { ...facts, sideEffects: "none", args: null, status: "started" as const };
    const blob = { digest: `null${runId}`, bytes: 4, body: null };
    const rows = { toolCalls: [call], blobs: [blob] };
    await one.runStore.transition(runId, [submit({ type: "record_calls", calls: [] }, undefined, { rows })], {
      fence,
    });
    const found = await one.database.sql`select args::text from tool_calls where run_id = ${runId}
      union all select body::text from blobs where digest = ${blob.digest}`;
    expect([...found]).toEqual([{ args: "null" }, { args: "null" }]);
  });

  test("model calls are kept, and their sums stand in the run's row; unknown is not zero", async () => {
    const { runId, fence } = await started();
    const call = { callId: "m1", role: "agent", model: "m", inputTokens: 10, outputTokens: 5, latencyMs: 12 };
    const priced = { ...call, callId: "m2", costMicroUsd: 70.5 };
    const modelCalls = [call, priced].map((row) => {
      return { ...row, promptHash: "h", promptVersion: "1", epoch: fence.epoch };
    });
    const record = submit({ type: "record_calls", calls: [call, priced] }, undefined, {
      rows: { modelCalls },
    });
    await one.runStore.transition(runId, [record], { fence });
    const [run] = await one.database
      .sql`select model_calls, input_tokens::int, output_tokens::int, cost_micro_usd,
      uncosted_calls from runs where id = ${runId}`;
    expect(run).toEqual({
      model_calls: 2,
      input_tokens: 20,
      output_tokens: 10,
      cost_micro_usd: 70.5,
      uncosted_calls: 1,
    });
    const rows = await one.database
      .sql`select call_id, cost_micro_usd from model_calls where run_id = ${runId}
      order by call_id`;
    expect([...rows]).toEqual([
      { call_id: "m1", cost_micro_usd: null },
      { call_id: "m2", cost_micro_usd: 70.5 },
    ]);
  });
});

describe("the audit log", () => {
  test("has people's commands, refused ones too, and cannot be changed", async () => {
    const runId = await createRun(one.runStore, { plan });
    await one.runStore.transition(runId, [submit({ type: "pause", reason: "lunch" }, PERSON)]);
    const wrong = {
      type: "decide_approval",
      approvalId: "apr_x-1",
      verb: "approve",
      provenance: "person",
    } as const;
    await one.runStore.transition(runId, [submit(wrong, PERSON)]);
    await one.runStore.transition(runId, [submit({ type: "take_lease", workerId: "w" })]);
    const rows = await one.database
      .sql`select action, subject, accepted, provenance, details, actor from audit_log
      where run_id = ${runId} order by id`;
    expect([...rows]).toMatchObject([
      { action: "create", accepted: true, actor: PERSON },
      { action: "pause", accepted: true, details: { reason: "lunch" } },
      { action: "decide_approval", subject: "apr_x-1", accepted: false, provenance: "person" },
    ]);
    expect(rows[2]?.details).toMatchObject({ refused: "not_found", verb: "approve" });
    for (const change of [
      "update audit_log set accepted = true",
      "delete from audit_log",
      "truncate audit_log",
    ]) {
      await expect(one.database.sql.unsafe(change)).rejects.toThrow("append-only");
    }
  });
});
