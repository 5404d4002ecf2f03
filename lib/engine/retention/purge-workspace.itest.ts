import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readUncheckedWorkspaces } from "@/db/queries/retention/schedule";
import type { RetentionKind } from "@/lib/core/retention";
import { RETENTION_KINDS } from "@/lib/core/retention";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { purgeWorkspace } from "./purge-workspace";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
  await world.addWorkspaces("other");
});
afterAll(() => world?.close());
beforeEach(() => world.database.sql`delete from retention_settings`);

const LONG = "x".repeat(5_000);
const PLAN = {
  title: "Two tasks",
  tasks: [
    { id: "a", input: "go" },
    { id: "b", input: "go", dependsOn: ["a"] },
  ],
};
const RUN_TABLES = [
  ...["runs", "run_events", "run_commands", "plan_versions", "tasks", "attempts", "stream_chunks"],
  ...["trajectory_steps", "tool_calls", "model_calls", "blob_uses"],
];

/** A run that has ended, with a value of its own that is too large for events; `a` took two steps and two calls. */
async function finishedRun(workspaceId = "local", value = LONG): Promise<string> {
  const actor = world.person({ workspaceId });
  const input = { plan: PLAN, settings: { summarizer: "off" as const } };
  const { runId } = await world.services.runs.create({ actor, input });
  await world.work(runId, { a: `${value} of a` });
  await world.work(runId);
  const state = await world.work(runId);
  expect(state.finished?.reason).toBe("answer_complete");
  await addPayloads(runId, workspaceId);
  await finishedDaysAgo(runId, 10);
  return runId;
}

async function addPayloads(runId: string, workspaceId: string): Promise<void> {
  const { sql } = world.database;
  await sql`
    insert into trajectory_steps (run_id, task_id, attempt, step, workspace_id, body, verbatim, at)
    select ${runId}, 'a', 1, n, ${workspaceId}, '{"step": 1}', '[]', now() from generate_series(1, 2) as n`;
  await sql`
    insert into tool_calls (run_id, key, workspace_id, idempotency_key, task_id, attempt, step, call_id, tool,
      side_effects, args, status, started_at)
    select ${runId}, effects, ${workspaceId}, effects, 'a', 1, 1, effects, 'deploy', effects, '{}', 'finished', now()
    from unnest(array['read', 'write']) as effects`;
  // Of the role that plans, of a step that is stored, of one that never was, and of a call whose end is not stored.
  await sql`
    insert into stream_chunks (run_id, chunk_no, epoch, workspace_id, task_id, attempt, step, role, stream_id, seq, text,
      done, call_id)
    select ${runId}, n, 1, ${workspaceId}, task, attempt, step, 'agent', 's' || n, 1, 'text', true, call
    from (values (1, null, null, null, null), (2, 'a', 1, 1, null), (3, 'a', 1, 7, null), (4, 'a', 1, 2, 'c'))
      as given (n, task, attempt, step, call)`;
}

const finishedDaysAgo = (runId: string, days: number) =>
  world.database
    .sql`update runs set finished_at = now() - ${days}::int * interval '1 day' where id = ${runId}`;

async function keep(settings: Partial<Record<RetentionKind, number | null>>, workspaceId = "local") {
  for (const [kind, days] of Object.entries({ live_text: null, ...settings })) {
    await world.database.sql`
      insert into retention_settings (workspace_id, kind, keep_days, updated_by)
      values (${workspaceId}, ${kind}, ${days}, 'Ada')`;
  }
}

const purge = (options: Partial<Parameters<typeof purgeWorkspace>[0]> = {}, workspaceId = "local") =>
  purgeWorkspace({ sql: world.database.sql, batchRows: 2, ...options }, workspaceId);

async function rowsOf(runId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of RUN_TABLES) {
    const key = table === "runs" ? "id" : "run_id";
    const [row] = await world.database.sql.unsafe(
      `select count(*)::int as n from ${table} where ${key} = '${runId}'`,
    );
    counts[table] = row?.n;
  }
  return counts;
}

const everything = async () => {
  const { sql } = world.database;
  const lists = [];
  for (const table of [...RUN_TABLES, "blobs"]) {
    lists.push(
      await sql.unsafe(`select md5(t::text) as row from ${table} t where workspace_id = 'other' order by 1`),
    );
  }
  return lists;
};

const blobOf = async (runId: string) => {
  const state = await world.deps.runStore.peek(runId);
  return state?.tasks.a?.result?.digest ?? "";
};
const hasBlob = async (digest: string) =>
  (await world.database.sql`select 1 from blobs where digest = ${digest} and workspace_id = 'local'`)
    .length === 1;

describe("purgeWorkspace", () => {
  it("removes stored live text alone where nobody chose anything, and the run opens as before", async () => {
    const runId = await finishedRun();
    const before = await rowsOf(runId);
    const view = await world.services.runs.view({ actor: world.person(), input: { runId } });
    expect(await purge()).toBe(true);
    expect(await rowsOf(runId)).toEqual({ ...before, stream_chunks: 2 });
    const left = await world.database
      .sql`select chunk_no from stream_chunks where run_id = ${runId} order by 1`;
    expect(left.map((row) => row.chunk_no)).toEqual([3, 4]);
    const after = await world.services.runs.view({ actor: world.person(), input: { runId } });
    expect(after.state).toEqual(view.state);
    expect(after.purged).toEqual({ liveTextAt: expect.any(Number), payloadsAt: null });
  });

  it("removes call payloads, except calls that changed something, and what their run was folds as before", async () => {
    const runId = await finishedRun();
    const before = await rowsOf(runId);
    const state = structuredClone(await world.deps.runStore.peek(runId));
    await keep({ payloads: 9 });
    expect(await purge()).toBe(true);
    expect(await rowsOf(runId)).toEqual({ ...before, stream_chunks: 0, trajectory_steps: 0, tool_calls: 1 });
    const calls = await world.database.sql`select side_effects from tool_calls where run_id = ${runId}`;
    expect(calls.map((row) => row.side_effects)).toEqual(["write"]);
    const view = await world.services.runs.view({ actor: world.person(), input: { runId } });
    expect(view.state).toEqual(state);
    expect(view.purged.payloadsAt).toBeGreaterThan(0);
  });

  it("removes whole runs, with what nobody else holds, and their address says so in every process", async () => {
    const runId = await finishedRun("local", `${LONG} once`);
    const digest = await blobOf(runId);
    await keep({ runs: 9, blobs: 1 });
    expect(await purge()).toBe(true);
    expect(Object.values(await rowsOf(runId)).every((n) => n === 0)).toBe(true);
    const view = world.services.runs.view({ actor: world.person(), input: { runId } });
    const words = expect.stringContaining("removed under retention on");
    await expect(view).rejects.toMatchObject({
      code: "not_found",
      message: words,
      details: { removedAt: expect.any(Number) },
    });
    const { items } = await world.services.runs.list({ actor: world.person(), input: {} });
    expect(items.map(({ id }) => id)).not.toContain(runId);

    // A blob is kept for its own time after its last use.
    expect(await hasBlob(digest)).toBe(true);
    await world.database.sql`update blobs set unused_since = unused_since - interval '2 days'`;
    await purge();
    expect(await hasBlob(digest)).toBe(false);
  });

  it("leaves another look due where people chose otherwise while it went on", async () => {
    const { services, person } = world;
    const runId = await finishedRun();
    const isDue = async () =>
      (await readUncheckedWorkspaces(world.database.sql, 3_600_000, 9)).includes("local");
    const mayContinue = async () => {
      await services.retention.change({ actor: person(), input: { runs: 9 } });
      return true;
    };
    expect(await purge({ mayContinue })).toBe(true);
    expect([await isDue(), (await rowsOf(runId)).runs]).toEqual([true, 1]);
    expect(await purge()).toBe(true);
    expect([await isDue(), (await rowsOf(runId)).runs]).toEqual([false, 0]);
  });

  it("keeps a blob that another run holds", async () => {
    const [first, second] = [
      await finishedRun("local", `${LONG} shared`),
      await finishedRun("local", `${LONG} shared`),
    ];
    const digest = await blobOf(first);
    expect(await blobOf(second)).toBe(digest);
    await finishedDaysAgo(second, 5);
    await keep({ runs: 9, blobs: 1 });
    await purge();
    await world.database.sql`update blobs set unused_since = unused_since - interval '2 days'`;
    await purge();
    expect(await hasBlob(digest)).toBe(true);
    const { value } = await world.services.runs.value({
      actor: world.person(),
      input: { runId: second, digest },
    });
    expect(value).toContain("shared");
  });

  it("takes up a blob again that was about to go", async () => {
    const first = await finishedRun("local", `${LONG} again`);
    const digest = await blobOf(first);
    await keep({ runs: 9, blobs: 1 });
    await purge();
    const second = await finishedRun("local", `${LONG} again`);
    await finishedDaysAgo(second, 0);
    const [row] = await world.database.sql`select unused_since from blobs where digest = ${digest}`;
    expect(row?.unused_since).toBeNull();
  });

  it("touches no run that has not finished, nor one that an unfinished fork was taken from", async () => {
    const { services, person } = world;
    const open = (await services.runs.create({ actor: person(), input: { plan: PLAN } })).runId;
    await world.work(open, { a: LONG });
    await world.database.sql`update runs set created_at = now() - interval '1 year' where id = ${open}`;
    const parent = await finishedRun();
    const { log } = await services.runs.view({ actor: person(), input: { runId: parent } });
    const adopted = log.find(({ type }) => type === "plan_version_adopted")?.seq ?? 0;
    const fork = (await services.runs.fork({ actor: person(), input: { runId: parent, fromSeq: adopted } }))
      .runId;
    // Of what the fork shares with its parent, so that no event of it names the first.
    const below = (await services.runs.fork({ actor: person(), input: { runId: fork, fromSeq: adopted } }))
      .runId;
    const cancel = (runId: string) =>
      services.runs.command({ actor: person(), input: { runId, type: "cancel" } });
    await cancel(fork);
    await finishedDaysAgo(fork, 9);
    const all = async () => Promise.all([open, parent, fork, below].map(rowsOf));
    const before = await all();
    await keep({ runs: 3, payloads: 3, live_text: 3, blobs: 3 });
    await purge();
    expect(await all()).toEqual(before);
    await cancel(below);
    await purge();
    expect((await all()).map(({ runs }) => runs)).toEqual([1, 0, 0, 1]);
    const again = services.runs.fork({ actor: person(), input: { runId: below, fromSeq: adopted } });
    await expect(again).rejects.toMatchObject({
      code: "not_allowed_now",
      message: `This run was forked from ${fork}, which was removed with what it did outside: it can no longer be forked.`,
    });
  });

  it("removes drills that were closed before their days, and no open one", async () => {
    const { sql } = world.database;
    await sql`
      insert into drills (id, run_id, workspace_id, person_id, person_name, sample, kind, mission, prompt, status, opened_at,
        expires_at, closed_at)
      select id, id, case id when 'theirs' then 'other' else 'local' end, id, 'Ada', 's', 'plan_approval', 'm', 'p', status,
        now() - interval '20 days', now() - interval '17 days', now() - days * interval '1 day'
      from (values ('old', 'decided', 10), ('young', 'told', 2), ('waits', 'open', null), ('theirs', 'expired', 10))
        as given (id, status, days)`;
    const left = async () => (await sql`select id from drills order by id`).map(({ id }) => id);
    await keep({ runs: 1 });
    await purge();
    expect(await left()).toEqual(["old", "theirs", "waits", "young"]);
    await sql`delete from retention_settings`;
    await keep({ drills: 9 });
    await purge();
    expect(await left()).toEqual(["theirs", "waits", "young"]);
    const { items } = await world.services.drills.list({ actor: world.person(), input: {} });
    expect(items.map(({ approvalId }) => approvalId)).toEqual(["young"]);
  });

  it("removes replays that have finished, with their steps, after the days of payloads or of runs", async () => {
    const { sql } = world.database;
    await sql`
      insert into replays (id, workspace_id, kind, status, title, settings, material, total_steps, created_by, created_at,
        finished_at)
      select id, case id when 'theirs' then 'other' else 'local' end, 'tool', status, id, '{}', '{}', 1, '{"kind": "system"}',
        now() - interval '20 days', now() - days * interval '1 day'
      from (values ('old', 'matched', 10), ('young', 'failed', 2), ('waits', 'queued', null), ('theirs', 'matched', 10))
        as given (id, status, days)`;
    await sql`
      insert into replay_steps (replay_id, seq, workspace_id, step, body)
      select id, seq, workspace_id, seq, '{}' from replays, generate_series(1, 3) as seq`;
    const left = async () =>
      (await sql`select replay_id as id, count(*)::int as n from replay_steps group by 1 order by 1`).map(
        ({ id, n }) => `${id} ${n}`,
      );
    await keep({ live_text: 1, blobs: 1 });
    await purge();
    expect(await left()).toEqual(["old 3", "theirs 3", "waits 3", "young 3"]);
    await sql`delete from retention_settings`;
    await keep({ payloads: 9 });
    await purge();
    expect(await left()).toEqual(["theirs 3", "waits 3", "young 3"]);
    await sql`delete from retention_settings`;
    await keep({ payloads: 9, runs: 1 });
    await purge();
    expect(await left()).toEqual(["theirs 3", "waits 3"]);
    expect((await sql`select id from replays order by id`).map(({ id }) => id)).toEqual(["theirs", "waits"]);
  });

  it("removes model calls that served no run after the days of runs, but those of a replay at work", async () => {
    const { sql } = world.database;
    await sql`
      insert into replays (id, workspace_id, kind, status, title, settings, material, total_steps, created_by)
      values ('at_work', 'local', 'model', 'running', 'R', '{}', '{}', 1, '{"kind": "system"}')`;
    await sql`
      insert into model_calls (run_id, call_id, workspace_id, purpose, role, model, latency_ms, prompt_hash, prompt_version,
        epoch, at)
      select id, n::text, workspace, purpose, 'agent', 'acme:large', 1, '', '', 0, now() - (days + n) * interval '1 day'
      from (values ('old', 'eval', 'local', 9), ('young', 'probe', 'local', 1), ('at_work', 'replay', 'local', 9),
        ('theirs', 'eval', 'other', 9), ('of_run', 'run', 'local', 9)) as given (id, purpose, workspace, days),
        generate_series(1, 3) as n`;
    const left = async () =>
      (await sql`select run_id as id, count(*)::int as n from model_calls group by 1 order by 1`)
        .filter(({ id }) => !id.startsWith("run_"))
        .map(({ id, n }) => `${id} ${n}`);
    await keep({ payloads: 1, live_text: 1, blobs: 1 });
    await purge();
    expect(await left()).toEqual(["at_work 3", "of_run 3", "old 3", "theirs 3", "young 3"]);
    await sql`delete from retention_settings`;
    await keep({ runs: 7 });
    const [before] =
      await sql`select removed::int from retention_progress where workspace_id = 'local' and kind = 'runs'`;
    await purge();
    expect(await left()).toEqual(["at_work 3", "of_run 3", "theirs 3", "young 3"]);
    const [after] =
      await sql`select removed::int from retention_progress where workspace_id = 'local' and kind = 'runs'`;
    expect(after?.removed).toBeGreaterThanOrEqual((before?.removed ?? 0) + 3);
    await sql`delete from model_calls where run_id in ('at_work', 'of_run', 'theirs', 'young')`;
    await sql`delete from replays where id = 'at_work'`;
  });

  it("leaves other workspaces as they are", async () => {
    await finishedRun("other");
    const before = await everything();
    expect(before.flat().length).toBeGreaterThan(20);
    await finishedRun();
    await keep({ runs: 1, payloads: 1, live_text: 1, blobs: 1 });
    await purge();
    expect(await everything()).toEqual(before);
  });

  it("comes to the same end when it is killed after any batch, and no row is counted twice or not at all", async () => {
    const { sql } = world.database;
    await sql`delete from retention_progress`;
    const [{ from = 0 } = {}] = await sql`select coalesce(max(id), 0)::int as from from audit_log`;
    const runIds = [await finishedRun(), await finishedRun()];
    const sum = async () => Object.values(await rowsOf(runIds[0] ?? "")).reduce((a, b) => a + b, 0);
    const { runs = 0, blob_uses = 0 } = await rowsOf(runIds[0] ?? "");
    const rows = (await sum()) - runs - blob_uses;
    await keep({ runs: 9 });
    let kills = 0;
    for (;;) {
      // It dies after the first batch of each life.
      const dying = purge({ mayContinue: () => Promise.reject(new Error("killed")) });
      const ended = await dying.catch((error: Error) => error.message);
      if (ended === true) break;
      expect(ended).toBe("killed");
      kills += 1;
      const half = await rowsOf(runIds[0] ?? "");
      if (half.runs === 0) {
        const view = world.services.runs.view({ actor: world.person(), input: { runId: runIds[0] ?? "" } });
        await expect(view).rejects.toMatchObject({ code: "not_found" });
      }
    }
    expect(kills).toBeGreaterThan(10);
    for (const runId of runIds) expect(Object.values(await rowsOf(runId)).every((n) => n === 0)).toBe(true);
    const progress =
      await sql`select removed::int, unreported::int from retention_progress where kind = 'runs'`;
    expect(progress).toMatchObject([{ unreported: 0 }]);
    const lines =
      await sql`select actor, details from audit_log where action = 'data_purged' and id > ${from}`;
    expect(lines).toMatchObject([{ actor: { kind: "system" }, details: { runs: progress[0]?.removed } }]);
    expect(progress[0]?.removed).toBeGreaterThanOrEqual(2 * rows);
  });

  it("says nothing in the audit log when it removed nothing", async () => {
    await purge();
    const count = async () =>
      (await world.database.sql`select 1 from audit_log where action = 'data_purged'`).length;
    const before = await count();
    await purge();
    expect(await count()).toBe(before);
    const checked = await world.database.sql`
      select kind from retention_progress where workspace_id = 'local' and checked_at is not null`;
    expect(checked.map(({ kind }) => kind).sort()).toEqual([...RETENTION_KINDS].sort());
  });
});
