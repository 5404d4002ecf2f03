import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approvals, attempts, modelCalls, planVersions, runs, tasks, toolCalls } from "@/db/schema";
import type { Json } from "@/lib/core/json";
import { plan as planSchema } from "@/lib/core/plan/schema";
import { nextEffects } from "@/lib/core/run";
import type { WorkerCommand } from "@/lib/core/run/commands";
import { type Blob, storeValue } from "@/lib/core/stored-value";
import { createPlanForecasts } from "@/lib/engine/forecasts/plan-forecasts";
import { storedPolicies } from "@/lib/testing/engine/stored-workspaces";
import { MODEL, modelOf, openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { silentLog } from "@/lib/testing/silent-log";
import { createToolbox } from "@/lib/tools";
import type { ToolDescriptor } from "@/lib/tools/descriptor";
import { createServices } from "../registry";

const MINUTE_MS = 60_000;
const AGENTS = { anyone: { prompt: "", tools: ["deploy"] } };
const earlierPlan = planSchema.parse({
  title: "Earlier",
  agents: AGENTS,
  tasks: [{ id: "a", title: "A", agent: "anyone" }],
});
/** Agents of later plans have other names; what counts is what they may do. */
const plan = {
  title: "Later",
  agents: { somebody: { prompt: "", tools: ["deploy"] } },
  tasks: [
    { id: "a", agent: "somebody", input: "go" },
    { id: "b", agent: "somebody", input: "on", dependsOn: ["a"] },
    { id: "gate", type: "synthesis_gate", input: "sum up", dependsOn: ["b"] },
  ],
};

let world: ServiceWorld;
const actor = () => world.person();
beforeAll(async () => {
  world = await openServiceWorld();
  for (let n = 0; n < 4; n += 1) await finishedRun(`old_${n}`, { microUsd: 40_000 + n * 10_000 });
  // Of another kind, or too late: neither may count.
  await finishedRun("foreign", { microUsd: 9e9, workspaceId: "other" });
  await finishedRun("real", { microUsd: 9e9, tags: [] });
  await finishedRun("late", { microUsd: 9e9, ageMs: -60 * MINUTE_MS });
});
afterAll(() => world?.close());

type Facts = { microUsd: number; workspaceId?: string; tags?: string[]; ageMs?: number };

/** A run of one task that took a minute and wrote once, and of an answer. */
async function finishedRun(runId: string, facts: Facts): Promise<void> {
  const { microUsd, workspaceId = "local", tags = ["demo"], ageMs = 10 * MINUTE_MS } = facts;
  const { orm } = world.database;
  if (workspaceId !== "local") await world.addWorkspaces(workspaceId);
  const endedAt = new Date(Date.now() - ageMs);
  const startedAt = new Date(endedAt.getTime() - MINUTE_MS);
  const of = { runId, workspaceId };
  const ended = {
    status: "completed" as const,
    phase: "ended" as const,
    finishedAt: endedAt,
    planVersion: 1,
  };
  await orm.insert(runs).values({ id: runId, workspaceId, tags, ...ended });
  await orm.insert(planVersions).values({
    ...of,
    version: 1,
    digest: "d",
    origin: "planner" as const,
    cause: "c",
    author: "a",
    title: "t",
    taskCount: 1,
    seq: 2,
    adoptedAt: startedAt,
    plan: earlierPlan,
  });
  await orm.insert(tasks).values({
    ...of,
    taskId: "a",
    position: 0,
    title: "A",
    type: "task",
    agent: "anyone",
    lineage: "a",
    sinceVersion: 1,
    status: "succeeded",
    attempt: 1,
  });
  await orm.insert(attempts).values({ ...of, taskId: "a", attempt: 1, startedAt, endedAt, steps: 1 });
  const call = {
    ...of,
    latencyMs: 1_000,
    promptHash: "0",
    promptVersion: "1",
    planVersion: 1,
    epoch: 1,
    at: endedAt,
    model: "scripted:model",
  };
  await orm.insert(modelCalls).values([
    { ...call, callId: "1", role: "agent", taskId: "a", attempt: 1, costMicroUsd: microUsd },
    { ...call, callId: "2", role: "answer", costMicroUsd: 1_000 },
  ]);
  await orm.insert(toolCalls).values({
    ...of,
    key: "k",
    idempotencyKey: "k",
    taskId: "a",
    attempt: 1,
    step: 1,
    callId: "t",
    tool: "deploy",
    sideEffects: "write",
    args: {},
    status: "finished",
    startedAt,
  });
}

async function createRun(): Promise<string> {
  return (await world.services.runs.create({ actor: actor(), input: { mission: "Later", plan } })).runId;
}
const get = (runId: string, version?: number) =>
  world.services.forecasts.get({ actor: actor(), input: { runId, ...(version && { version }) } });

describe("the forecast of a run", () => {
  it("is by like tasks of earlier runs of its kind, says what is unknown, and is about what is left", async () => {
    const runId = await createRun();
    const { version, forecast, rest, outcome } = await get(runId);
    expect([version, outcome]).toEqual([1, null]);
    expect(forecast).toMatchObject({ demo: true, runs: 4 });
    expect(forecast?.whole.money).toMatchObject({ expected: 2 * 55_000 + 1_000, unknown: 1, tasks: 3 });
    expect(forecast?.whole.time).toMatchObject({ expected: 2 * MINUTE_MS + 1_000, unknown: 1 });
    expect(forecast?.whole.writes).toMatchObject({ expected: 0, unknown: 0 });
    expect(rest).toEqual(forecast?.whole);
    await world.work(runId);
    const later = await get(runId);
    expect(later.forecast).toEqual(forecast);
    expect(later.rest?.money).toMatchObject({ expected: 56_000, unknown: 1, tasks: 2 });
    expect(later.rest?.time.expected).toBe(MINUTE_MS + 1_000);
  });

  it("is stored once, and says the same where it is made again", async () => {
    const runId = await createRun();
    const first = await get(runId);
    const { sql, orm } = world.database;
    await finishedRun("now", { microUsd: 9e9, ageMs: -MINUTE_MS });
    expect(await get(runId)).toEqual(first);
    await sql`delete from plan_forecasts where run_id = ${runId}`;
    const { workspaces } = world.deps;
    const others = createPlanForecasts({ db: orm, workspaces, log: silentLog });
    const state = await world.deps.runStore.peek(runId);
    expect(state && (await others.ofVersion(state, 1))).toEqual(first.forecast);
    expect(state && (await others.ofVersion(state, 7))).toBeUndefined();
  });

  it("is there for a plan that no run has", async () => {
    const forecast = await world.services.forecasts.plan({ actor: actor(), input: { plan } });
    expect(forecast.money).toMatchObject({ unknown: 1, tasks: 3 });
    expect(forecast.demo).toBe(true);
  });

  it("stands beside what came, without the time in which people were asked", async () => {
    const whole = { ...plan, tasks: plan.tasks.slice(0, 1) };
    const { runId } = await world.services.runs.create({
      actor: actor(),
      input: { mission: "Ends", plan: whole },
    });
    await get(runId);
    const { sql, orm } = world.database;
    const call = {
      promptHash: "0",
      promptVersion: "1",
      epoch: 1,
      model: "scripted:model",
      role: "agent",
    } as const;
    await orm.insert(modelCalls).values({
      ...call,
      runId,
      workspaceId: "local",
      callId: "1",
      planVersion: 1,
      latencyMs: 1,
      at: new Date(),
      costMicroUsd: 112_000,
    });
    await world.services.runs.command({ actor: actor(), input: { runId, type: "cancel", reason: "enough" } });
    const [{ ms } = { ms: 0 }] = await sql<{ ms: number }[]>`
      select extract(epoch from adopted_at)::float8 * 1000 as ms from plan_versions where run_id = ${runId} and version = 1`;
    const at = (minute: number) => new Date(ms + minute * MINUTE_MS);
    await sql`update runs set finished_at = ${at(10).toISOString()}::timestamptz where id = ${runId}`;
    const asked = [
      [1, 3],
      [2, 5],
      [9, 12],
    ].map(([from = 0, to = 0], n) => ({
      ...({
        id: `${runId}_${n}`,
        runId,
        workspaceId: "local",
        kind: "human_review",
        status: "decided",
      } as const),
      planVersion: 1,
      digest: "d",
      prompt: "?",
      verbs: ["approve" as const],
      assignees: [],
      openedSeq: n,
      openedAt: at(from),
      decidedAt: at(to),
    }));
    await orm.insert(approvals).values(asked);
    const { outcome } = await get(runId, 1);
    expect(outcome?.moneyUsd).toMatchObject({ expected: 0.056, actual: 0.112, error: 1 });
    expect(outcome?.timeMs?.actual).toBeCloseTo(5 * MINUTE_MS, -1);
    expect(outcome?.writes).toMatchObject({ expected: 0, actual: 0 });
    const all = await world.services.forecasts.errors({ actor: actor(), input: { demo: "true" } });
    expect(all.items.map((item) => item.runId)).toEqual([runId]);
    expect(all).toMatchObject({ runs: 1, money: { n: 1, medianError: 1 }, time: { n: 1 } });
    const real = await world.services.forecasts.errors({ actor: actor(), input: {} });
    expect(real).toMatchObject({ runs: 0, money: { n: 0, medianError: null } });
  });
});

/** A run whose review proposes this tail, before a person; gives what its gate is read with. */
async function proposedAt(tail: object) {
  const agents = plan.agents;
  const tasks = [
    { id: "a", agent: "somebody", input: "go" },
    { id: "r", type: "planning_review", dependsOn: ["a"], review: { focus: "All well?" } },
    { id: "z", agent: "somebody", input: "go", dependsOn: ["r"] },
  ];
  const { runId } = await world.services.runs.create({
    actor: actor(),
    input: { plan: { title: "Reviewed", agents, tasks }, settings: { reviewMode: "manual" } },
  });
  const { epoch } = await world.work(runId);
  const { runStore } = world.deps;
  const send = (id: string, command: WorkerCommand, blobs: Blob[] = []) =>
    runStore.transition(runId, [
      { envelope: { id: `${runId}-${id}`, actor: { kind: "worker", id: "w1" }, command }, rows: { blobs } },
    ]);
  const state = await runStore.peek(runId);
  const key = state && nextEffects(state).flatMap((one) => (one.kind === "review" ? [one.key] : []))[0];
  if (!key) throw new Error("no review is wanted");
  const body = JSON.parse(JSON.stringify(planSchema.parse(tail))) as Json;
  const { digest, bytes } = storeValue(body).stored;
  await send("start", { type: "start", keys: [key], epoch });
  const proposal = {
    decision: "REPLAN" as const,
    reasoning: "Better so.",
    answers: [],
    reviewer: "reviewer",
    tail: digest,
  };
  const read = { type: "review_read", key, taskId: "r", attempt: 1, proposal } as const;
  await send("read", read, [{ digest, bytes, body }]);
  const { items } = await world.services.approvals.list({ actor: actor(), input: { runId } });
  return world.services.approvals.context({
    actor: actor(),
    input: { runId, ...(items[0] && { approvalId: items[0].id }) },
  });
}

it("the forecast of a plan says what its tools charge, by how often earlier tasks called them, apart from money", async () => {
  const deploy: ToolDescriptor = {
    name: "deploy",
    description: "Deploys",
    tags: [],
    sideEffects: "write",
    idempotent: true,
    costHint: 0.25,
    inputSchema: {},
    timeoutMs: 1_000,
    summarize: () => "Deploy",
    run: () => null,
  };
  const setup = { model: modelOf([MODEL]), tools: createToolbox([deploy]) };
  const workspaces = storedPolicies(world.database, setup);
  const forecasts = createPlanForecasts({ db: world.database.orm, workspaces, log: silentLog });
  const services = createServices({ ...world.deps, workspaces, forecasts });
  const input = { plan: JSON.stringify(plan) };
  const charged = await services.forecasts.plan({ actor: actor(), input });
  const free = await world.services.forecasts.plan({ actor: actor(), input });
  // Two tasks like those of the past, each of which called it once.
  expect(charged.toolMicroUsd).toBe(500_000);
  expect(free.toolMicroUsd).toBe(0);
  expect(charged.money).toEqual(free.money);
});

describe("the forecast of a plan that waits at a gate", () => {
  it("stands beside that of the rest of the plan in force, by the same history", async () => {
    const two = ["x", "y"].map((id) => ({ id, title: id, agent: "somebody", input: "go" }));
    const { proposal, toFinish } = await proposedAt({ title: "Tail", agents: plan.agents, tasks: two });
    expect(toFinish?.money).toMatchObject({ expected: 56_000, tasks: 2, unknown: 1 });
    expect(proposal?.instead).toEqual({ version: 1, forecast: toFinish });
    expect(proposal?.proposed?.money).toMatchObject({ expected: 2 * 55_000 + 1_000, tasks: 3, unknown: 1 });
    expect(proposal?.proposed?.time).toMatchObject({ expected: MINUTE_MS + 1_000 });
  });

  it("is unknown for a tail that does not fit the run", async () => {
    const task = { id: "x", title: "X", agent: "somebody", input: "go", dependsOn: ["nobody"] };
    const { proposal } = await proposedAt({ title: "Tail", agents: plan.agents, tasks: [task] });
    expect(proposal?.proposed).toBeNull();
    expect(proposal?.instead.forecast?.money.tasks).toBe(2);
  });
});
