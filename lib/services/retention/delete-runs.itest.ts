import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DELETE_CONFIRMATION } from "@/lib/core/retention";
import { keepCostDays } from "@/lib/engine/retention/keep-cost-days";
import { purgeWorkspace } from "@/lib/engine/retention/purge-workspace";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { createServices } from "../registry";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
  await world.addWorkspaces("w1", "w2", "w3", "w4", "w5", "w6", "w7");
});
afterAll(() => world?.close());

const PLAN = {
  title: "Two",
  tasks: [
    { id: "a", input: "go" },
    { id: "gate", type: "human_review", input: "Go?", dependsOn: ["a"] },
  ],
};

function inWorkspace(workspaceId: string) {
  const actor = world.person({ workspaceId });
  const { services } = world;
  const remove = (...runIds: string[]) => services.runs.deleteMany({ actor, input: { runIds } });
  return {
    actor,
    services,
    remove,
    preview: (input: object) => services.runs.deletion({ actor, input }),
    purge: () => purgeWorkspace({ sql: world.database.sql, batchRows: 3 }, workspaceId),
    /** A run with a large result, a comment with a reply, a file, a mark and a model call; it was cancelled at its gate. */
    async ended(mission: string, daysAgo = 0): Promise<string> {
      const content = new TextEncoder().encode(mission);
      const file = await services.attachments.add({ actor, input: { name: "a.txt", content } });
      const input = { mission, plan: PLAN, attachments: [file.id] };
      const { runId } = await services.runs.create({ actor, input });
      await world.work(runId, { a: `${mission} ${"long ".repeat(3_000)}` });
      await world.work(runId);
      const remark = { runId, target: { kind: "plan" as const }, version: 1, text: "A remark" };
      const { commentId } = await services.comments.add({ actor, input: remark });
      await services.comments.reply({ actor, input: { commentId, text: "A reply" } });
      await services.runs.command({ actor, input: { runId, type: "cancel" } });
      await world.database.sql`
        insert into model_calls (run_id, call_id, workspace_id, role, model, latency_ms, prompt_hash, prompt_version, epoch, at)
        values (${runId}, 'c', ${workspaceId}, 'agent', 'acme:large', 1, '', '', 0, now() - interval '2 days')`;
      await world.database.sql`
        update runs set finished_at = now() - ${daysAgo}::int * interval '1 day' where id = ${runId}`;
      return runId;
    },
  };
}

/** Tables of a workspace with a row that names the run, wherever in it. */
async function tablesNaming(runId: string): Promise<string[]> {
  const { sql } = world.database;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
  const naming: string[] = [];
  for (const { name } of tables) {
    const found = await sql`select from ${sql(name)} t where t::text like ${`%${runId}%`} limit 1`;
    if (found.length > 0) naming.push(name);
  }
  return naming;
}

const REPLAY = { kind: "tool", settings: {}, total: 1 } as const;
const addReplay = (
  id: string,
  workspaceId: string,
  runId: string | null,
  of: { done: boolean; material?: object },
) =>
  world.database.sql`
    insert into replays (id, workspace_id, kind, status, title, run_id, settings, material, total_steps, created_by, finished_at)
    values (${id}, ${workspaceId}, ${runId === null ? "model" : REPLAY.kind}, ${of.done ? "completed" : "queued"}, ${id},
      ${runId}, '{}', ${JSON.stringify(of.material ?? {})}::text::jsonb, 1, '{"kind": "system"}',
      ${of.done ? new Date().toISOString() : null})`;

describe("runs/deleteMany", () => {
  it("leaves nothing that names a run but its audit lines, what was made of it, and that it is gone", async () => {
    const { actor, services, ended, remove, purge, preview } = inWorkspace("w1");
    const runId = await ended("Secret plans");
    const other = await ended("Other plans");
    const { log } = await services.runs.view({ actor, input: { runId } });
    const fromSeq = log.find(({ type }) => type === "plan_version_adopted")?.seq ?? 0;
    const fork = (await services.runs.fork({ actor, input: { runId, fromSeq } })).runId;
    await services.runs.command({ actor, input: { runId: fork, type: "cancel" } });
    await addReplay("rpl_of_it", "w1", runId, { done: true });
    await addReplay("rpl_of_several", "w1", null, {
      done: true,
      material: { trajectories: [{ source: { runId: other } }, { source: { runId } }] },
    });
    await addReplay("rpl_of_other", "w1", other, { done: true });
    const before = await tablesNaming(runId);
    for (const table of [
      "approvals",
      "comment_replies",
      "model_calls",
      "replays",
      "run_attachments",
      "tasks",
    ])
      expect(before).toContain(table);
    expect(await preview({ runIds: [runId] })).toMatchObject({
      runs: 1,
      comments: 1,
      replays: 2,
      files: 0,
      forks: 1,
      unfinished: 0,
      inUse: 0,
      events: expect.any(Number),
    });
    expect(await preview({ runIds: [other] })).toMatchObject({ runs: 1, replays: 2, files: 1, forks: 0 });

    await keepCostDays({ sql: world.database.sql }, "w1");
    expect(await tablesNaming(runId)).toContain("cost_day_sums");
    expect(await remove(runId)).toEqual({ items: [{ runId, ok: true }] });
    const deleted = {
      code: "not_found",
      message: expect.stringMatching(/^This run was deleted by a person on /),
    };
    await expect(services.runs.view({ actor, input: { runId } })).rejects.toMatchObject(deleted);
    await purge();
    await keepCostDays({ sql: world.database.sql }, "w1");
    // The fork shares its first events, which name where they come from.
    expect(await tablesNaming(runId)).toEqual(["audit_log", "purges", "run_events", "runs"]);
    const { sql } = world.database;
    expect(await sql`select from run_events where run_id = ${runId}`).toHaveLength(0);
    expect((await sql`select id from replays where workspace_id = 'w1'`).map(({ id }) => id)).toEqual([
      "rpl_of_other",
    ]);
    expect(
      await sql`select actor, action, provenance, details, subject from audit_log
      where run_id = ${runId} and action = 'run_deleted'`,
    ).toMatchObject([
      { actor: { kind: "person", name: "Ada" }, provenance: "person", details: null, subject: null },
    ]);
    const values =
      await sql`select body::text from blobs where workspace_id = 'w1' and body::text like '%Secret plans%'`;
    // The fork holds the value of the task that it shares.
    expect(values).toHaveLength(1);
    await remove(fork);
    await purge();
    expect(
      await sql`select from blobs where workspace_id = 'w1' and body::text like '%Secret plans%'`,
    ).toHaveLength(0);
    expect(
      await sql`select from blobs where workspace_id = 'w1' and body::text like '%Other plans%'`,
    ).toHaveLength(1);

    const family = await services.runs.family({ actor, input: { runId: other } });
    expect(JSON.stringify(family)).not.toContain(runId);
    const compared = services.runs.compare({ actor, input: { a: other, b: runId } });
    await expect(compared).rejects.toThrow(`The run ${runId} was deleted by a person on`);
    for (const call of [
      () => services.runs.events({ actor, input: { runId } }),
      () => services.runs.command({ actor, input: { runId, type: "cancel" } }),
      () =>
        services.comments.add({
          actor,
          input: { runId, target: { kind: "plan" }, version: 1, text: "Too late" },
        }),
    ])
      await expect(call()).rejects.toMatchObject(deleted);
  });

  it("refuses what is not finished, or is needed by what is not, says why, and deletes the rest", async () => {
    const { actor, services, ended, remove, preview } = inWorkspace("w2");
    const open = (await services.runs.create({ actor, input: { plan: PLAN } })).runId;
    const parent = await ended("Parent");
    const { log } = await services.runs.view({ actor, input: { runId: parent } });
    const fromSeq = log.find(({ type }) => type === "plan_version_adopted")?.seq ?? 0;
    await services.runs.fork({ actor, input: { runId: parent, fromSeq } });
    const [replayed, free] = [await ended("Replayed"), await ended("Free")];
    await addReplay("rpl_open", "w2", replayed, { done: false });
    const theirs = await inWorkspace("w3").ended("Theirs");
    const all = [open, parent, replayed, theirs, free];
    expect(await preview({ runIds: all })).toMatchObject({ runs: 1, unfinished: 1, inUse: 2 });
    const { items } = await remove(...all, free);
    expect(items.map((item) => (item.ok ? true : item.problem.message))).toEqual([
      "This run has not finished. Cancel it first.",
      "A fork of this run has not finished. Cancel the fork first.",
      "A replay of this run has not finished. Cancel the replay first.",
      `There is no run ${theirs}.`,
      true,
    ]);
    const left = await world.database.sql`select id from runs where id = any(${all})`;
    expect(left.map(({ id }) => id).sort()).toEqual([open, parent, replayed, theirs].sort());
    // Again: the same answer, and no second line.
    expect((await remove(free)).items).toEqual([{ runId: free, ok: true }]);
    const lines = await world.database
      .sql`select from audit_log where action = 'run_deleted' and run_id = ${free}`;
    expect(lines).toHaveLength(1);
  });

  it("is for administrators, and asked twice at once deletes once", async () => {
    const { ended, remove } = inWorkspace("w4");
    const runIds = [await ended("One"), await ended("Two")];
    const operator = world.person({ workspaceId: "w4", capabilities: ["view", "operate", "review"] });
    const refused = world.services.runs.deleteMany({ actor: operator, input: { runIds } });
    await expect(refused).rejects.toMatchObject({ code: "forbidden" });
    const answers = await Promise.all([remove(...runIds), remove(...runIds.toReversed()), remove(...runIds)]);
    expect(answers.flatMap(({ items }) => items).every(({ ok }) => ok)).toBe(true);
    const lines = await world.database
      .sql`select run_id from audit_log where action = 'run_deleted' and workspace_id = 'w4'`;
    expect(lines.map((row) => row.run_id).sort()).toEqual(runIds.sort());
  });

  it("and a page that is open: each read is whole or says that it is gone, and nothing is added afterwards", async () => {
    const { actor, services, ended, remove, purge } = inWorkspace("w6");
    const runId = await ended("Raced");
    const gone: unknown[] = [];
    const reading = async (read: () => Promise<unknown>) => {
      for (let n = 0; n < 40; n += 1) await read().catch((error) => gone.push(error));
    };
    const remark = { runId, target: { kind: "plan" as const }, version: 1, text: "Raced" };
    const between = await ended("Between");
    const deletedBetween = createServices({
      ...world.deps,
      transact: async (work) => {
        await remove(between);
        await purge();
        return world.deps.transact(work);
      },
    });
    const late = deletedBetween.comments.add({ actor, input: { ...remark, runId: between } });
    await expect(late).rejects.toMatchObject({ code: "not_found" });
    expect(await tablesNaming(between)).toEqual(["audit_log", "purges"]);
    const deleting = async () => {
      await services.runs.events({ actor, input: { runId } });
      await remove(runId);
      await purge();
    };
    await Promise.all([
      reading(() => services.runs.view({ actor, input: { runId } })),
      reading(() => services.comments.add({ actor, input: remark })),
      reading(() => services.runs.trajectory({ actor, input: { runId, taskId: "a", attempt: 1 } })),
      deleting(),
    ]);
    expect(gone.length).toBeGreaterThan(0);
    for (const error of gone) expect(error).toMatchObject({ code: "not_found" });
    await purge();
    expect(await tablesNaming(runId)).toEqual(["audit_log", "purges"]);
  });
});

it("a fork that is made while its run is deleted is refused, or has it stay", async () => {
  const { actor, services, ended, remove } = inWorkspace("w7");
  const came: string[] = [];
  for (let reads = 0; reads < 12; reads += 1) {
    const runId = await ended(`Forked after ${reads}`);
    const { log } = await services.runs.view({ actor, input: { runId } });
    const fromSeq = log.find(({ type }) => type === "plan_version_adopted")?.seq ?? 0;
    const removing = async () => {
      for (let n = 0; n < reads; n += 1) await services.runs.events({ actor, input: { runId } });
      return remove(runId);
    };
    const [forked, removed] = await Promise.allSettled([
      services.runs.fork({ actor, input: { runId, fromSeq } }),
      removing(),
    ]);
    const isRemoved = removed.status === "fulfilled" && removed.value.items[0]?.ok === true;
    came.push(`${forked.status === "fulfilled" ? "forked" : "-"} ${isRemoved ? "removed" : "-"}`);
  }
  expect(came).not.toContain("forked removed");
  expect(came).not.toContain("- -");
});

describe("retention/deleteRuns", () => {
  it("deletes what ended before a day, in batches, after its words of confirmation", async () => {
    const { actor, services, ended, preview } = inWorkspace("w5");
    const remove = (input: object) => services.retention.deleteRuns({ actor, input: input as never });
    const [old, young] = [await ended("Old", 40), await ended("Young", 3)];
    await services.runs.create({ actor, input: { plan: PLAN } });
    const { sql } = world.database;
    await sql`
      insert into runs (id, workspace_id, status, phase, finished_at)
      select 'run_w5_' || n, 'w5', 'completed', 'ended', now() - interval '60 days' from generate_series(1, 1060) as n`;
    const day = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
    const confirm = DELETE_CONFIRMATION;
    for (const input of [
      { endedBefore: day },
      { endedBefore: day, confirm: "yes" },
      { confirm, endedBefore: "x" },
    ])
      await expect(remove(input)).rejects.toMatchObject({ code: "invalid_input" });
    expect(await preview({ endedBefore: day })).toMatchObject({ runs: 1_061, comments: 1, unfinished: 0 });
    await expect(preview({ endedBefore: day, runIds: [old] })).rejects.toMatchObject({
      code: "invalid_input",
    });
    expect(await remove({ endedBefore: day, confirm })).toEqual({ deleted: 1_000, more: true });
    expect(await remove({ endedBefore: day, confirm })).toEqual({ deleted: 61, more: false });
    expect(await remove({ endedBefore: day, confirm })).toEqual({ deleted: 0, more: false });
    const left = await sql`select id from runs where workspace_id = 'w5'`;
    expect(left).toHaveLength(2);
    expect(left.map(({ id }) => id)).toContain(young);
    const [lines] =
      await sql`select count(*)::int as n from audit_log where action = 'run_deleted' and workspace_id = 'w5'`;
    expect(lines?.n).toBe(1_061);
  });
});
