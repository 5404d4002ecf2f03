import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeCalls } from "@/db/queries/write-calls";
import type { CostReport } from "@/lib/core/cost/views";
import type { CostLine, RunListItem } from "@/lib/core/views";
import type { ModelCallRow } from "@/lib/engine/types";
import { createRoutes } from "@/lib/testing/api-routes";
import { storedPolicies } from "@/lib/testing/engine/stored-workspaces";
import { modelOf, openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { createToolbox } from "@/lib/tools";
import { createServices, type Services } from "../registry";

const RUNS = 300;
const DAY_MS = 86_400_000;
const TAGS = ["fraud", "staging", "research"];
const CAP_MICRO_USD = 900_000;
const plan = {
  title: "P",
  tasks: [
    { id: "a", input: "go" },
    { id: "b", input: "on", dependsOn: ["a"] },
  ],
};

const SIMULATED = "simulated:scenarios";
const othersMicroUsd: Record<string, number> = {};

let world: ServiceWorld;
let services: Services;
const actor = () => world.person();

/** Numbers below `limit` that look random and are the same every time. */
let seed = 16;
function any(limit: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % limit;
}

function call(callId: string, facts: Partial<ModelCallRow>): ModelCallRow {
  const cost = any(200_000);
  return {
    callId,
    role: "agent",
    model: ["acme:large", "acme:small"][any(2)] ?? "",
    latencyMs: 100 + any(9_000),
    inputTokens: any(5_000),
    outputTokens: any(900),
    costMicroUsd: cost,
    epoch: 1,
    promptHash: "0".repeat(64),
    promptVersion: "1",
    planVersion: 1,
    ...facts,
  };
}

const own = (callId: string, attempt: number) =>
  call(callId, { taskId: "a", attempt, step: 1, agent: "default" });

function unpriced(callId: string): ModelCallRow {
  const { costMicroUsd: _, inputTokens: __, ...rest } = call(callId, { model: "local:free" });
  return rest;
}

/** What the calls of the nth run are: retried, replanned, simulated, without a price, or plain. */
function callsOf(n: number): ModelCallRow[] {
  const plain = [call("plan", { role: "planner", planVersion: 0 }), own("a1", 1)];
  if (n % 6 === 1) return [...plain, own("a2", 2), own("a3", 3)];
  if (n % 6 === 2) return [...plain, call("replan", { role: "replanner" }), call("b", { planVersion: 2 })];
  if (n % 6 === 3) return plain.map((one) => ({ ...one, model: SIMULATED }));
  if (n % 6 === 4) return [...plain, unpriced("free")];
  return plain;
}

async function record(runId: string, calls: ModelCallRow[]): Promise<void> {
  const facts = calls.map(
    ({ promptHash: _h, promptVersion: _v, planVersion: _p, agent: _a, epoch: _e, ...one }) => one,
  );
  const envelope = {
    id: `calls-${runId}-${calls[0]?.callId}`,
    actor: { kind: "worker" as const, id: "w1" },
    command: { type: "record_calls" as const, calls: facts },
  };
  await world.deps.runStore.transition(runId, [{ envelope, rows: { modelCalls: calls } }]);
}

async function createRun(n: number, ids: string[]): Promise<string> {
  if (n % 6 === 5) {
    const parent = ids[n - 3] ?? "";
    const { seq } = await services.runs.get({ actor: actor(), input: { runId: parent } });
    const { runId } = await services.runs.fork({ actor: actor(), input: { runId: parent, fromSeq: seq } });
    await record(runId, [own("fork", 1)]);
    return runId;
  }
  const tags = TAGS.filter((_, k) => (n >> k) % 2 === 1);
  const settings = {
    ...(n % 6 === 3 && { models: { default: SIMULATED } }),
    ...(n % 4 === 0 && { maxCostMicroUsd: CAP_MICRO_USD }),
  };
  const { runId } = await services.runs.create({
    actor: actor(),
    input: { mission: `Run ${n}`, plan, tags, settings },
  });
  if (n % 6 === 2) {
    const wish = { runId, type: "request_replan" as const, instruction: "shorter" };
    await services.runs.command({ actor: actor(), input: wish });
  }
  await record(runId, callsOf(n));
  return runId;
}

/** Calls that serve no run, under the ids of a replay, an evaluation, a probe and a question. */
async function recordOthers(): Promise<void> {
  for (const purpose of ["replay", "eval", "probe", "question"] as const) {
    const calls = [1, 2].map((n) => ({
      callId: `${n}`,
      role: "agent",
      latencyMs: 100,
      promptHash: "0",
      promptVersion: "1",
      model: n === 2 && purpose === "replay" ? SIMULATED : "acme:large",
      costMicroUsd: any(200_000),
    }));
    othersMicroUsd[purpose] = calls.reduce((sum, { costMicroUsd }) => sum + costMicroUsd, 0);
    const { workspaceId } = actor();
    await writeCalls(world.database.orm, { workspaceId, purpose, id: `${purpose}_1`, calls });
  }
}

beforeAll(async () => {
  world = await openServiceWorld();
  const models = [
    { id: "acme:large", provider: "acme", simulated: false },
    { id: SIMULATED, provider: "simulated", simulated: true },
  ];
  const setup = { model: modelOf(models), tools: createToolbox([]) };
  services = createServices({ ...world.deps, workspaces: storedPolicies(world.database, setup) });
  const ids: string[] = [];
  // A fork is from the run three before it.
  for (let n = 0; n < RUNS; n += 3) {
    ids.push(...(await Promise.all([n, n + 1, n + 2].map((at) => createRun(at, ids)))));
  }
  await recordOthers();
  const { sql } = world.database;
  await sql`update model_calls set at = at - (abs(hashtext(run_id)) % 60) * interval '1 day'`;
  await sql`update runs set created_at = created_at - (abs(hashtext(id)) % 60) * interval '1 day'`;
}, 60_000);
afterAll(() => world?.close());

const micro = (usd: number): number => Math.round(usd * 1_000_000);
const figures = ({
  knownUsd,
  unknownCalls,
  modelCalls: calls,
}: Pick<CostLine, "knownUsd" | "unknownCalls" | "modelCalls">) => ({
  microUsd: micro(knownUsd),
  unknownCalls,
  calls,
});
function total(lines: readonly Parameters<typeof figures>[0][]) {
  const sum = { microUsd: 0, unknownCalls: 0, calls: 0 };
  for (const line of lines.map(figures)) {
    sum.microUsd += line.microUsd;
    sum.unknownCalls += line.unknownCalls;
    sum.calls += line.calls;
  }
  return sum;
}

async function listed(): Promise<RunListItem[]> {
  const items: RunListItem[] = [];
  let cursor: string | undefined;
  do {
    const page = await services.runs.list({
      actor: actor(),
      input: { limit: 200, ...(cursor && { cursor }) },
    });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}

const today = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
const from = new Date(Date.now() - 70 * DAY_MS).toISOString().slice(0, 10);
const all = { from, to: today };
const report = (input: object = {}): Promise<CostReport> =>
  services.costs.report({ actor: actor(), input: { ...all, ...input } });

type CsvLine = Record<string, string>;
function readCsv(text: string): CsvLine[] {
  const [head = "", ...lines] = text.trimEnd().split("\r\n");
  const names = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, n) => [names[n] ?? "", cell])));
}
async function partsOf(input: object): Promise<string[]> {
  const { parts } = await services.costs.csv({ actor: actor(), input: { ...all, ...input } });
  const read: string[] = [];
  for await (const part of parts) read.push(part);
  return read;
}
const csv = async (input: object = {}) => readCsv((await partsOf(input)).join(""));
const sumOf = (lines: readonly CsvLine[], column = "cost_usd") =>
  lines.reduce((sum, line) => sum + micro(Number(line[column])), 0);

describe("what three hundred runs cost", () => {
  it("is the same in the list and on each run's page", async () => {
    const items = await listed();
    expect(items).toHaveLength(RUNS);
    const pages = await Promise.all(
      items.map(({ id }) => services.runs.costs({ actor: actor(), input: { runId: id } })),
    );
    for (const [at, { total: page, models }] of pages.entries()) {
      const { cost } = items[at] as RunListItem;
      expect(figures(page)).toEqual(figures(cost));
      expect(total(models)).toEqual(figures(cost));
    }
  });

  it("is the same in the report, by every side, with simulated and other calls apart", async () => {
    const items = await listed();
    const real = total(items.filter(({ tags }) => !tags.includes("demo")).map(({ cost }) => cost));
    const got = await report();
    const ofRuns = got.purposes.find(({ key }) => key === "run") as CostLine;
    expect(figures(ofRuns)).toEqual(real);
    expect(real.unknownCalls).toBeGreaterThan(0);
    for (const side of [got.steps, got.roles.lines, got.models.lines, got.agents.lines, got.versions]) {
      expect(total(side)).toEqual(real);
    }
    expect(got.purposes.map(({ key }) => key)).toEqual(["run", "replay", "eval", "probe", "question"]);
    expect(figures(got.sum)).toEqual(total(got.purposes));
    // What evaluations, probes and questions cost is in lines of their own: no total of a run above holds any of it.
    for (const purpose of ["eval", "probe", "question"]) {
      const line = got.purposes.find(({ key }) => key === purpose) as CostLine;
      expect(figures(line)).toEqual({ microUsd: othersMicroUsd[purpose], unknownCalls: 0, calls: 2 });
    }
    const simulated = total(items.filter(({ tags }) => tags.includes("demo")).map(({ cost }) => cost));
    expect(total(got.simulated).calls).toBe(simulated.calls + 1);
    expect(got.unpriced).toEqual([{ model: "local:free", calls: real.unknownCalls }]);
  });

  it("is the same in the file, whose column sums up to the report, and of each run", async () => {
    const lines = await csv();
    const got = await report();
    expect(sumOf(lines)).toBe(micro(got.sum.knownUsd));
    expect(sumOf(lines.filter(({ line }) => line === "simulated"))).toBe(0);
    expect(sumOf(lines, "simulated_usd")).toBe(total(got.simulated).microUsd);
    const ofRun = Map.groupBy(lines, ({ run = "" }) => run);
    for (const { id, cost } of await listed()) {
      const mine = ofRun.get(id) ?? [];
      expect(sumOf(mine) + sumOf(mine, "simulated_usd")).toBe(micro(cost.knownUsd));
    }
  });

  it("comes in parts of whole days, none of which holds the days of all", async () => {
    const parts = await partsOf({});
    expect(parts.length).toBeGreaterThan(5);
    for (const part of parts.slice(1)) {
      const days = new Set(
        part
          .trimEnd()
          .split("\r\n")
          .map((line) => line.split(",")[0]),
      );
      expect(days.size).toBeLessThanOrEqual(7);
    }
  });

  it("is the same over HTTP", async () => {
    const { quotas, log } = world.deps;
    const { routes } = createRoutes(async () => ({ services, keys: world.keys, quotas, log }));
    const get = (path: "/api/v1/costs" | "/api/v1/costs/csv") => {
      const url = `http://localhost:3000${path}?from=${all.from}&to=${all.to}`;
      const request = new Request(url, { headers: { host: "localhost:3000" } });
      return routes(path).GET(request, { params: Promise.resolve({}) });
    };
    expect(await (await get("/api/v1/costs")).json()).toEqual(await report());
    const file = await get("/api/v1/costs/csv");
    expect(file.headers.get("content-disposition")).toContain(`costs-${all.from}-${all.to}.csv`);
    expect(sumOf(readCsv(await file.text()))).toBe(micro((await report()).sum.knownUsd));
  });

  it("counts retries, replans and limits of real runs, each replan with the run that made it", async () => {
    const got = await report();
    expect(got.retries.modelCalls).toBe(2 * (RUNS / 6));
    expect(got.replans).toMatchObject({ count: RUNS / 6, runs: RUNS / 6, spent: { modelCalls: RUNS / 2 } });
    const limited = got.budgets?.steps.reduce((sum, { runs }) => sum + runs, 0);
    const capped = await world.database.sql`
      select count(*)::int as n from runs where max_cost_micro_usd = ${CAP_MICRO_USD} and not tags @> array['demo']`;
    expect(limited).toBe(capped[0]?.n);
    expect(got.budgets?.runs[0]?.capUsd).toBe(CAP_MICRO_USD / 1_000_000);
    expect(got.budgets?.runs).toHaveLength(10);
  });

  it("is filtered by what a call and its run are, and the file with it", async () => {
    const items = await listed();
    const [id = ""] = items.filter(({ cost }) => cost.modelCalls > 3).map((one) => one.id);
    for (const filter of [
      { tag: "fraud" },
      { model: "acme:large" },
      { role: "replanner" },
      { agent: "default" },
      { runId: id },
      { version: 2 },
      { runId: id, version: 1 },
    ]) {
      const got = await report(filter);
      expect(got.filter).toEqual(filter);
      expect(got.sum.modelCalls).toBeGreaterThan(0);
      expect(sumOf(await csv(filter))).toBe(micro(got.sum.knownUsd));
      expect(got.replans === null).toBe(!("tag" in filter || ("runId" in filter && !("version" in filter))));
    }
    // What the page of a run says of a version is what the report says of that version of the run.
    const { versions } = await services.runs.costs({ actor: actor(), input: { runId: id } });
    for (const line of versions.filter(({ key }) => key !== null)) {
      expect(figures((await report({ runId: id, version: line.key })).sum)).toEqual(figures(line));
    }
    expect(versions.length).toBeGreaterThan(1);
    const tagged = await report({ tag: "fraud" });
    expect(tagged.purposes.map(({ key }) => key)).toEqual(["run"]);
    const whole = (await report()).tags.find(({ key }) => key === "fraud") as CostLine;
    expect(figures(tagged.sum)).toEqual(figures(whole));
  });

  it("is of the days that were asked for", async () => {
    const half = new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 10);
    const before = new Date(Date.now() - 31 * DAY_MS).toISOString().slice(0, 10);
    const [early, late] = [await report({ to: before }), await report({ from: half })];
    expect(early.days.by).toBe("day");
    expect(micro(early.sum.knownUsd) + micro(late.sum.knownUsd)).toBe(micro((await report()).sum.knownUsd));
    const bad = services.costs.report({ actor: actor(), input: { from: "2026-02-30" } });
    await expect(bad).rejects.toMatchObject({ code: "invalid_input" });
    const long = services.costs.report({ actor: actor(), input: { from: "2001-01-01" } });
    await expect(long).rejects.toMatchObject({ code: "invalid_input" });
  });
});
