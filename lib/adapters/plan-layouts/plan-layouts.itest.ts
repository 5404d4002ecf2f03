import { afterAll, describe, expect, it } from "vitest";
import type { TaskLinks } from "@/lib/core/layout/links";
import type { PlacedTask } from "@/lib/core/layout/plan-layout";
import { createLayoutThread } from ".";

const thread = createLayoutThread();
afterAll(() => thread.close());

const chain = (length: number, version = 1, first = "a0"): TaskLinks[] =>
  Array.from({ length }, (_, n) => ({
    id: `${version === 1 ? "a" : "b"}${n}`,
    version,
    dependsOn: n > 0 ? [`${version === 1 ? "a" : "b"}${n - 1}`] : version === 1 ? [] : [first],
  }));

async function layOut(links: TaskLinks[], kept?: { nodes: PlacedTask[]; edges: null }) {
  let nodes: PlacedTask[] = [];
  const edges = await thread.layOut({ links, kept }, (placed) => {
    nodes = placed;
  });
  return { nodes, edges };
}

describe("a plan that is laid out in the thread", () => {
  it("has a place for each task, and a way for each edge, from side to side", async () => {
    const { nodes, edges } = await layOut(chain(12));
    expect(new Set(nodes.map(([, x, y]) => `${x} ${y}`)).size).toBe(12);
    expect(edges.map(([id]) => id).sort()).toEqual(
      chain(12)
        .flatMap(({ id, dependsOn }) => dependsOn.map((source) => `${source}→${id}`))
        .sort(),
    );
  });

  it("is the same with what was kept of the version before as in one go", async () => {
    const both = [...chain(6), ...chain(4, 2, "a2")];
    const { nodes } = await layOut(chain(6));
    const after = await layOut(both, { nodes, edges: null });
    expect(after.nodes).toEqual((await layOut(both)).nodes);
    expect(after.nodes.slice(0, 6)).toEqual(nodes);
  });

  it("gets its own answer, whatever else is asked", async () => {
    const sizes = await Promise.all([3, 5, 4].map(async (size) => (await layOut(chain(size))).nodes.length));
    expect(sizes).toEqual([3, 5, 4]);
  });

  it("is given up when it takes too long, and the next one is laid out", async () => {
    const hasty = createLayoutThread({ timeLimitMs: 1 });
    const job = { links: chain(2), kept: undefined };
    await expect(hasty.layOut(job, () => {})).rejects.toThrow("too long");
    await expect(hasty.layOut(job, () => {})).rejects.toThrow("too long");
    await hasty.close();
  });

  it("does not wait for the whole warm-up", async () => {
    const cold = createLayoutThread();
    const ended: string[] = [];
    const warm = cold.warmUp().then(() => ended.push("warm"));
    const nodes: PlacedTask[][] = [];
    await cold.layOut({ links: chain(5), kept: undefined }, (placed) => nodes.push(placed));
    ended.push("asked");
    await warm;
    expect(nodes.map((placed) => placed.length)).toEqual([5]);
    // One round was at work; the five after it are not done.
    expect(ended).toEqual(["warm", "asked"]);
    await cold.close();
  });
});
