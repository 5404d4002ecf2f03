import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPlanLayout } from "@/db/queries/runs/plan-layouts";
import type { LayOut, LayoutJob } from "@/lib/core/layout/plan-layout";
import type { Channel } from "@/lib/core/run/events/approvals";
import { createPlanLayouts } from "@/lib/engine/layouts/plan-layouts";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { silentLog } from "@/lib/testing/silent-log";
import { createServices } from "../registry";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

const tasks = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `t${n}`, title: `Task ${n}`, input: "go" }));

/** Services whose layouts are made by this function, which counts them. */
function servicesWith(jobs: LayoutJob[], layOut: LayOut) {
  const counted: LayOut = (job, onNodes) => {
    jobs.push(job);
    return layOut(job, onNodes);
  };
  const { database, deps } = world;
  const layouts = createPlanLayouts({ db: database.orm, layOut: counted, log: silentLog });
  return createServices({ ...deps, layouts });
}

async function createRun(count: number, services = world.services, channel: Channel = "api") {
  const plan = { title: "Laid out", tasks: tasks(count) };
  const actor = { ...world.person(), channel };
  return services.runs.create({ actor, input: { mission: "Lay out", plan } });
}

const inRow: LayOut = async ({ links }, onNodes) => {
  onNodes(links.map(({ id }, n) => [id, n, 0]));
  return links.map(({ id }) => [id, 1, 2, 3, 4]);
};

describe("the layout of a run", () => {
  it("is made once for all who ask, stored, and not made again", async () => {
    const jobs: LayoutJob[] = [];
    const { runId } = await createRun(3);
    const ask = { actor: world.person(), input: { runId, part: "edges" as const } };
    const services = servicesWith(jobs, inRow);
    const [one, other] = await Promise.all([services.runs.layout(ask), services.runs.layout(ask)]);
    expect(one).toEqual(other);
    expect(one.nodes).toEqual([0, 1, 2].map((n) => [`t${n}`, n, 0]));
    expect(one.edges).toHaveLength(3);
    expect(await servicesWith(jobs, inRow).runs.layout(ask)).toEqual(one);
    expect(jobs).toHaveLength(1);
  });

  it("has the nodes of a large plan before its edges, and stores them then", async () => {
    const ways = Promise.withResolvers<void>();
    const services = servicesWith([], async (job, onNodes) => {
      const edges = await inRow(job, onNodes);
      await ways.promise;
      return edges;
    });
    const { runId } = await createRun(120, services);
    const actor = world.person();
    const nodes = await services.runs.layout({ actor, input: { runId } });
    expect([nodes.nodes.length, nodes.edges]).toEqual([120, null]);
    const key = { workspaceId: actor.workspaceId, runId, version: 1 };
    await expect.poll(() => readPlanLayout(world.database.orm, key)).toMatchObject({ edges: null });
    const edges = services.runs.layout({ actor, input: { runId, part: "edges" } });
    ways.resolve();
    expect((await edges).edges).toHaveLength(120);
    expect(await readPlanLayout(world.database.orm, key)).toEqual(await edges);
  });

  it("is begun when a large plan is given on a page, unless another one is being made", async () => {
    const jobs: LayoutJob[] = [];
    const first = Promise.withResolvers<void>();
    const services = servicesWith(jobs, async (job, onNodes) => {
      await first.promise;
      return inRow(job, onNodes);
    });
    await createRun(110, services);
    const { runId } = await createRun(120, services, "console");
    const other = await createRun(130, services, "console");
    expect(jobs.map(({ links }) => links.length)).toEqual([120]);
    first.resolve();
    const actor = world.person();
    const layouts = await Promise.all(
      [runId, other.runId].map((id) => services.runs.layout({ actor, input: { runId: id } })),
    );
    expect(layouts.map(({ nodes }) => nodes.length)).toEqual([120, 130]);
    expect(jobs).toHaveLength(2);
  });

  it("is asked for again after it failed", async () => {
    const { runId } = await createRun(2);
    const ask = { actor: world.person(), input: { runId } };
    let failures = 1;
    const services = servicesWith([], async (job, onNodes) => {
      failures -= 1;
      if (failures >= 0) throw new Error("no memory");
      return inRow(job, onNodes);
    });
    await expect(services.runs.layout(ask)).rejects.toThrow("no memory");
    expect((await services.runs.layout(ask)).nodes).toHaveLength(2);
  });

  it("begins with that of the version before", async () => {
    const jobs: LayoutJob[] = [];
    const services = servicesWith(jobs, inRow);
    const { runId } = await createRun(2);
    const actor = world.person();
    const first = await services.runs.layout({ actor, input: { runId, part: "edges" } });
    const plan = { title: "Laid out", tasks: tasks(3) };
    const command = { type: "edit_plan" as const, expectedPlanVersion: 1, plan, reason: "one more" };
    await services.runs.command({ actor, input: { runId, ...command } });
    const second = await services.runs.layout({ actor, input: { runId } });
    expect(second.version).toBe(2);
    expect(jobs[1]?.kept).toMatchObject({ nodes: first.nodes, edges: first.edges });
  });

  it("goes with the run", async () => {
    const { runId } = await createRun(1);
    const actor = world.person();
    await servicesWith([], inRow).runs.layout({ actor, input: { runId, part: "edges" } });
    await world.database.sql`delete from runs where id = ${runId}`;
    const key = { workspaceId: actor.workspaceId, runId, version: 1 };
    expect(await readPlanLayout(world.database.orm, key)).toBeUndefined();
  });
});
