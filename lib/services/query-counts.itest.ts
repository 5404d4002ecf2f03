import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runIdOfApproval } from "@/lib/core/ids";
import { createPostgresProxy, type PostgresProxy } from "@/lib/testing/database/postgres-proxy";
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

/** Without those that open a connection or prepare a statement there, and hints, which leave when there is time. */
function statements(): number {
  const { other, notify, ...counts } = proxy.counts();
  return Object.values(counts).reduce((sum, n) => sum + n, 0);
}

/** How many statements it takes, with what the process keeps of the workspace just read: that lapses after a while. */
async function cost(work: () => Promise<unknown>): Promise<number> {
  await world.services.approvals.list({ actor: actor(), input: { limit: 1 } });
  const before = statements();
  await work();
  return statements() - before;
}

const actor = () => world.person();

const planOf = (count: number, version = 1) => ({
  title: `Plan ${version}`,
  tasks: Array.from({ length: count }, (_, n) => ({
    id: `g${n}`,
    type: "human_review",
    input: `Go, as of plan ${version}?`,
  })),
});

async function createRun(count: number): Promise<string> {
  const input = { plan: planOf(count), settings: { maxConcurrency: 50 } };
  return (await world.services.runs.create({ actor: actor(), input })).runId;
}

async function editPlan(runId: string, count: number, version: number): Promise<void> {
  const edit = { plan: planOf(count, version), expectedPlanVersion: version - 1, reason: "better" };
  await world.services.runs.command({
    actor: actor(),
    input: { runId, type: "edit_plan", ...edit },
  });
}

/** The open gates of a new run that asks so many questions at once. */
async function openGates(count: number) {
  const runId = await createRun(count);
  await world.work(runId);
  const { items } = await world.services.approvals.list({ actor: actor(), input: { runId, limit: 100 } });
  expect(items).toHaveLength(count);
  return items.map(({ id, digest }) => ({ approvalId: id, digest }));
}

describe("decideMany", () => {
  const decide = (items: { approvalId: string; digest: string }[], preview = false) =>
    world.services.approvals.decideMany({ actor: actor(), input: { items, verb: "approve", preview } });

  it("asks the store as often for forty gates of a run as for two", async () => {
    const counts: Record<string, number>[] = [];
    for (const count of [2, 40]) {
      const gates = await openGates(count);
      counts.push({
        preview: await cost(() => decide(gates, true)),
        decided: await cost(() => decide(gates)),
        refused: await cost(() => decide(gates)),
      });
    }
    expect(counts[1]).toEqual(counts[0]);
    expect(counts[0]).toMatchObject({ preview: 1 });
  });

  it("asks it as often when a new plan version has taken all of them away", async () => {
    const reported: number[] = [];
    for (const count of [2, 40]) {
      const gates = await openGates(count);
      const runId = runIdOfApproval(gates[0]?.approvalId ?? "");
      await editPlan(runId, count, 2);
      await decide(gates, true);
      reported.push(
        await cost(async () => {
          const { items } = await decide(gates);
          const changes = expect.stringContaining("plan 2");
          expect(items).toMatchObject(
            items.map(() => ({ problem: { code: "superseded", details: { changes } } })),
          );
        }),
      );
    }
    expect(reported[1]).toBe(reported[0]);
  });
});

describe("the page of a run", () => {
  it("asks the store at most six times when nobody has looked at it before, and three times later on", async () => {
    const runId = await createRun(3);
    const input = { runId };
    const first = await cost(async () => {
      await world.services.runs.view({ actor: actor(), input });
      // Its layout is made and kept beside it, and is waited for here.
      const { edges } = await world.services.runs.layout({
        actor: actor(),
        input: { ...input, part: "edges" },
      });
      expect(edges).toEqual([]);
    });
    expect(first).toBeLessThanOrEqual(6);
    expect(await cost(() => world.services.runs.view({ actor: actor(), input }))).toBe(3);
  });
});

describe("fork", () => {
  it("asks the store as often for twelve plan versions as for one", async () => {
    const counts: number[] = [];
    for (const versions of [1, 12]) {
      const runId = await createRun(1);
      for (let version = 2; version <= versions; version += 1) await editPlan(runId, 1, version);
      const { seq } = await world.services.runs.get({ actor: actor(), input: { runId } });
      let forked = "";
      counts.push(
        await cost(async () => {
          forked = (await world.services.runs.fork({ actor: actor(), input: { runId, fromSeq: seq } })).runId;
        }),
      );
      const rows = await world.database
        .sql`select version from plan_versions where run_id = ${forked} and plan is not null`;
      expect(rows).toHaveLength(versions);
    }
    expect(counts[1]).toBe(counts[0]);
  });
});
