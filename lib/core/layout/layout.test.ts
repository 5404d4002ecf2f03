import ELK from "elkjs";
import { describe, expect, it } from "vitest";
import { columnsByLevel, layoutBlocks, NONE_HIDDEN, placeBlocks } from "./blocks";
import { fromEngineGraph, toEngineGraph, wrapColumns } from "./engine-graph";
import { GAP, NODE, type Point } from "./geometry";
import type { TaskLinks } from "./links";

const chain = (ids: string[], version = 1, after: string[] = []): TaskLinks[] =>
  ids.map((id, index) => ({ id, version, dependsOn: index === 0 ? after : [ids[index - 1] as string] }));

async function layOut(wiring: TaskLinks[]) {
  const elk = new ELK();
  const blocks = layoutBlocks(wiring, NONE_HIDDEN);
  const laidOut = [];
  for (const block of blocks)
    laidOut.push({ block, layout: wrapColumns(fromEngineGraph(await elk.layout(toEngineGraph(block)))) });
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
    layoutBlocks(wired(...dependsOn), NONE_HIDDEN, { draft }).map(({ key }) => key);

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

  it("minds only what is shown, and moves a block from where something else is shown now", async () => {
    const column = { x: NODE.width + GAP.x, y: 0 };
    const kept = {
      positions: new Map([
        ["a", { x: 0, y: 0 }],
        ["later", column],
      ] as const),
      routes: new Map(),
    };
    const corners = new Map<string, Point>();
    const [block] = layoutBlocks([...chain(["a"]), ...chain(["old"], 2, ["a"])], NONE_HIDDEN, {
      placed: kept.positions,
    });
    const [alone] = await layOut(chain(["old"]));
    const laidOut = block && alone ? [{ block, layout: alone.layout }] : [];
    const place = (shown: string[]) =>
      placeBlocks(laidOut, corners, kept, (id) => shown.includes(id)).positions.get("old");
    expect(place(["a", "old"])).toEqual(column);
    expect(place(["a", "old", "later"])).toEqual({ ...column, y: NODE.height + GAP.y });
    expect(place(["a", "old"])).toEqual({ ...column, y: NODE.height + GAP.y });
  });

  it("has a plain form without the engine", () => {
    const tasks = ["a", "b"].map((id, level) => ({ id, level }));
    expect(columnsByLevel(tasks).positions.get("b")).toEqual({ x: NODE.width + GAP.x, y: 0 });
  });
});
