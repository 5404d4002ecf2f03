import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeCalls } from "@/db/queries/write-calls";
import { modelCalls } from "@/db/schema";
import type { CostReport } from "@/lib/core/cost/views";
import type { CostLine, RunListItem } from "@/lib/core/views";
import { keepCostDays } from "@/lib/engine/retention/keep-cost-days";
import { purgeWorkspace } from "@/lib/engine/retention/purge-workspace";
import type { ModelCallRow } from "@/lib/engine/types";
import { createRoutes } from "@/lib/http/with-route";
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
    ...{
      callId,
      role: "agent",
      model: ["acme:large", "acme:small"][any(2)] ?? "",
      latencyMs: 100 + any(9_000),
    },
    ...{ inputTokens: any(5_000), outputTokens: any(900), costMicroUsd: cost, epoch: 1 },
    ...{ promptHash: "0".repeat(64), promptVersion: "1", planVersion: 1 },
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

/** Calls that serve no run, under the ids of a replay, an evaluation and a probe. */
async function recordOthers(): Promise<void> {
  for (const purpose of ["replay", "eval", "probe"] as const) {
    const calls = [1, 2].map((n) => ({
      ...{ callId: `${n}`, role: "agent", latencyMs: 100, promptHash: "0", promptVersion: "1" },
      ...{ model: n === 2 && purpose === "replay" ? SIMULATED : "acme:large", costMicroUsd: any(200_000) },
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
const csv = async (input: object = {}) =>
  readCsv((await services.costs.csv({ actor: actor(), input: { ...all, ...input } })).text);
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
    expect(got.purposes.map(({ key }) => key)).toEqual(["run", "replay", "eval", "probe"]);
    expect(figures(got.sum)).toEqual(total(got.purposes));
    // What evaluations and probes cost is in lines of their own: no total of a run above holds any of it.
    for (const purpose of ["eval", "probe"]) {
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

  it("is the same over HTTP", async () => {
    const { routes } = createRoutes(async () => ({ services, log: world.deps.log }));
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
    ]) {
      const got = await report(filter);
      expect(got.filter).toEqual(filter);
      expect(got.sum.modelCalls).toBeGreaterThan(0);
      expect(sumOf(await csv(filter))).toBe(micro(got.sum.knownUsd));
      expect(got.replans === null).toBe(!("tag" in filter || "runId" in filter));
    }
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

describe("days that are kept", () => {
  const workspaceId = "local";
  const keep = () => keepCostDays(world.database, workspaceId);
  /** Days that have ended, but for the last hour. */
  const forgotten = async () => {
    const { sql } = world.database;
    const rows = await sql<{ day: string }[]>`select day::text from cost_days
      where not kept and day < ((now() - interval '1 hour') at time zone 'UTC')::date order by 1`;
    return rows.map(({ day }) => day);
  };
  /** What a report says by kept days, and by the calls alone. */
  async function bothWays(input: object = {}): Promise<[CostReport, CostReport]> {
    const { sql } = world.database;
    const kept = await report(input);
    const days = await sql`update cost_days set kept = false where kept returning day::text`;
    const added = await report(input);
    await sql`update cost_days set kept = true where day::text = any(${days.map(({ day }) => day)}::text[])`;
    return [kept, added];
  }
  const noon = (daysAgo: number) => new Date(Math.floor(Date.now() / DAY_MS - daysAgo) * DAY_MS + DAY_MS / 2);

  it("make the same report as their calls, and the day that lasts is none of them", async () => {
    const before = await report();
    expect(await keep()).toBe(true);
    const [kept] = await world.database
      .sql`select count(*)::int as n, max(day)::text as last from cost_days where kept`;
    expect(kept?.n).toBeGreaterThan(30);
    expect(kept?.last < noon(0).toISOString().slice(0, 10)).toBe(true);
    expect(await report()).toEqual(before);
    const [inPart, ofCalls] = await bothWays({ from: noon(20).toISOString().slice(0, 10), by: "week" });
    expect(inPart).toEqual(ofCalls);
    await world.database.sql`update cost_day_sums set cost_micro_usd = cost_micro_usd + 1`;
    expect((await report()).sum.knownUsd).toBeGreaterThan(before.sum.knownUsd);
    await world.database.sql`update cost_day_sums set cost_micro_usd = cost_micro_usd - 1`;
  });

  it("are added up again where calls came late, were changed or are gone with their run", async () => {
    const { sql, orm } = world.database;
    await orm.insert(modelCalls).values({
      ...{
        runId: "eval_2",
        callId: "late",
        workspaceId,
        purpose: "eval" as const,
        at: noon(9),
        latencyMs: 100,
      },
      ...{ role: "agent" as const, model: "acme:large", costMicroUsd: 5, epoch: 0 },
      ...{ promptHash: "0", promptVersion: "1" },
    });
    expect(await forgotten()).toContain(noon(9).toISOString().slice(0, 10));
    const [first, added] = await bothWays();
    expect(first).toEqual(added);
    expect(await keep()).toBe(true);

    await sql`update model_calls set at = ${noon(11).toISOString()}, cost_micro_usd = 7 where run_id = 'eval_2'`;
    expect(await forgotten()).toEqual([11, 9].map((ago) => noon(ago).toISOString().slice(0, 10)));
    const [changed, ofChanged] = await bothWays();
    expect(changed).toEqual(ofChanged);
    expect(await keep()).toBe(true);

    const whole = await report();
    await sql`update runs set status = 'cancelled', finished_at = now() - interval '9 days'
      where id in (select run_id from model_calls where cost_micro_usd > 0 and purpose = 'run' order by run_id limit 1)`;
    await sql`
      insert into retention_settings (workspace_id, kind, keep_days, updated_by) values (${workspaceId}, 'runs', 5, 'Ada')`;
    await purgeWorkspace({ sql }, workspaceId);
    const [removed, ofRest] = await bothWays();
    expect(removed.sum.modelCalls).toBeLessThan(whole.sum.modelCalls);
    expect(removed).toEqual(ofRest);
    expect(await keep()).toBe(true);
    expect(await report()).toEqual(removed);
  });

  it("wait for a removal that is at work on their calls", async () => {
    const { sql } = world.database;
    const [gone] = await sql`
      select run_id as id, (at at time zone 'UTC')::date::text as day from model_calls
      where at < now() - interval '3 days' order by at limit 1`;
    await sql`update cost_days set kept = false where day = ${gone?.day}`;
    const { promise: deleted, resolve: hasDeleted } = Promise.withResolvers<void>();
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const removal = sql.begin(async (tx) => {
      await tx`delete from model_calls where run_id = ${gone?.id}`;
      hasDeleted();
      await mayCommit;
    });
    await deleted;
    const kept = keep();
    const waits = async () =>
      (
        await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'insert into cost_days'`
      ).length > 0;
    await expect.poll(waits, { timeout: 10_000 }).toBe(true);
    commit();
    await Promise.all([removal, kept]);
    const [byDays, ofCalls] = await bothWays();
    expect(byDays).toEqual(ofCalls);
    expect(await forgotten()).toEqual([]);
  });
});
