import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { trajectorySteps } from "@/db/schema";
import { createPgBossJobs } from "@/lib/adapters/pg-boss-jobs";
import type { Json, JsonObject } from "@/lib/core/json";
import type { ToolReplaySettingsInput } from "@/lib/core/replay/settings";
import { createStoredReads } from "@/lib/engine/effects/stored-reads";
import { runClaimedReplay } from "@/lib/engine/replay/run-replay";
import { queueOpenReplays } from "@/lib/engine/worker/replayer";
import { createServices, type Services } from "@/lib/services/registry";
import { deferred } from "@/lib/testing/deferred";
import { storedPolicies } from "@/lib/testing/engine/stored-workspaces";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { silentLog } from "@/lib/testing/silent-log";
import { createToolbox, type ToolDescriptor } from "@/lib/tools";
import { askHuman } from "@/lib/tools/ask-human";
import { textSearch } from "@/lib/tools/text-search";

let world: ServiceWorld;
let services: Services;
let one: ReturnType<typeof createPgBossJobs>;
let other: ReturnType<typeof createPgBossJobs>;
/** What tools give now, and every call that was made, with its key. */
let answers: Record<string, Json | Promise<Json>> = {};
let calls: { tool: string; args: JsonObject; key: string }[] = [];
let onCall: (tool: string) => void = () => {};

const READS = { tags: [], sideEffects: "read" as const, idempotent: true, timeoutMs: 60_000 };
const tool = (name: string, facts: Partial<ToolDescriptor> = {}): ToolDescriptor => ({
  name,
  description: name,
  ...READS,
  inputSchema: { type: "object", properties: { id: { type: "integer" } } },
  summarize: () => name,
  run(args, { idempotencyKey: key }) {
    calls.push({ tool: name, args, key });
    onCall(name);
    return answers[name] ?? null;
  },
  ...facts,
});
const TOOLS = [
  tool("stock"),
  tool("price"),
  tool("ship", { sideEffects: "external", idempotent: false }),
  tool("peek", {
    inputSchema: { type: "object", properties: { artifact: { type: "string" } } },
    run: async ({ artifact }, { readArtifact }) => (await readArtifact(String(artifact))) ?? null,
  }),
  askHuman,
  textSearch,
];

beforeAll(async () => {
  world = await openServiceWorld();
  one = createPgBossJobs({ url: world.url, log: silentLog });
  other = createPgBossJobs({ url: world.url, log: silentLog });
  await Promise.all([one.start({ supervise: true }), other.start({ supervise: false })]);
  const model = world.deps.workspaces;
  const { model: models } = await model.open("local");
  const workspaces = storedPolicies(world.database, { model: models, tools: createToolbox(TOOLS) });
  services = createServices({ ...world.deps, workspaces, replays: one.replays });
});
afterAll(async () => {
  await Promise.all([one?.stop(), other?.stop()]);
  await world?.close();
});
beforeEach(async () => {
  answers = { stock: { left: 3 }, price: { eur: 5 } };
  calls = [];
  onCall = () => {};
  await world.database.sql`delete from pgboss.job`;
});

const SILENT = { thought: "", usage: {}, startedAtMs: 0, latencyMs: 0 };
const step = (n: number, name: string, observation: Json, args: Json = { id: n }) => ({
  ...SILENT,
  step: n,
  observation,
  action: { type: "tool", callId: `c${n}`, tool: name, args },
});
const ASKED = { query: "Is it there?", context: null, summary: null, answer: null };
const trajectory = (...steps: object[]) =>
  ({ ...ASKED, constraints: { tools: [], maxTurns: 8 }, steps }) as unknown as Json;
const RECORDED = trajectory(step(1, "stock", { left: 3 }), step(2, "price", { eur: 4 }));

const create = (recorded: Json, settings: ToolReplaySettingsInput = {}, actor = world.person()) =>
  services.replays.create({ actor, input: { trajectory: recorded, settings } });
const get = (replayId: string, actor = world.person()) =>
  services.replays.get({ actor, input: { replayId } });

/** A worker that takes the next replay, and works until it ends or the signal fires. */
async function work(jobs: typeof one = one, stop = new AbortController().signal): Promise<void> {
  const claim = await jobs.replays.claim();
  if (!claim) throw new Error("No replay waits");
  const { workspaces: _others, schemas, clock, ids, log } = world.deps;
  const { model } = await world.deps.workspaces.open("local");
  const workspaces = storedPolicies(world.database, { model, tools: createToolbox(TOOLS) });
  const services = { workspaces, schemas, clock, ids, log, reads: createStoredReads(world.database.orm) };
  const heartless = { ...clock, sleep: () => new Promise<void>(() => {}) };
  const deps = { sql: world.database.sql, replays: jobs.replays, runStore: world.deps.runStore };
  await runClaimedReplay({ ...deps, services: { ...services, clock: heartless } }, claim, stop);
}

describe("a replay", () => {
  it("names step, tool, path and both values of what a changed tool gives", async () => {
    const { replayId } = await create(RECORDED);
    expect(await get(replayId)).toMatchObject({ status: "queued", totalSteps: 2, title: "Is it there?" });
    await work();
    const replay = await get(replayId);
    expect(replay).toMatchObject({ status: "mismatched", doneSteps: 2, mismatches: 1, createdBy: "Ada" });
    expect(replay.report?.mismatches).toEqual([
      { step: 2, callId: "c2", tool: "price", path: "eur", original: 4, replayed: 5 },
    ]);
    const same = await create(RECORDED, { ignore: ["eur"] });
    await work();
    expect(await get(same.replayId)).toMatchObject({ status: "matched", report: { comparedCalls: 2 } });
  });

  it("continues after its last step when its worker is lost, and the lost worker writes nothing more", async () => {
    const { replayId } = await create(RECORDED);
    const asked = deferred<void>();
    const late = deferred<Json>();
    answers = { ...answers, price: late.promise };
    onCall = (name) => name === "price" && asked.resolve();
    const lost = work(one);
    await asked.promise;
    expect(await get(replayId)).toMatchObject({ status: "running", doneSteps: 1 });
    // Nobody hears of that worker any more: its job goes to another.
    await world.database.sql`update pgboss.job set state = 'retry', retry_count = retry_count + 1`;
    answers = { ...answers, price: { eur: 4 } };
    await work(other);
    expect(await get(replayId)).toMatchObject({ status: "matched", doneSteps: 2 });
    late.resolve({ eur: 9 });
    await lost;
    expect(calls.map(({ tool: name }) => name)).toEqual(["stock", "price", "price"]);
    expect(await get(replayId)).toMatchObject({ status: "matched", report: { mismatches: [] } });
    expect((await get(replayId)).steps).toHaveLength(2);
  });

  it("is given back when its worker stops, and found by the next one's look", async () => {
    const { replayId } = await create(RECORDED);
    const stop = new AbortController();
    onCall = () => stop.abort();
    await work(one, stop.signal);
    expect(await get(replayId)).toMatchObject({ status: "running", doneSteps: 0 });
    onCall = () => {};
    await world.database.sql`delete from pgboss.job`;
    await queueOpenReplays({ sql: world.database.sql, replays: one.replays });
    await work(other);
    expect(await get(replayId)).toMatchObject({ status: "mismatched", doneSteps: 2 });
  });

  it("ends when a person ends it, waiting or at work", async () => {
    const actor = world.person();
    const waiting = await create(RECORDED);
    expect(await services.replays.cancel({ actor, input: { replayId: waiting.replayId } })).toMatchObject({
      status: "cancelled",
    });
    await work();
    expect(calls).toEqual([]);
    const again = services.replays.cancel({ actor, input: { replayId: waiting.replayId } });
    await expect(again).rejects.toMatchObject({ code: "not_allowed_now" });
    const { replayId } = await create(RECORDED);
    const cancelled = deferred<Json>();
    answers = { ...answers, stock: cancelled.promise };
    onCall = () =>
      void services.replays
        .cancel({ actor, input: { replayId } })
        .finally(() => cancelled.resolve({ left: 3 }));
    await work();
    expect(await get(replayId)).toMatchObject({
      status: "cancelled",
      doneSteps: 1,
      report: { replayedSteps: 1, comparedCalls: 1 },
    });
  });

  it("fails once it has taken its time, over all of its workers", async () => {
    const { replayId } = await create(RECORDED);
    await world.database.sql`
      update replays set started_at = clock_timestamp() - interval '11 minutes' where id = ${replayId}`;
    await work();
    expect(calls).toEqual([]);
    const failure = { code: "time_limit", limitMs: 600_000 };
    expect(await get(replayId)).toMatchObject({ status: "failed", failure });
  });

  it("is refused before anything runs, with what is wrong in its details", async () => {
    const refused = (recorded: Json) => create(recorded).catch((thrown) => thrown.details.problem);
    expect(await refused([])).toEqual({ code: "empty_trajectory" });
    expect(await refused("x")).toMatchObject({ code: "unreadable" });
    const gone = trajectory(step(1, "stock", 1), step(2, "gone", 1));
    expect(await refused(gone)).toEqual({ code: "unknown_tool", step: 2, tool: "gone" });
    const misfit = { code: "invalid_arguments", step: 1, path: "id" };
    expect(await refused(trajectory(step(1, "stock", 1, { id: "x" })))).toMatchObject(misfit);
    expect(calls).toEqual([]);
  });

  it("uses the recording where tools ask people, need files, or are denied now", async () => {
    const actor = world.person();
    const recorded = trajectory(
      step(1, "ask_human", "blue", { question: "Which?" }),
      step(2, "text_search", [], { query: "x" }),
      step(3, "price", { eur: 4 }),
      step(4, "ship", "done"),
    );
    const input = { name: "No prices", scope: { kind: "workspace" as const }, policy: { denied: ["price"] } };
    const saved = await services.policies.save({ actor, input });
    const { replayId } = await create(recorded);
    await work();
    await services.policies.remove({ actor, input: { policyId: saved.policyId, version: saved.version } });
    const { status, steps } = await get(replayId);
    expect(status).toBe("completed");
    expect(calls).toEqual([]);
    const why = steps.flatMap((kept) =>
      (kept.calls as { why: { code: string } }[]).map((call) => call.why.code),
    );
    expect(why).toEqual(["asks_people", "needs_attachments", "denied", "writes"]);
  });
});

describe("a replay that may write", () => {
  const recorded = trajectory(step(1, "ship", "done"), step(2, "stock", { left: 3 }));
  const settings = { writingTools: ["ship"] };

  it("needs the right to admin, is in the audit log, has a key of its own, and is never one by a file", async () => {
    const [actor, operator] = [world.person(), world.person({ capabilities: ["view", "operate"] })];
    await expect(create(recorded, settings, operator)).rejects.toMatchObject({ code: "forbidden" });
    answers = { ...answers, ship: "done" };
    const { replayId } = await create(recorded, settings);
    await work();
    expect(await get(replayId)).toMatchObject({ status: "matched" });
    expect(calls[0]).toMatchObject({ tool: "ship", key: `replay/${replayId}/1/c1` });
    const lines = await world.database.sql`select action, details from audit_log where subject = ${replayId}`;
    expect(lines).toEqual([{ action: "replay_may_write", details: { tools: ["ship"] } }]);
    const { text: content } = await services.replays.export({ actor, input: { replayId } });
    await services.replays.import({ actor, input: { content } });
    await work();
    expect(calls.map(({ tool }) => tool)).toEqual(["ship", "stock", "stock"]);
  });

  it("makes no call a second time that may have had its effect", async () => {
    const { replayId } = await create(recorded, settings);
    const asked = deferred<void>();
    const late = deferred<Json>();
    answers = { ...answers, ship: late.promise };
    onCall = () => asked.resolve();
    const lost = work(one);
    await asked.promise;
    await world.database.sql`update pgboss.job set state = 'retry', retry_count = retry_count + 1`;
    await work(other);
    late.resolve("done");
    await lost;
    expect(calls).toHaveLength(1);
    const failure = { code: "unknown_outcome", step: 1 };
    expect(await get(replayId)).toMatchObject({ status: "failed", failure });
  });
});

describe("replays as files", () => {
  it("are exported with their report, and come to the same again", async () => {
    const actor = world.person();
    const { replayId } = await create(RECORDED, { ignore: ["left"] });
    await work();
    const { text, fileName } = await services.replays.export({ actor, input: { replayId } });
    expect(fileName).toBe(`${replayId}.json`);
    expect(JSON.parse(text)).toMatchObject({ kind: "tool", report: { status: "mismatched" } });
    const input = { content: text, settings: { verify: true } };
    const again = await services.replays.import({ actor, input });
    await work();
    const { report } = await get(replayId);
    const same = { status: "mismatched", settings: { ignore: ["left"] }, title: "Is it there?" };
    expect(await get(again.replayId)).toMatchObject({ ...same, report: report as JsonObject });
  });

  it("are refused where they are none", async () => {
    const actor = world.person();
    const content = (text: string) => services.replays.import({ actor, input: { content: text } });
    for (const text of ["no JSON", "[1]", '{"format":"waymark-replay","version":9}'])
      await expect(content(text)).rejects.toMatchObject({ details: { problem: { code: "unreadable" } } });
    const ofModels = { format: "waymark-replay", version: 1, kind: "model", material: [] };
    await expect(content(JSON.stringify(ofModels))).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("hostile files", () => {
  const imported = (content: string) =>
    services.replays.import({ actor: world.person(), input: { content } }).catch((thrown) => thrown);
  const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const file = (args: string, observation: string, more = "") =>
    `{"query":"q"${more},"steps":[{"action":{"thought":"t","next_node":"stock","args":${args}},"observation":${observation}}]}`;

  it("are refused with a code and few words, however deep and long they are", async () => {
    const unreadable = { code: "invalid_input", details: { problem: { code: "unreadable" } } };
    expect(await imported(deep(200_000))).toMatchObject(unreadable);
    expect(await imported(file(`{"id":${deep(200_000)}}`, "1"))).toMatchObject(unreadable);
    expect(await imported(file('{"id":1}', deep(200_000)))).toMatchObject(unreadable);
    const secret = "sk-secret ".repeat(50_000);
    const refused = [
      await imported(file('{"id":1}', "1").replace("stock", secret)),
      await imported(file(JSON.stringify({ id: secret }), JSON.stringify(secret))),
      await imported(JSON.stringify({ steps: [{ [secret]: secret }] })),
    ];
    for (const { code, message, details } of refused) {
      expect(code).toBe("invalid_input");
      expect(message.length + JSON.stringify(details).length).toBeLessThan(2_000);
    }
    const many = trajectory(...Array.from({ length: 501 }, (_, n) => step(n + 1, "stock", 1)));
    expect(await imported(JSON.stringify(many))).toMatchObject({
      details: { problem: { code: "too_many_calls", calls: 501, limit: 500 } },
    });
    expect(calls).toEqual([]);
  });

  it("change nothing but what they say: keys of prototypes and markup are data", async () => {
    const odd =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"html":"<script>1</script>"}';
    const { replayId } = await imported(
      file('{"id":1,"__proto__":{"polluted":1}}', odd, ',"__proto__":{"polluted":1}'),
    );
    await work();
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    const { mismatches } = (await get(replayId)).report as { mismatches: { path: string }[] };
    const paths = mismatches.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["__proto__", "html", "left"]));
    const { text } = await services.replays.export({ actor: world.person(), input: { replayId } });
    expect(text).toContain('"__proto__"');
  });

  it("get nothing of runs: those of other workspaces are not found, and artifacts by digest alone are not read", async () => {
    await world.addWorkspaces("elsewhere");
    const plan = { title: "Shop", tasks: [{ id: "look", input: "go" }] };
    const { runId } = await services.runs.create({ actor: world.person(), input: { mission: "Shop", plan } });
    const stranger = world.person({ workspaceId: "elsewhere" });
    const from = { runId, taskId: "look", attempt: 1 };
    const asked = services.replays.create({ actor: stranger, input: { from } });
    await expect(asked).rejects.toMatchObject({ code: "not_found" });
    const { sql } = world.database;
    const digest = "f".repeat(64);
    await sql`insert into blobs (workspace_id, digest, bytes, body) values ('elsewhere', ${digest}, 9, '"classified"')`;
    const { replayId } = await create(
      trajectory(
        { ...step(1, "stock", "cl"), artifact: digest },
        step(2, "peek", "cl", { artifact: digest }),
      ),
    );
    await work();
    const { steps } = await get(replayId);
    expect(steps[1]).toMatchObject({ calls: [{ live: false, why: { code: "needs_artifact" } }] });
    const detail = JSON.stringify(await get(replayId));
    const { text } = await services.replays.export({ actor: world.person(), input: { replayId } });
    expect(detail + text).not.toContain("classified");
    const theirs = services.replays.get({ actor: stranger, input: { replayId } });
    await expect(theirs).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a replay of an attempt", () => {
  it("holds its trajectory, and leaves the run as it is", async () => {
    const actor = world.person();
    const plan = { title: "Shop", tasks: [{ id: "look", title: "Look it up", input: "go" }] };
    const { runId } = await services.runs.create({ actor, input: { mission: "Shop", plan } });
    await world.work(runId, { look: "there" });
    const from = { runId, taskId: "look", attempt: 1 };
    const body = step(1, "stock", { left: 2 }) as unknown as Json;
    const kept = { ...from, workspaceId: "local", step: 1, verbatim: [], at: new Date(), body };
    await world.database.orm.insert(trajectorySteps).values(kept);
    const run = () => world.database.sql`select seq, epoch, status from runs where id = ${runId}`;
    const before = await run();
    const { replayId } = await services.replays.create({ actor, input: { from } });
    await world.database.sql`delete from trajectory_steps where run_id = ${runId}`;
    await work();
    const replayed = { status: "mismatched", title: "Look it up, attempt 1", source: from };
    expect(await get(replayId)).toMatchObject(replayed);
    expect([...(await run())]).toEqual([...before]);
    const page = await services.replays.list({ actor, input: { runId } });
    expect(page.items.map(({ id }) => id)).toEqual([replayId]);
    const missing = services.replays.create({ actor, input: { from: { ...from, attempt: 9 } } });
    await expect(missing).rejects.toMatchObject({ code: "not_found" });
  });

  it("is started once under one key", async () => {
    const actor = world.person();
    const call = { actor, input: { trajectory: RECORDED }, commandId: "key-1" };
    const first = await services.replays.create(call);
    expect(await services.replays.create(call)).toEqual(first);
    const otherInput = { trajectory: RECORDED, settings: { verify: false } };
    await expect(services.replays.create({ ...call, input: otherInput })).rejects.toMatchObject({
      code: "conflict",
    });
  });
});
