import ELK from "elkjs";
import { describe, expect, it } from "vitest";
import { neighborOf } from "./arrow-keys";

import { fromElkGraph, toElkGraph, wrapColumns } from "./block-layout";
import { arrowHead, edgePaths, roundPath } from "./edge-paths";
import type { TaskLinks } from "./flow-edges";
import { type BlockLayout, GAP, NODE, type Point } from "./geometry";
import { columnsByLevel, layoutBlocks, placeBlocks } from "./layout-blocks";

import { factsOfPlanned } from "./task-facts";

const chain = (ids: string[], version = 1, after: string[] = []): TaskLinks[] =>
  ids.map((id, index) => ({ id, version, dependsOn: index === 0 ? after : [ids[index - 1] as string] }));

async function layOut(wiring: TaskLinks[]) {
  const elk = new ELK();
  const blocks = layoutBlocks(wiring, new Set());
  const laidOut = [];
  for (const block of blocks)
    laidOut.push({ block, layout: wrapColumns(fromElkGraph(await elk.layout(toElkGraph(block)))) });
  return laidOut;
}

const overlaps = (a: Point, b: Point): boolean =>
  Math.abs(a.x - b.x) < NODE.width && Math.abs(a.y - b.y) < NODE.height;

describe("blocks of a layout", () => {
  const wired = (...dependsOn: string[]) => [
    { id: "a", dependsOn: [], version: 1 },
    { id: "b", dependsOn: [], version: 1 },
    { id: "c", dependsOn, version: 1 },
  ];
  const keyOf = (draft: boolean, ...dependsOn: string[]) =>
    layoutBlocks(wired(...dependsOn), new Set(), draft).map(({ key }) => key);

  it("keep their places in a run when a dependency changes, and are laid out again in a draft", () => {
    expect(keyOf(false, "a")).toEqual(keyOf(false, "b"));
    expect(keyOf(true, "a")).not.toEqual(keyOf(true, "b"));
    expect(keyOf(true, "a")).toEqual(keyOf(true, "a"));
  });
});

describe("the layout", () => {
  it("breaks a chain into lines of the same columns", async () => {
    const { positions } = placeBlocks(await layOut(chain([..."abcdefgh"])));
    const columns = [0, 1, 2, 3].map((index) => index * (NODE.width + GAP.x));
    expect([..."abcdefgh"].map((id) => positions.get(id)?.x)).toEqual([...columns, ...columns]);
    expect(positions.get("e")?.y).toBe(NODE.height + GAP.y);
  });

  it("keeps a wide graph in one piece, and every edge's route", async () => {
    const wide = [..."bcdefg"].map((id) => ({ id, version: 1, dependsOn: ["a"] }));
    const all = [...chain(["a"]), ...wide, ...chain([..."hijk"], 1, ["b"])];
    const { positions, routes } = placeBlocks(await layOut(all));
    expect(new Set([..."hijk"].map((id) => positions.get(id)?.x)).size).toBe(4);
    expect(routes.size).toBe(10);
  });

  it("moves nothing when a version brings new work, and lays that over nothing", async () => {
    const first = chain([..."abcdef"]);
    const before = placeBlocks(await layOut(first)).positions;
    const after = placeBlocks(await layOut([...first, ...chain([..."uvwxyz"], 2, ["c"])])).positions;
    for (const [id, at] of before) expect(after.get(id)).toEqual(at);
    const all = [...after];
    for (const [id, at] of all) {
      for (const [other, there] of all) if (id !== other) expect(overlaps(at, there)).toBe(false);
    }
  });

  it("puts short new work right after the task it hangs on", async () => {
    const { positions } = placeBlocks(await layOut([...chain(["a", "b"]), ...chain(["n"], 2, ["a"])]));
    expect(positions.get("n")?.x).toBe(positions.get("b")?.x);
    expect(positions.get("n")?.y).toBe(NODE.height + GAP.y);
  });

  it("leaves a block where it once stood", async () => {
    const known = new Map<string, Point>();
    const laidOut = await layOut(chain(["a", "b"]));
    known.set(laidOut[0]?.block.key ?? "", { x: 7, y: 9 });
    expect(placeBlocks(laidOut, known).positions.get("a")).toEqual({ x: 7, y: 9 });
  });

  it("has a plain form without the engine", () => {
    const facts = ["a", "b"].map((id, level) => ({
      ...factsOfPlanned({ id, title: id, type: "task", agent: "default", maxRetries: 0 }),
      level,
    }));
    expect(columnsByLevel(facts).positions.get("b")).toEqual({ x: NODE.width + GAP.x, y: 0 });
  });
});

describe("edges", () => {
  it("have round corners", () => {
    expect(roundPath([])).toBe("");
    const path = roundPath([
      { x: 0, y: 0 },
      { x: 20, y: 0 },
      { x: 20, y: 20 },
    ]);
    expect(path).toBe("M0,0L12,0Q20,0 20,8L20,20");
  });
});

describe("paths of edges", () => {
  const way = [
    { x: 0, y: 37 },
    { x: 60, y: 37 },
  ];
  const edge = {
    source: "a",
    target: "b",
    flowing: false,
    tone: "line",
    ghost: false,
    mark: undefined,
  } as const;

  it("are one for each look, the weightiest on top; edges without a way are left out", () => {
    const edges = [
      { ...edge, id: "1" },
      { ...edge, id: "2", tone: "person" as const },
      { ...edge, id: "3", ghost: true },
      { ...edge, id: "4", ghost: true, mark: "removed" as const },
      { ...edge, id: "5" },
      { ...edge, id: "6", target: "nowhere" },
    ];
    const paths = edgePaths(edges, new Map([..."12345"].map((id) => [id, way])));
    expect(paths.map(({ variant }) => variant)).toEqual(["ghost", "removed", "line", "person"]);
    expect(paths[2]?.lines.match(/M/g)).toHaveLength(2);
  });

  it("end before the shape of their target, where that reaches", () => {
    const endOf = (y: number) => {
      const shapes = new Map([["b", { x: 60, y }]]);
      return edgePaths([{ ...edge, id: "1" }], new Map([["1", way]]), shapes)[0]?.lines;
    };
    expect(endOf(0)).toBe("M0,37L44,37");
    expect(endOf(-30)).toBe("M0,37L60,37");
  });

  it("end in an arrow head", () => {
    const tip = { x: 20, y: 0 };
    expect(arrowHead([{ x: 0, y: 0 }, tip])).toBe("M20,0L13,3.5L13,-3.5Z");
    expect(arrowHead([tip])).toBe("");
  });
});

describe("arrow keys", () => {
  const layout: BlockLayout = {
    width: 0,
    height: 0,
    positions: [
      ["a", { x: 0, y: 0 }],
      ["b", { x: 300, y: 0 }],
      ["c", { x: 300, y: 100 }],
    ],
    routes: [],
  };
  const placed = { positions: new Map(layout.positions), routes: new Map() };
  const edges = ["b", "c"].map((target) => ({
    ...{ id: `a→${target}`, source: "a", target, flowing: false, ghost: false, mark: undefined },
    tone: "line" as const,
  }));

  it("lead along dependencies and columns", () => {
    expect(neighborOf("a", "ArrowRight", edges, placed)).toBe("b");
    expect(neighborOf("c", "ArrowLeft", edges, placed)).toBe("a");
    expect(neighborOf("b", "ArrowDown", edges, placed)).toBe("c");
    expect(neighborOf("c", "ArrowUp", edges, placed)).toBe("b");
    expect(neighborOf("b", "ArrowUp", edges, placed)).toBeUndefined();
  });
});
