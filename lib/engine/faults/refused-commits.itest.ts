import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { localPerson as actor } from "@/lib/auth/actor";
import type * as run from "@/lib/core/run";
import { type RunState, transact } from "@/lib/core/run";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { questionOf } from "@/lib/testing/runs/question-of";

vi.mock("@/lib/core/run", async (original) => {
  const real = await original<typeof run>();
  return { ...real, transact: vi.fn(real.transact) };
});

let testDatabase: TestDatabase;
let database: Database;
let engine: TestEngine;
let real: typeof transact;
let asked = 0;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, { max: 2 });
  real = (await vi.importActual<typeof run>("@/lib/core/run")).transact;
  const model = createScriptedModel(() => {
    asked += 1;
    return "done";
  });
  engine = await startEngine({ databaseUrl: testDatabase.url, model });
});

beforeEach(() => {
  vi.mocked(transact).mockReset().mockImplementation(real);
  asked = 0;
});

afterAll(async () => {
  await engine?.stop();
  await database?.close();
  await testDatabase?.drop();
});

const plan = { title: "One", tasks: [{ id: "a", title: "Do", input: "go" }] };
const ended = (runId: string) => engine.waitFor(runId, (state) => state.finished !== undefined);
const atGate = (runId: string) =>
  engine.waitFor(runId, (state) => gateOf(state)?.kind === "engine_fault" && isQuiet(state));
const gateOf = (state: Readonly<RunState>) =>
  state.approvals[Object.keys(state.openApprovals)[0] ?? ""] ?? undefined;
const isQuiet = (state: Readonly<RunState>) => Object.keys(state.inFlight).length === 0;

/** The run's events hold still: nothing is tried again and again behind the gate. */
async function expectParked(runId: string): Promise<void> {
  for (;;) {
    const [row] = await database.sql<{ parked: boolean; jobs: number }[]>`
      select parked, (select count(*)::int from pgboss.job where singleton_key = ${runId} and state < 'completed') as jobs
      from runs where id = ${runId}`;
    if (row?.parked) return expect(row.jobs).toBe(0);
    await database.sql`select pg_sleep(0.02)`;
  }
}

/** A bug in the core, which strikes whenever this command is decided in this run, until it is fixed. */
function breakDeciding(mission: string, type: string): { fired(): number; fix(): void } {
  let fired = 0;
  vi.mocked(transact).mockImplementation((state, commands, ...rest) => {
    if (state.mission === mission && commands.some(({ command }) => command.type === type)) {
      fired += 1;
      throw new TypeError("the core is broken");
    }
    return real(state, commands, ...rest);
  });
  return { fired: () => fired, fix: () => void vi.mocked(transact).mockImplementation(real) };
}

describe("a bug in deciding what an effect reports", () => {
  test("parks the run at an engine_fault gate; retry, once it is fixed, continues", async () => {
    const bug = breakDeciding("BUG RETRY", "attempt_succeeded");
    const runId = await engine.createRun({ mission: "BUG RETRY", plan });
    const state = await atGate(runId);
    expect(bug.fired()).toBe(1);
    expect(gateOf(state)).toMatchObject({ verbs: ["retry", "abort"] });
    expect(questionOf(gateOf(state))).toContain("the core is broken");
    await expectParked(runId);
    expect(asked).toBe(1);
    const { items } = await engine.services.runs.stalled({ actor, input: {} });
    expect(items).toMatchObject([{ runId, code: "engine_fault" }]);
    bug.fix();
    await engine.decide(runId, "retry");
    expect((await ended(runId)).finished?.reason).toBe("answer_complete");
  });

  test("asks again when it is retried unmended, and abort ends the run", async () => {
    const bug = breakDeciding("BUG ABORT", "attempt_succeeded");
    const runId = await engine.createRun({ mission: "BUG ABORT", plan });
    const first = await atGate(runId);
    await engine.decide(runId, "retry");
    const again = await engine.waitFor(
      runId,
      (state) => state.seq > first.seq && gateOf(state)?.kind === "engine_fault" && isQuiet(state),
    );
    expect(bug.fired()).toBe(2);
    expect(gateOf(again)?.approvalId).not.toBe(gateOf(first)?.approvalId);
    await engine.decide(runId, "abort", "It is broken");
    expect((await ended(runId)).finished).toMatchObject({ reason: "aborted_by_person" });
  });
});

test("a bug that strikes in taking the lease parks the run at a gate, too", async () => {
  const bug = breakDeciding("BUG LEASE", "take_lease");
  const runId = await engine.createRun({ mission: "BUG LEASE", plan });
  const state = await engine.waitFor(runId, (now) => gateOf(now)?.kind === "engine_fault");
  await expectParked(runId);
  expect(bug.fired()).toBe(1);
  expect(state.epoch).toBe(0);
  bug.fix();
  await engine.decide(runId, "retry");
  expect((await ended(runId)).finished?.reason).toBe("answer_complete");
});

describe("what the store refuses for good", () => {
  /** A rule of the store that this run's results break. */
  async function refuseResults(mission: string): Promise<() => Promise<void>> {
    const { sql } = database;
    await sql.unsafe(`create sequence if not exists refusals;
      create or replace function refuse_result() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from runs where id = new.run_id and mission = '${mission}') then
          perform nextval('refusals');
          raise exception 'no such result' using errcode = '23514';
        end if;
        return new;
      end $$;
      create trigger refuse_result before insert on run_events for each row
        when (new.type = 'task_succeeded') execute function refuse_result()`);
    return async () => void (await sql.unsafe("drop trigger refuse_result on run_events"));
  }

  test("is tried twice, then parks the run at an engine_fault gate instead of being tried forever", async () => {
    const fix = await refuseResults("REFUSED");
    const runId = await engine.createRun({ mission: "REFUSED", plan });
    const state = await atGate(runId);
    expect(questionOf(gateOf(state))).toContain("no such result");
    await expectParked(runId);
    const [{ fired } = { fired: 0 }] = await database.sql<{ fired: number }[]>`
      select last_value::int as fired from refusals`;
    expect(fired).toBe(2);
    await fix();
    await engine.decide(runId, "retry");
    expect((await ended(runId)).finished?.reason).toBe("answer_complete");
  });
});

describe("an event that is too large", () => {
  test("is refused to its sender alone, and asks a person instead of being sent again and again", async () => {
    let reported = 0;
    // An effect whose report outgrows its event: only a fault of ours can do this.
    vi.mocked(transact).mockImplementation((state, commands, ...rest) => {
      const grown = commands.map((one) => {
        if (state.mission !== "LARGE" || one.command.type !== "attempt_succeeded") return one;
        reported += 1;
        return {
          ...one,
          command: { ...one.command, value: { ...one.command.value, preview: "x".repeat(40_000) } },
        };
      });
      return real(state, grown, ...rest);
    });
    const runId = await engine.createRun({ mission: "LARGE", plan });
    const state = await atGate(runId);
    expect(reported).toBe(1);
    expect(questionOf(gateOf(state))).toContain("limit_exceeded");
    await expectParked(runId);
    vi.mocked(transact).mockImplementation(real);
    await engine.decide(runId, "retry");
    expect((await ended(runId)).finished?.reason).toBe("answer_complete");
  });
});
