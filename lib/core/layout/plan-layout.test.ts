import { describe, expect, it } from "vitest";
import type { LayoutBlock } from "./blocks";
import { type BlockLayout, GAP, NODE } from "./geometry";
import { endsOf, FEW_DROPPED, type TaskLinks } from "./links";
import {
  type LayoutJob,
  placeTasks,
  routeAll,
  toGraphLayout,
  toPlacedTasks,
  toRoutedEdges,
} from "./plan-layout";

const task = (id: string, version: number, ...dependsOn: string[]): TaskLinks => ({ id, version, dependsOn });

/** One column: enough to see who stands where. */
const inColumn = async ({ nodes }: LayoutBlock): Promise<BlockLayout> => ({
  width: NODE.width,
  height: nodes.length * (NODE.height + GAP.y) - GAP.y,
  positions: nodes.map((id, row) => [id, { x: 0, y: row * (NODE.height + GAP.y) }]),
  routes: [],
});

async function layOut(links: TaskLinks[], kept?: LayoutJob["kept"]) {
  const layout = await placeTasks({ links, kept }, inColumn);
  return { nodes: toPlacedTasks(layout), edges: toRoutedEdges(routeAll(layout, links)) };
}

const FIRST = [task("a", 1), task("b", 1, "a")];

describe("the layout of a plan version", () => {
  it("is that of the version before, with new tasks beside", async () => {
    const before = await layOut(FIRST);
    const all = [...FIRST, task("c", 2, "b")];
    const after = await layOut(all, before);
    expect(after.nodes.slice(0, 2)).toEqual(before.nodes);
    expect(after).toEqual(await layOut(all));
  });

  it("moves no task that takes part in a later version", async () => {
    const before = await layOut(FIRST);
    const revived = [task("a", 1), task("b", 2, "a")];
    expect((await layOut(revived, before)).nodes).toEqual(before.nodes);
  });

  it("keeps a few dropped tasks where they are, and gives the room of many to those that come", async () => {
    const gone = (count: number) =>
      Array.from({ length: count }, (_, n): TaskLinks => ({ ...task(`g${n}`, 1, "a"), dropped: true }));
    const planned = (count: number) => [task("a", 1), ...gone(count).map(({ dropped: _, ...link }) => link)];
    const replannedAway = async (count: number) => {
      const before = await layOut(planned(count));
      const after = await layOut([task("a", 1), ...gone(count), task("new", 2, "a")], before);
      expect(after.nodes[0]).toEqual(before.nodes[0]);
      return after;
    };
    const few = await replannedAway(FEW_DROPPED);
    expect(few.nodes).toHaveLength(FEW_DROPPED + 2);
    expect(few.nodes.at(-1)).toEqual(["new", NODE.width + GAP.x, 0]);
    expect(few.edges).toHaveLength(FEW_DROPPED + 1);
    const many = await replannedAway(FEW_DROPPED + 1);
    expect(many.nodes).toEqual([
      ["a", 0, 0],
      ["new", NODE.width + GAP.x, 0],
    ]);
    expect(many.edges.map(([id]) => id)).toEqual(["a→new"]);
  });

  it("is the same once it has been stored", async () => {
    const stored = await layOut([...FIRST, task("c", 2, "a")]);
    const layout = toGraphLayout(stored);
    expect(toPlacedTasks(layout)).toEqual(stored.nodes);
    expect(toRoutedEdges(layout.routes)).toEqual(stored.edges);
    expect(toGraphLayout({ ...stored, edges: null }).routes.size).toBe(0);
  });

  it("keeps hundredths of a pixel", () => {
    const positions = new Map([["a", { x: 1.234_56, y: 2 }]]);
    expect(toPlacedTasks({ positions })).toEqual([["a", 1.23, 2]]);
  });
});

describe("the edges of a plan version", () => {
  it("are those between tasks that it shows", () => {
    expect(endsOf([task("a", 1), task("b", 1, "a", "gone")])).toEqual([
      { id: "a→b", source: "a", target: "b" },
    ]);
  });
});
