import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPostgresProxy, type PostgresProxy } from "@/lib/testing/database/postgres-proxy";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let proxy: PostgresProxy;
let world: ServiceWorld;
beforeAll(async () => {
  const via = async (url: string) => {
    proxy = await createPostgresProxy(url);
    return proxy.url;
  };
  world = await openServiceWorld({ via });
});
afterAll(async () => {
  await world?.close();
  await proxy?.close();
});

type Ids = { a: string; b: string; c?: string };
const compare = (input: Ids, actor = world.person()) => world.services.runs.compare({ actor, input });

async function start(count: number, more: object[] = []): Promise<string> {
  const tasks = Array.from({ length: count }, (_, n) => ({ id: `t${n}`, title: `Task ${n}`, input: "go" }));
  const input = { mission: "Do it", plan: { title: "Plan", tasks: [...tasks, ...more] } };
  const { runId } = await world.services.runs.create({ actor: world.person(), input });
  await world.work(runId);
  return runId;
}

const GATE = { id: "g", title: "May it?", type: "human_review", dependsOn: ["t0"] };

describe("comparing runs", () => {
  it("sets a fork beside its parent: what is shared, what was decided otherwise, what came of it", async () => {
    const a = await start(1, [GATE, { id: "end", title: "End", dependsOn: ["g"] }]);
    await world.work(a, { g: { sum: 1 } });
    const { seq, openApprovals } = await world.work(a);
    const [approvalId = ""] = Object.keys(openApprovals);
    await decideAsShown(world.services, { actor: world.person(), input: { approvalId, verb: "approve" } });
    const changes = {
      reviews: { g: { decision: "reject", reason: "no" } },
      settings: { replanOnFailure: false },
    };
    const fork = { runId: a, fromSeq: seq, changes };
    const { runId: b } = await world.services.runs.fork({ actor: world.person(), input: fork });
    await world.database
      .sql`update tasks set started_at = '2001-01-01', ended_at = created_at + interval '5 s'
      from runs where runs.id = run_id and run_id = ${b} and task_id = 'g'`;
    const found = await compare({ a, b });
    // What the fork did again began with the fork.
    expect(found.rows[1]?.cells[1]).toMatchObject({ shared: false, durationMs: 5_000 });
    expect(found.rows.map(({ by, differs }) => [by, differs])).toEqual([
      ["lineage", []],
      ["lineage", ["status", "result", "decision"]],
      ["lineage", expect.arrayContaining(["status"])],
    ]);
    expect(found.rows[0]?.cells).toMatchObject([
      { shared: false, tokens: 0, costUsd: 0 },
      { shared: true, tokens: null, costUsd: null },
    ]);
    expect(found.rows[1]?.cells).toMatchObject([
      { status: "succeeded", decision: { decision: "approve", by: "Ada", provenance: "person" } },
      { status: "failed", decision: { decision: "reject" } },
    ]);
    expect(found.runs).toMatchObject([
      { runId: a, parentRunId: null, durationMs: null },
      { runId: b, parentRunId: a, parentSeq: seq, status: "aborted" },
    ]);
    expect(found.notes).toEqual([
      { code: "still_running", runIds: [a] },
      { code: "shared_part", runIds: [b] },
    ]);
    expect(found.plans?.before.tasks).toHaveLength(3);
  });

  it("keeps what is unknown unknown, and says what is not comparable", async () => {
    const [a, b] = [await start(2), await start(2)];
    await world.database
      .sql`insert into model_calls (run_id, call_id, workspace_id, task_id, role, model, epoch,
      latency_ms, prompt_hash, prompt_version, at, input_tokens, output_tokens, cost_micro_usd)
      values (${a}, 'c1', 'local', 't0', 'agent', 'm', 1, 5, 'h', '1', now(), 10, 5, null),
        (${a}, 'c2', 'local', 't1', 'agent', 'm', 1, 5, 'h', '1', now(), null, null, 7)`;
    await world.database.sql`update runs set payloads_purged_at = now(), tags = '{demo}' where id = ${b}`;
    await world.database.sql`update runs set tags = '{}' where id = ${a}`;
    const { rows, notes } = await compare({ a, b });
    expect(rows.map(({ by }) => by)).toEqual(["id", "id"]);
    expect(rows[0]?.cells[0]).toMatchObject({ tokens: 15, costUsd: null });
    expect(rows[1]?.cells[0]).toMatchObject({ tokens: null, costUsd: 7 / 1_000_000 });
    expect(notes.map(({ code }) => code)).toEqual([
      ...["still_running", "payloads_removed", "simulated_and_real", "unrelated"],
    ]);
  });

  it("refuses a run that is named twice, and finds none of another workspace", async () => {
    const [a, b] = [await start(1), await start(1)];
    await expect(compare({ a, b, c: a })).rejects.toMatchObject({ code: "invalid_input" });
    const other = world.person({ workspaceId: "elsewhere" });
    await world.addWorkspaces("elsewhere");
    await expect(compare({ a, b }, other)).rejects.toMatchObject({ code: "not_found" });
    await expect(compare({ a, b: "run_none" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("asks the store six times at most, for a thousand tasks as for one", async () => {
    const counts: number[] = [];
    for (const tasks of [1, 1_000]) {
      const pair = { a: await start(tasks), b: await start(tasks) };
      await compare(pair);
      const before = proxy.counts();
      const { rows } = await compare(pair);
      const after = proxy.counts();
      expect(rows).toHaveLength(tasks);
      const { other: _o, notify: _n, ...kinds } = after;
      counts.push(
        Object.keys(kinds).reduce((sum, kind) => sum + (after[kind] ?? 0) - (before[kind] ?? 0), 0),
      );
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(6);
  });
});
