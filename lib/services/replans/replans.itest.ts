import { afterAll, beforeAll, expect, it } from "vitest";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

/** A run whose plan a person wants changed; its replan has begun. */
async function replanned(mission: string): Promise<string> {
  const actor = world.person();
  const plan = { title: mission, tasks: [{ id: "a", input: "go" }] };
  const { runId } = await world.services.runs.create({
    actor,
    input: { mission, plan, tags: [`t-${mission}`] },
  });
  const input = { runId, type: "request_replan" as const, instruction: `${mission}, but shorter` };
  await world.services.runs.command({ actor, input });
  return runId;
}

it("lists the replans of all runs, newest first, by outcome and in pages", async () => {
  const actor = world.person();
  const list = (input: object = {}) => world.services.replans.list({ actor, input });
  expect(await list()).toEqual({ items: [], nextCursor: null });
  const first = await replanned("First");
  const second = await replanned("Second");
  const third = await replanned("Third");
  await world.services.runs.command({ actor, input: { runId: second, type: "cancel" } });

  const all = await list();
  expect(all.items.map(({ runId, outcome }) => [runId, outcome])).toEqual([
    [third, "started"],
    [second, "withdrawn"],
    [first, "started"],
  ]);
  expect(all.items[0]).toMatchObject({
    mission: "Third",
    kind: "replan",
    number: 1,
    trigger: "person",
    reason: "Third, but shorter",
    decidedBy: { kind: "person", provenance: "person" },
    toVersion: null,
    cost: { usd: 0, modelCalls: 0 },
  });
  const listed = async (input: object) => (await list(input)).items.map(({ runId }) => runId);
  expect(await listed({ outcome: "withdrawn" })).toEqual([second]);
  expect(all.items.map(({ afterwards }) => afterwards.status)).toEqual(["running", "cancelled", "running"]);

  expect(await listed({ tag: "t-Second" })).toEqual([second]);
  expect(await listed({ trigger: "person", decider: "person" })).toEqual([third, second, first]);
  expect(await listed({ trigger: "verification" })).toEqual([]);
  expect(await listed({ decider: "model" })).toEqual([]);
  const today = new Date(all.items[0]?.startedAt ?? 0).toISOString().slice(0, 10);
  expect(await listed({ from: today, to: today })).toHaveLength(3);
  expect(await listed({ to: "2020-01-01" })).toEqual([]);
  expect(await listed({ from: "2999-01-01" })).toEqual([]);
  await expect(listed({ from: "2026-02-30" })).rejects.toMatchObject({ code: "invalid_input" });

  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit: 1, ...(cursor !== undefined && { cursor }) });
    seen.push(...page.items.map(({ runId }) => runId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && seen.length < 9);
  expect(seen).toEqual([third, second, first]);
});

it("refuses a cursor of another list", async () => {
  const actor = world.person();
  for (let n = 0; n < 2; n += 1) await world.services.runs.create({ actor, input: { mission: `M${n}` } });
  const { nextCursor } = await world.services.runs.list({ actor, input: { limit: 1 } });
  await expect(
    world.services.replans.list({ actor, input: { cursor: nextCursor as string } }),
  ).rejects.toMatchObject({ code: "invalid_input" });
});
