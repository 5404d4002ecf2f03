import { afterAll, beforeAll, expect, it } from "vitest";
import { trajectorySteps } from "@/db/schema";
import { createAiSdkModel } from "@/lib/adapters/ai-sdk-model";
import { createPgBossJobs } from "@/lib/adapters/pg-boss-jobs";
import { modelFetchFor } from "@/lib/adapters/safe-http";
import type { Json } from "@/lib/core/json";
import type { Model } from "@/lib/core/ports";
import type { ModelReplaySettingsInput } from "@/lib/core/replay/model/settings";
import { blobOf } from "@/lib/core/stored-value";
import { createStoredReads } from "@/lib/engine/effects/stored-reads";
import { runClaimedReplay } from "@/lib/engine/replay/run-replay";
import { createServices, type Services } from "@/lib/services/registry";
import { storedPolicies } from "@/lib/testing/engine/stored-workspaces";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { silentLog } from "@/lib/testing/silent-log";
import {
  createOpenAiWireServer,
  type Reply,
  type WireRequest,
  type WireServer,
} from "@/lib/testing/wire/openai-server";
import { createToolbox } from "@/lib/tools";

const PRICED = "wire:some-model";
const FREE = "wire:unpriced";
const SYSTEM = "Role: agent\n\nBe brief.";
const LOOK = { name: "look", description: "Looks.", inputSchema: { type: "object" } };
const usage = { inputTokens: 100, outputTokens: 10 };

let world: ServiceWorld;
let services: Services;
let server: WireServer;
let respond: (request: WireRequest) => Reply;
let jobs: ReturnType<typeof createPgBossJobs>;
let model: Model;
let runId: string;

beforeAll(async () => {
  world = await openServiceWorld();
  server = await createOpenAiWireServer({ respond: (request) => respond(request) });
  const wire = createAiSdkModel({
    providers: { wire: { kind: "openai-compatible", apiKey: "sk-wire", baseUrl: server.baseUrl } },
    models: [{ id: PRICED }],
    fetchFor: modelFetchFor,
  });
  jobs = createPgBossJobs({ url: world.url, log: silentLog });
  await jobs.start({ supervise: true });
  const priced = { inputMicroUsd: 1_000_000, outputMicroUsd: 2_000_000 };
  const info = { provider: "wire", simulated: false, maxOutputTokens: 1_000 };
  model = {
    list: () => [
      { ...info, id: PRICED, price: priced },
      { ...info, id: FREE },
    ],
    call: (request, context) => wire.call({ ...request, modelId: PRICED }, context),
  };
  const workspaces = storedPolicies(world.database, { model, tools: createToolbox([]) });
  services = createServices({ ...world.deps, workspaces, replays: jobs.replays });
  runId = await recordedRun();
});
afterAll(async () => {
  await jobs?.stop();
  await Promise.all([server?.close(), world?.close()]);
});

const STEPS = [
  {
    step: 1,
    thought: "I look.",
    usage,
    startedAtMs: 0,
    latencyMs: 40,
    observation: 7,
    action: { type: "tool", callId: "c1", tool: "look", args: { at: "shelf" } },
  },
  {
    step: 2,
    thought: "Seven.",
    usage,
    startedAtMs: 0,
    latencyMs: 30,
    steering: ["By noon."],
    action: { type: "finish", answer: "Seven." },
  },
];

/** A run with a recorded attempt of two turns, whose task has a predicate. */
async function recordedRun(): Promise<string> {
  const tasks = [{ id: "a", input: "go", verification: '(= data/result "Seven.")' }];
  const created = await world.services.runs.create({
    actor: world.person(),
    input: { plan: { title: "Look", tasks } },
  });
  const { orm } = world.database;
  const preamble = blobOf({ system: SYSTEM, tools: [LOOK] });
  const start = {
    query: "How many?",
    context: { model: FREE },
    preamble: preamble.digest,
    constraints: { tools: ["look"], maxTurns: 8 },
  };
  const { sql } = world.database;
  await sql`insert into blobs (workspace_id, digest, bytes, body)
    values ('local', ${preamble.digest}, ${preamble.bytes}, ${sql.json(preamble.body)})`;
  await orm.insert(trajectorySteps).values(
    STEPS.map((body, index) => ({
      runId: created.runId,
      taskId: "a",
      attempt: 1,
      step: index + 1,
      workspaceId: "local",
      body: body as unknown as Json,
      verbatim: [],
      at: new Date(),
      ...(index === 0 && { start }),
    })),
  );
  return created.runId;
}

const from = () => ({ runId, taskId: "a", attempt: 1 });
const create = (settings: ModelReplaySettingsInput, actor = world.person()) =>
  services.replays.create({
    actor,
    input: { kind: "model", trajectories: [{ from: from() }], settings },
  });
const get = (replayId: string) => services.replays.get({ actor: world.person(), input: { replayId } });
const reportOf = async (replayId: string) => (await get(replayId)).report as Record<string, unknown> | null;

/** A worker that takes the next replay. */
async function work(): Promise<void> {
  const claim = await jobs.replays.claim();
  if (!claim) throw new Error("No replay waits");
  const { schemas, clock, ids, log } = world.deps;
  const workspaces = storedPolicies(world.database, { model, tools: createToolbox([]) });
  // No heart beats, and nobody waits before a call is made again.
  const heartless = {
    ...clock,
    sleep: (delayMs: number) => (delayMs < 3_000 ? Promise.resolve() : new Promise<void>(() => {})),
  };
  const reads = createStoredReads(world.database.orm);
  const { sql } = world.database;
  await runClaimedReplay(
    {
      sql,
      replays: jobs.replays,
      runStore: world.deps.runStore,
      services: { workspaces, schemas, clock: heartless, ids, log, reads },
    },
    claim,
    new AbortController().signal,
  );
}

/** Turns are asked at the same time: what is answered follows from what is asked. */
function answering(look: object, answer: string): void {
  respond = ({ body }) =>
    JSON.stringify(body).includes('"role":"tool"')
      ? { kind: "answer", text: answer, usage }
      : { kind: "answer", toolCalls: [{ id: "x", tool: "look", args: look as never }], usage };
}

it("puts each recorded turn to the variants, and says where they act otherwise and what their answers are worth", async () => {
  answering({ at: "floor" }, "Eight.");
  const { replayId } = await create({ variants: [{ model: PRICED }], maxCostUsd: 1 });
  expect(await get(replayId)).toMatchObject({
    kind: "model",
    status: "queued",
    totalSteps: 2,
    title: "go, attempt 1",
  });
  const before = server.requests.length;
  await work();
  const replay = await get(replayId);
  expect(replay).toMatchObject({ status: "completed", doneSteps: 2, source: from() });
  expect(replay.report).toMatchObject({
    calls: 2,
    costMicroUsd: 240,
    limitReached: false,
    variants: [{ model: PRICED, prompt: "recorded" }],
    trajectories: [{ title: "go, attempt 1", steps: 2 }],
  });
  // The conversation of each request is the recorded one, in the form of the provider that is asked.
  const asked = server.requests.slice(before).map(({ body }) => JSON.stringify(body));
  const [first, second] = asked.toSorted((a, b) => a.length - b.length);
  expect(first).toContain("Be brief.");
  expect(first).toContain("How many?");
  expect(first).not.toContain("shelf");
  expect(second).toContain("shelf");
  const calls = await world.database.sql`
    select purpose, role, model, cost_micro_usd::float8 as cost from model_calls where run_id = ${replayId}`;
  expect(calls).toEqual(Array(2).fill({ purpose: "replay", role: "agent", model: PRICED, cost: 120 }));
  const costs = await services.runs.costs({ actor: world.person(), input: { runId } });
  expect(costs.total.modelCalls).toBe(0);
});

it("scores the turns, with the checks of the task on what is answered", async () => {
  respond = () => ({ kind: "answer", text: "Seven.", usage });
  const { replayId } = await create({ variants: [{ model: FREE, prompt: { text: "Answer at once." } }] });
  await work();
  const [cell] = ((await reportOf(replayId))?.cells ?? []) as object[];
  expect(cell).toMatchObject({
    modelId: FREE,
    answered: 2,
    score: 0.5,
    divergesAt: 1,
    costMicroUsd: null,
    recordedMicroUsd: null,
    recordedLatencyMs: 70,
    checksPassed: 2,
    checks: 2,
  });
  const steps = (await get(replayId)).steps.toSorted((a, b) => Number(a.step) - Number(b.step));
  expect(steps).toMatchObject([
    { step: 1, score: 0, recorded: { calls: [{ tool: "look" }] }, replayed: { answer: "Seven." } },
    {
      step: 2,
      score: 1,
      recorded: { answer: "Seven." },
      checks: [{ layer: "predicate", outcome: "passed" }],
    },
  ]);
});

it("asks nothing that its cost limit has no room for at worst, and records what fails", async () => {
  const tight = await create({ variants: [{ model: PRICED }], maxCostUsd: 0.000_1 });
  const before = server.requests.length;
  await work();
  expect(server.requests.length).toBe(before);
  expect(await get(tight.replayId)).toMatchObject({
    status: "completed",
    report: { calls: 0, limitReached: true, cells: [{ notAsked: 2, score: null, divergesAt: null }] },
  });
  respond = () => ({ kind: "error", status: 401, error: "no key" });
  const refused = await create({ variants: [{ model: FREE }] });
  await work();
  expect(await get(refused.replayId)).toMatchObject({
    report: { cells: [{ answered: 0, failed: 2, score: null }] },
    steps: [{ failure: "auth" }, { failure: "auth" }],
  });
});

/** Critics are asked without the tools and the recorded prompt. */
const isCritic = (request: WireRequest) => JSON.stringify(request.body).includes("Role: critique");

it("has a critic score what is answered when asked to, and says of what it could not score why", async () => {
  const critiques = ['{"score": 0.25, "feedback": "No shelf."}', "It is good."];
  respond = (request) =>
    isCritic(request)
      ? { kind: "answer", text: critiques.shift() ?? "", usage }
      : { kind: "answer", text: "Eight.", usage };
  const before = server.requests.length;
  const { replayId } = await create({
    variants: [{ model: PRICED }],
    maxCostUsd: 1,
    critic: { model: PRICED },
  });
  await work();
  const replay = await get(replayId);
  expect(replay.report).toMatchObject({
    criticId: PRICED,
    calls: 4,
    costMicroUsd: 480,
    cells: [{ costMicroUsd: 240, critic: { score: 0.25, scored: 1, unscored: 1 } }],
  });
  const said = replay.steps.map(({ critique }) => critique as object);
  expect(said).toContainEqual({
    modelId: PRICED,
    calls: 1,
    costMicroUsd: 120,
    said: { score: 0.25, feedback: "No shelf.", issues: [], suggestions: [], questions: [] },
  });
  expect(said).toContainEqual({ modelId: PRICED, calls: 1, costMicroUsd: 120, failure: "unreadable" });
  // It reads the task, the answer, and what had been seen until then.
  const asked = server.requests
    .slice(before)
    .filter(isCritic)
    .map(({ body }) => JSON.stringify(body));
  expect(asked.every((text) => text.includes("Eight.") && text.includes("completeness"))).toBe(true);
  expect(asked.filter((text) => text.includes("shelf") && text.includes("By noon."))).toHaveLength(1);
  const roles = await world.database.sql`
    select role, count(*)::int as n from model_calls where run_id = ${replayId} and purpose = 'replay' group by 1 order by 1`;
  expect(roles).toEqual([
    { role: "agent", n: 2 },
    { role: "critique", n: 2 },
  ]);
});

it("leaves critiques out that the cost limit has no room for", async () => {
  respond = () => ({ kind: "answer", text: "Seven.", usage });
  const { replayId } = await create({
    variants: [{ model: FREE }],
    maxCostUsd: 0.000_1,
    critic: { model: PRICED },
  });
  await work();
  expect(await get(replayId)).toMatchObject({
    report: { calls: 2, limitReached: true, cells: [{ critic: { score: null, scored: 0, unscored: 2 } }] },
    steps: [{ critique: { failure: "no_room", calls: 0 } }, { critique: { failure: "no_room" } }],
  });
});

it("asks again what fails for a moment, three times at most, and keeps the last failure of each turn", async () => {
  const failing = (status: number, failures: number) => {
    let failed = 0;
    respond = ({ body }) => {
      const isSecond = JSON.stringify(body).includes('"role":"tool"');
      if (!isSecond && failed < failures) {
        failed += 1;
        return { kind: "error", status, error: "busy" };
      }
      return { kind: "answer", text: "Seven.", usage };
    };
  };
  failing(429, 2);
  const recovered = await create({ variants: [{ model: FREE }] });
  await work();
  const steps = (await get(recovered.replayId)).steps.toSorted((a, b) => Number(a.step) - Number(b.step));
  expect(steps).toMatchObject([{ step: 1, tries: 3, replayed: { answer: "Seven." } }, { step: 2 }]);
  expect(steps[1]).not.toHaveProperty("tries");
  expect(await reportOf(recovered.replayId)).toMatchObject({ calls: 4, cells: [{ answered: 2, failed: 0 }] });
  failing(503, 9);
  const failed = await create({ variants: [{ model: FREE }] });
  await work();
  expect((await get(failed.replayId)).steps).toContainEqual(
    expect.objectContaining({ step: 1, tries: 3, failure: "unavailable" }),
  );
  expect(await reportOf(failed.replayId)).toMatchObject({ calls: 4, cells: [{ answered: 1, failed: 1 }] });
  const rows = await world.database.sql`
    select failure from model_calls where run_id = ${failed.replayId} order by failure`;
  expect(rows.map(({ failure }) => failure)).toEqual([...Array(3).fill("unavailable"), null]);
});

it("is refused before anything runs: without a limit, of too many turns, with what is not there", async () => {
  const problem = (code: string) => ({ code: "invalid_input", details: { problem: { code } } });
  await expect(create({ variants: [{ model: PRICED }] })).rejects.toMatchObject(problem("cost_limit_needed"));
  await expect(create({ variants: [{ model: "gone" }] })).rejects.toMatchObject(problem("unknown_model"));
  const stranger = world.person({ workspaceId: "elsewhere" });
  await expect(create({ variants: [{}] }, stranger)).rejects.toMatchObject({ code: "not_found" });
  // A model is one of the workspace's own, also a critic's and that of a file.
  const ofNobody = { ...problem("unknown_model"), message: "There is no model theirs:secret now." };
  const theirs = { model: "theirs:secret" };
  await expect(create({ variants: [theirs] })).rejects.toMatchObject(ofNobody);
  await expect(create({ variants: [{ model: FREE }], critic: theirs })).rejects.toMatchObject(ofNobody);
  const odd = { query: "q", context: { model: "theirs:".repeat(100_000) }, steps: STEPS };
  const given = { ...odd, constraints: { tools: [], maxTurns: 8 }, summary: null, answer: null };
  const long = await services.replays
    .create({
      actor: world.person(),
      input: {
        kind: "model",
        trajectories: [{ trajectory: given as unknown as Json, system: SYSTEM }],
        settings: { variants: [{}] },
      },
    })
    .catch((thrown) => thrown);
  expect(long).toMatchObject(problem("unknown_model"));
  expect(long.message.length).toBeLessThan(500);
  const file = {
    query: "q",
    steps: [{ action: { thought: "t", next_node: "look", args: {} }, observation: 1 }],
  };
  const fromFile = (settings: ModelReplaySettingsInput) =>
    services.replays.create({
      actor: world.person(),
      input: { kind: "model", trajectories: [{ trajectory: file as unknown as Json }], settings },
    });
  await expect(fromFile({ variants: [{}] })).rejects.toMatchObject(problem("no_recorded_model"));
  await expect(fromFile({ variants: [{ model: FREE }] })).rejects.toMatchObject(
    problem("no_recorded_prompt"),
  );
});

it("goes on from its last kept turn, and can be started again from its file", async () => {
  answering({ at: "shelf" }, "Seven.");
  const { replayId } = await create({ variants: [{ prompt: "current" }] });
  await work();
  const { steps } = await get(replayId);
  expect(steps.map(({ score }) => score)).toEqual([1, 1]);
  const [, second] = steps.map(({ step }) => step);
  await world.database
    .sql`delete from replay_steps where replay_id = ${replayId} and step = ${Number(second)}`;
  await world.database.sql`update replays set status = 'running', finished_at = null where id = ${replayId}`;
  await jobs.replays.enqueue(replayId);
  const before = server.requests.length;
  await work();
  expect(server.requests.length - before).toBe(1);
  expect(await get(replayId)).toMatchObject({ status: "completed", report: { calls: 2 } });
  const file = await services.replays.export({ actor: world.person(), input: { replayId } });
  answering({ at: "shelf" }, "Seven.");
  const again = await services.replays.import({ actor: world.person(), input: { content: file.text } });
  await work();
  expect(await get(again.replayId)).toMatchObject({ kind: "model", status: "completed", source: null });
});
