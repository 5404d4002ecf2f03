import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readWritingCalls } from "@/db/queries/runs/read-attempts";
import type { ForkRunInput } from "@/lib/core/inputs/create-run";
import { nextEffects, type RunState } from "@/lib/core/run";
import { fold } from "@/lib/core/run/fold";
import { expectedProjections, inStableOrder, readProjections } from "@/lib/testing/database/projections";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import { MODEL, openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

const stateOf = async (runId: string): Promise<RunState> =>
  (await world.services.runs.snapshot({ actor: world.person(), input: { runId } })).state;
const eventsOf = async (runId: string) =>
  (await world.services.runs.events({ actor: world.person(), input: { runId, limit: 500 } })).items;
const fork = (runId: string, fromSeq: number, changes?: ForkRunInput["changes"], actor = world.person()) =>
  world.services.runs.fork({ actor, input: { runId, fromSeq, ...(changes && { changes }) } });

const TASKS = [
  { id: "a", title: "First", input: "go" },
  { id: "g", title: "May it?", type: "human_review", dependsOn: ["a"] },
  { id: "b", title: "Second", input: "{{results.a}}", dependsOn: ["g"] },
];

/** A run that waits at its gate, with the settings given. */
async function atGate(settings = {}): Promise<{ runId: string; seq: number }> {
  const input = { plan: { title: "Plan", tasks: TASKS }, settings };
  const { runId } = await world.services.runs.create({ actor: world.person(), input });
  await world.work(runId);
  const { seq } = await world.work(runId);
  return { runId, seq };
}

/** Every row of every table that belongs to a run. */
async function rowsOf(runId: string): Promise<Record<string, unknown>> {
  const { sql } = world.database;
  const tables = await sql<{ name: string }[]>`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'run_id' order by 1`;
  const all: Record<string, unknown> = {};
  for (const { name } of tables)
    all[name] = await sql`select to_jsonb(t) as row from ${sql(name)} t where run_id = ${runId} order by 1`;
  all.runs = await sql`select to_jsonb(t) as row from runs t where id = ${runId}`;
  return JSON.parse(JSON.stringify(all));
}

const runs = async () => (await world.database.sql`select count(*)::int as n from runs`)[0]?.n;

describe("a fork with changes", () => {
  it("begins with plan, settings and decisions, and leaves every row of its parent as it was", async () => {
    const { runId, seq } = await atGate({ maxTokens: 5_000 });
    const before = await rowsOf(runId);
    expect(before.run_events).not.toEqual([]);
    const plan = {
      title: "Plan",
      tasks: [...TASKS.slice(0, 2), { id: "c", title: "Other", dependsOn: ["g"] }],
    };
    const changes = {
      plan,
      reason: "C does it better",
      settings: { maxTokens: 9_000, toolPolicy: { denied: ["deploy"] } },
      reviews: { g: { decision: "approve", reason: "seen" } },
    };
    const { runId: forked } = await fork(runId, seq, changes);
    expect(await rowsOf(runId)).toEqual(before);
    const state = await stateOf(forked);
    expect(state).toMatchObject({
      planVersion: 2,
      order: ["a", "g", "c"],
      settings: { maxTokens: 9_000, toolPolicy: { denied: ["deploy"], allowed: null } },
      planAuthor: { name: "Ada" },
      tasks: { a: (await stateOf(runId)).tasks.a },
    });
    const events = await eventsOf(forked);
    expect(fold(forked, events)).toEqual(state);
    const projections = await readProjections(world.database.sql, forked);
    expect(inStableOrder(projections)).toEqual(inStableOrder(expectedProjections(state, events)));
    const [texts] = await world.database
      .sql`select count(plan)::int as n from plan_versions where run_id = ${forked}`;
    expect(texts?.n).toBe(2);
    // What the gate lets go on is other work now: it asks again, and is answered as was said.
    expect(state.tasks.g?.status).toBe("running");
    const asked = await world.work(forked);
    expect(asked.tasks.g?.status).toBe("succeeded");
    expect(nextEffects(asked)).toMatchObject([{ kind: "run_attempt", taskId: "c" }]);
  });

  it("does not begin when one of its changes is refused", async () => {
    const { runId, seq } = await atGate({ toolPolicy: { denied: ["deploy"] }, maxTokens: 10 });
    const count = await runs();
    const operator = world.person({ capabilities: ["view", "operate"] });
    const refused = (changes: object, actor = world.person()) =>
      expect(fork(runId, seq, changes, actor)).rejects;
    await refused({ settings: { maxTurn: 3 } }).toMatchObject({ code: "invalid_input" });
    await refused({ setings: {} }).toMatchObject({ code: "invalid_input" });
    await refused({ settings: { critic: { mod: "off" } } }).toMatchObject({ code: "invalid_input" });
    await refused({ settings: { models: { default: "none" } } }).toMatchObject({ code: "invalid_input" });
    await refused({ settings: { toolPolicy: { denied: [] } } }).toMatchObject({
      code: "invalid_input",
      details: { problem: "policy_widened" },
    });
    await refused({ plan: { title: "P", tasks: TASKS } }).toMatchObject({ code: "invalid_input" });
    const broken = { title: "P", tasks: [{ ...TASKS[0], input: "go elsewhere" }] };
    await refused({ plan: broken, reason: "so" }).toMatchObject({ code: "invalid_plan" });
    await refused({ reviews: { g: "approve" } }, operator).toMatchObject({ code: "forbidden" });
    await refused({ reviews: { b: "approve" } }).toMatchObject({ code: "invalid_input" });
    const good = { settings: { maxTurns: 2 }, reviews: { g: "reject", a: "approve" } };
    await refused(good).toMatchObject({ code: "invalid_input" });
    expect(await runs()).toBe(count);
  });

  it("begins before what a person decided, or judged by another model, for those alone who may review", async () => {
    const { runId, seq } = await atGate();
    const operator = world.person({ capabilities: ["view", "operate"] });
    const judged = { settings: { models: { reviewer: MODEL.id } } };
    const forbidden = { code: "forbidden", details: { capability: "review" } };
    await expect(fork(runId, seq, judged, operator)).rejects.toMatchObject(forbidden);
    expect(await fork(runId, seq, judged)).toMatchObject({ status: "waiting" });
    expect(await fork(runId, seq, undefined, operator)).toMatchObject({ status: "waiting" });
    const [approvalId = ""] = Object.keys((await stateOf(runId)).openApprovals);
    await decideAsShown(world.services, { actor: world.person(), input: { approvalId, verb: "reject" } });
    await expect(fork(runId, seq, undefined, operator)).rejects.toMatchObject(forbidden);
    expect(await fork(runId, seq)).toMatchObject({ status: "waiting" });
  });

  it("keeps which run it is from, that of a fork too", async () => {
    const { sql } = world.database;
    const { runId, seq } = await atGate();
    const child = await fork(runId, seq);
    const grandchild = await fork(child.runId, child.seq);
    const ids = [child.runId, grandchild.runId];
    expect(
      await sql`select parent_run_id, parent_seq from runs where id = any(${ids}) order by created_at, id`,
    ).toEqual([
      { parent_run_id: runId, parent_seq: seq },
      { parent_run_id: child.runId, parent_seq: child.seq },
    ]);
  });
});

describe("the preview of a fork", () => {
  const preview = (runId: string, place: object, actor = world.person()) =>
    world.services.runs.forkPreview({ actor, input: { runId, ...place } });

  it("says what is kept, what asks, and what has been done outside, and makes nothing", async () => {
    const { runId, seq } = await atGate();
    const [gate = ""] = Object.keys((await stateOf(runId)).openApprovals);
    const actor = world.person();
    await decideAsShown(world.services, { actor, input: { approvalId: gate, verb: "approve" } });
    for (const [key, finishedAt] of [
      ["c", 0],
      ["d", 4_000_000_000],
    ] as const)
      await world.database
        .sql`insert into tool_calls (run_id, key, workspace_id, idempotency_key, task_id, attempt,
        step, call_id, tool, side_effects, args, status, ok, output, started_at, finished_at)
        values (${runId}, ${key}, 'local', ${key}, 'a', 1, 1, ${key}, 'deploy', 'write', '{"to": "prod"}', 'finished',
          true, '"done"', now(), to_timestamp(${finishedAt}))`;
    const count = await runs();
    const at = await preview(runId, { approvalId: gate });
    expect(at).toMatchObject({
      fromSeq: seq,
      keptCount: 1,
      againCount: 1,
      pendingCount: 1,
      effectCount: 2,
      kept: [{ taskId: "a", title: "First" }],
      again: [{ taskId: "g" }],
      effects: [
        { taskId: "a", title: "First", tool: "deploy", later: false, output: "done" },
        { later: true },
      ],
      questions: [{ taskId: "g", open: true, verbs: ["approve", "reject"], was: "approve" }],
    });
    expect(await preview(runId, { taskId: "g" })).toEqual(at);
    expect(await preview(runId, { fromSeq: seq })).toEqual(at);
    const viewer = world.person({ capabilities: ["view"] });
    expect((await preview(runId, { fromSeq: 2 }, viewer)).questions).toMatchObject([
      { verbs: [], open: false },
    ]);
    expect(await runs()).toBe(count);
    const { runId: forked } = await fork(runId, at.fromSeq, { reviews: { g: { decision: "reject" } } });
    // Also one of the fork, of events that it shares with its parent, knows what that did later.
    expect((await preview(forked, { fromSeq: 2 })).effectCount).toBe(2);
    const { runId: below } = await fork(forked, 2);
    expect((await preview(below, { fromSeq: 2 })).effects).toMatchObject([{ later: false }, { later: true }]);
    expect((await stateOf(forked)).tasks.g?.status).toBe("failed");
    const approved = (digest?: string) => ({ reviews: { g: { decision: "approve", digest } } });
    const unseen = { code: "invalid_input", message: expect.stringContaining("digest") };
    await expect(fork(runId, at.fromSeq, approved())).rejects.toMatchObject(unseen);
    await expect(fork(runId, at.fromSeq, approved("other"))).rejects.toMatchObject({ code: "superseded" });
    const approvalId = at.questions[0]?.approvalId ?? "";
    const shown = await world.services.approvals.get({ actor: world.person(), input: { approvalId } });
    const { runId: passed } = await fork(runId, at.fromSeq, approved(shown.digest));
    expect((await stateOf(passed)).tasks.g?.status).toBe("succeeded");
    await expect(preview(runId, { fromSeq: 1, taskId: "g" })).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(preview(runId, { taskId: "none" })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the family of a run", () => {
  it("has its writing calls in common, each once, whichever of its runs made it and when", async () => {
    const { runId, seq } = await atGate();
    const { sql } = world.database;
    const act = async (of: string, key: string, isOver = true) => sql`
      insert into tool_calls (run_id, key, workspace_id, idempotency_key, task_id, attempt, step, call_id, tool,
        side_effects, args, status, ok, output, started_at, finished_at)
      values (${of}, ${key}, 'local', ${key}, 'a', 1, 1, ${key}, 'deploy', 'write', '{}',
        ${isOver ? "finished" : "started"}, ${isOver || null}, '1', to_timestamp(${key.length}),
        ${isOver ? sql`to_timestamp(0)` : null})`;
    await act(runId, "shared");
    const child = await fork(runId, seq);
    const sibling = await fork(runId, seq);
    const grandchild = await fork(child.runId, child.seq);
    await act(runId, "later");
    await act(sibling.runId, "begun", false);
    await act(grandchild.runId, "below");
    const madeIn = async (of: string, calls: "line" | "family") =>
      (await readWritingCalls(world.database.orm, { runId: of, of: calls }))
        .map((call) => `${call.key} ${call.runId === of ? "own" : "other"}`)
        .sort();
    expect(await madeIn(runId, "family")).toEqual(["begun other", "below other", "later own", "shared own"]);
    expect(await madeIn(child.runId, "family")).toEqual([
      ...["begun other", "below other", "later other", "shared own"],
    ]);
    expect(await madeIn(sibling.runId, "line")).toEqual(["begun own", "later other", "shared own"]);
    const { effectCount } = await world.services.runs.forkPreview({
      actor: world.person(),
      input: { runId, fromSeq: seq },
    });
    expect(effectCount).toBe(4);
  });

  it("is the tree of all forks, seen from each of them, with those of a run that was removed", async () => {
    const { runId, seq } = await atGate();
    const child = await fork(runId, seq);
    const grandchild = await fork(child.runId, child.seq);
    const sibling = await fork(runId, seq);
    const familyOf = async (of: string) =>
      (await world.services.runs.family({ actor: world.person(), input: { runId: of } })).members;
    const members = await familyOf(runId);
    expect(members.map(({ runId: id, depth, parentRunId }) => [id, depth, parentRunId])).toEqual([
      [runId, 0, null],
      [child.runId, 1, runId],
      [grandchild.runId, 2, child.runId],
      [sibling.runId, 1, runId],
    ]);
    expect(members[1]).toMatchObject({ parentSeq: seq, title: "Plan", cost: { usd: 0 } });
    expect(await familyOf(grandchild.runId)).toEqual(members);
    const forksOf = async (of: string) =>
      (await world.services.runs.view({ actor: world.person(), input: { runId: of } })).forks;
    expect([await forksOf(runId), await forksOf(grandchild.runId)]).toEqual([3, 3]);
    await world.addWorkspaces("gone");
    await world.database.sql`update runs set workspace_id = 'gone' where id = ${runId}`;
    const others = [child.runId, grandchild.runId, sibling.runId];
    expect((await familyOf(grandchild.runId)).map(({ runId: id }) => id)).toEqual(others);
    expect(await forksOf(grandchild.runId)).toBe(2);
    await world.database.sql`update runs set workspace_id = 'local' where id = ${runId}`;
  });
});
