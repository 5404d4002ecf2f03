import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { zoneOf } from "@/lib/http/zone-of";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world?.close());

const asks = (...assignees: string[]) => ({
  title: "Ask",
  tasks: [{ id: "ask", type: "human_review", input: "Go?", assignees }],
});
type Input = NonNullable<Parameters<ServiceWorld["services"]["runs"]["list"]>[0]["input"]>;

async function start(actor: Actor, mission: string, plan = asks()): Promise<string> {
  const { runId } = await world.services.runs.create({ actor, input: { mission, plan } });
  await world.work(runId);
  return runId;
}

const listed = async (actor: Actor, input: Input) =>
  (await world.services.runs.list({ actor, input })).items.map(({ title }) => title);

describe("filters of the list of runs", () => {
  it("leave the runs of one person, and say whose each is", async () => {
    const [ada, bob] = [world.person(), world.person({ name: "Bob" })];
    await start(ada, "By Ada");
    await start(bob, "By Bob");
    expect(await listed(bob, { owner: "me" })).toEqual(["By Bob"]);
    expect(await listed(bob, { owner: "ada" })).toEqual(["By Ada"]);
    const { items } = await world.services.runs.list({ actor: ada, input: { owner: "bob" } });
    expect(items).toMatchObject([{ owner: { id: "bob", name: "Bob" } }]);
    const owners = await world.services.runs.owners({ actor: ada, input: {} });
    expect(owners.items).toEqual([
      { id: "ada", name: "Ada" },
      { id: "bob", name: "Bob" },
    ]);
  });

  it("leave the runs that wait for the caller, by name, by role or as anyone", async () => {
    const cleo = world.person({ name: "Cleo", roles: ["finance"] });
    await start(cleo, "For Cleo", asks("Cleo"));
    await start(cleo, "For finance", asks("role:finance"));
    await start(cleo, "For Bob", asks("bob"));
    const text = "For";
    expect(await listed(cleo, { gate: "mine", text })).toEqual(["For finance", "For Cleo"]);
    expect(await listed(cleo, { gate: "open", text })).toHaveLength(3);
    expect(await listed(world.person({ name: "role:finance" }), { gate: "mine", text })).toEqual([]);
    expect(await listed({ ...cleo, id: "local", everyone: true }, { gate: "mine", text })).toHaveLength(3);
  });

  it("leave the runs of a cost, unknown costs being at least what is known and at most nothing", async () => {
    const actor = world.person({ name: "Dora" });
    const ids = [await start(actor, "Cheap"), await start(actor, "Dear"), await start(actor, "Unknown")];
    const { sql } = world.database;
    const costs = [100_000, 5_000_000, 2_000_000];
    for (const [n, id] of ids.entries()) {
      await sql`update runs set cost_micro_usd = ${costs[n] ?? 0}, uncosted_calls = ${n === 2 ? 1 : 0} where id = ${id}`;
    }
    const owner = "me";
    expect(await listed(actor, { owner, minCostUsd: 2 })).toEqual(["Unknown", "Dear"]);
    expect(await listed(actor, { owner, maxCostUsd: 5 })).toEqual(["Dear", "Cheap"]);
    expect(await listed(actor, { owner, minCostUsd: 0.2, maxCostUsd: 3 })).toEqual([]);
  });

  it("leave the runs that started in some days, in pages", async () => {
    const actor = world.person({ name: "Eli" });
    const { sql } = world.database;
    for (const [n, at] of ["2026-01-01T00:00Z", "2026-01-02T23:59Z", "2026-01-03T00:00Z"].entries()) {
      await sql`update runs set created_at = ${at} where id = ${await start(actor, `Day ${n}`)}`;
    }
    const days = { owner: "me", createdFrom: "2026-01-01", createdTo: "2026-01-02" };
    expect(await listed(actor, days)).toEqual(["Day 1", "Day 0"]);
    const { nextCursor } = await world.services.runs.list({ actor, input: { ...days, limit: 1 } });
    expect(await listed(actor, { ...days, cursor: nextCursor ?? "" })).toEqual(["Day 0"]);
    // Days are those of the zone of the one who asks: the last minute of the 2nd is of the 3rd in Oslo.
    const inOslo = { ...actor, zone: zoneOf("Europe/Oslo") };
    expect(await listed(inOslo, days)).toEqual(["Day 0"]);
    expect(await listed(inOslo, { ...days, createdTo: "2026-01-03" })).toEqual(["Day 2", "Day 1", "Day 0"]);
    // A period is read as its days on the day of the request.
    await start(actor, "Now");
    expect(await listed(actor, { owner: "me", period: "7d" })).toEqual(["Now"]);
    expect(await listed(actor, { owner: "me", period: "yesterday" })).toEqual([]);
  });
});

it("by their ends the last comes first, however early it began, in pages", async () => {
  const actor = world.person({ name: "Gil" });
  const [old, young, younger] = [
    await start(actor, "Old"),
    await start(actor, "Young"),
    await start(actor, "Younger"),
  ];
  await start(actor, "Open");
  for (const runId of [young, younger, old])
    await world.services.runs.command({ actor, input: { runId, type: "cancel" } });
  const byEnd = { owner: "me", order: "ended" as const };
  expect(await listed(actor, byEnd)).toEqual(["Old", "Younger", "Young"]);
  const { nextCursor } = await world.services.runs.list({ actor, input: { ...byEnd, limit: 1 } });
  expect(await listed(actor, { ...byEnd, cursor: nextCursor ?? "" })).toEqual(["Younger", "Young"]);
});

describe("cancelMany", () => {
  it("cancels each by itself, and says of each what became of it", async () => {
    const actor = world.person({ name: "Fay" });
    const [first, ended] = [await start(actor, "First"), await start(actor, "Ended")];
    await world.services.runs.command({ actor, input: { runId: ended, type: "cancel" } });
    const input = { runIds: [first, "run_none", ended, first] };
    const { items } = await world.services.runs.cancelMany({ actor, input, commandId: "key" });
    expect(items).toMatchObject([
      { runId: first, ok: true, status: "cancelled" },
      { runId: "run_none", ok: false, problem: { code: "not_found" } },
      { runId: ended, ok: false, problem: { code: "not_allowed_now" } },
    ]);
    const again = await world.services.runs.cancelMany({ actor, input, commandId: "key" });
    expect(again.items[0]).toMatchObject({ ok: true });
    await expect(
      world.services.runs.cancelMany({ actor: world.person({ capabilities: ["view"] }), input }),
    ).rejects.toMatchObject({ code: "forbidden" });
  });
});

it("lists among ten thousand runs within 300 ms, whatever the filter", async () => {
  const { sql } = world.database;
  const actor = world.person({ name: "Gus" });
  await sql`
    insert into runs (id, workspace_id, status, phase, title, mission, created_by, cost_micro_usd, created_at, open_approvals)
    select 'run_many_' || n, 'local', 'completed', 'ended', 'Many', 'Many ' || n,
      jsonb_build_object('kind', 'person', 'id', case when n % 2500 = 0 then 'gus' else 'hal' end, 'name', 'Gus'),
      n, now() - n * interval '1 minute', 0
    from generate_series(1, 10000) n`;
  await sql`analyze runs`;
  const inputs: Input[] = [
    { owner: "me" },
    { minCostUsd: 0.0099 },
    { maxCostUsd: 0.00001, createdTo: "2026-11-23" },
    { createdFrom: "2020-01-01", createdTo: "2020-01-02" },
    { gate: "mine", owner: "me" },
  ];
  const times: number[] = [];
  for (const input of [...inputs, ...inputs, ...inputs, ...inputs]) {
    const startedAt = performance.now();
    await world.services.runs.list({ actor, input });
    times.push(performance.now() - startedAt);
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95) - 1] ?? 0;
  expect(p95).toBeLessThanOrEqual(300);
});
