import { describe, expect, it } from "vitest";
import { initialState } from "../run/state/initial";
import { FOLD_ID, foldPlaces, layoutBlocks } from "./blocks";
import { fromEngineGraph, toEngineGraph } from "./engine-graph";
import { linksOf, type TaskLinks } from "./links";

const task = (id: string, version: number, ...dependsOn: string[]): TaskLinks => ({ id, version, dependsOn });

describe("the blocks of a plan", () => {
  const wiring = [task("a", 1), task("b", 1, "a"), task("c", 2, "a", "b", "gone")];

  it("are its versions, each after the tasks that it hangs on", () => {
    expect(layoutBlocks(wiring, new Set())).toMatchObject([
      { nodes: ["a", "b"], edges: [{ id: "a→b" }], parents: [] },
      { nodes: ["c"], edges: [], parents: ["a", "b"] },
    ]);
  });

  it("have one node for what is hidden, in the first of them", () => {
    expect(layoutBlocks(wiring, new Set(["a"]))).toMatchObject([
      { nodes: [FOLD_ID, "b"], edges: [{ source: FOLD_ID, target: "b" }] },
      { nodes: ["c"], parents: [FOLD_ID, "b"] },
    ]);
  });

  it("leave out what has a place, and hang on it", () => {
    const placed = new Set(["a"]);
    expect(layoutBlocks(wiring, new Set(), { placed })).toMatchObject([
      { nodes: ["b"], edges: [], parents: ["a"] },
      { nodes: ["c"], edges: [], parents: ["a", "b"] },
    ]);
  });
});

describe("folded tasks", () => {
  const positions = new Map(
    [
      ["a", 0, 0],
      ["b", 300, 0],
      ["c", 300, 100],
      ["d", 300, 200],
      ["e", 600, 100],
    ].map(([id, x, y]) => [String(id), { x: Number(x), y: Number(y) }]),
  );

  it("leave all others where they are, and their node stands where the last of them did", () => {
    const folded = foldPlaces({ positions, routes: new Map() }, new Set(["a", "b", "c", "d", "gone"]));
    expect([...folded.positions]).toEqual([
      ["e", { x: 600, y: 100 }],
      [FOLD_ID, { x: 300, y: 100 }],
    ]);
    expect(foldPlaces({ positions, routes: new Map() }, new Set(["gone"])).positions.has(FOLD_ID)).toBe(
      false,
    );
  });

  it("are in no block where all others have a place", () => {
    const wiring = [task("a", 1), task("b", 1, "a")];
    expect(layoutBlocks(wiring, new Set(["a"]), { placed: new Set(["a", "b"]) })).toEqual([]);
  });
});

describe("the graph of the layout engine", () => {
  const block = (size: number) => ({
    key: "",
    nodes: Array.from({ length: size }, (_, n) => `t${n}`),
    edges: [],
    parents: [],
  });

  it("is laid out in haste when it is large", () => {
    const thoroughness = (size: number) =>
      toEngineGraph(block(size)).layoutOptions?.["elk.layered.thoroughness"];
    expect([thoroughness(200), thoroughness(201)]).toEqual([undefined, "1"]);
  });

  it("may lack what the engine had nothing to say about", () => {
    expect(fromEngineGraph({ id: "block" })).toEqual({ width: 0, height: 0, positions: [], routes: [] });
    const edge = { id: "a→b", sources: ["a"], targets: ["b"] };
    expect(fromEngineGraph({ id: "block", children: [{ id: "a" }], edges: [edge] })).toMatchObject({
      positions: [["a", { x: 0, y: 0 }]],
      routes: [],
    });
  });
});

describe("the links of a run", () => {
  it("are those of its tasks, with the version that brought each", () => {
    const state = initialState("run");
    const spec = { id: "a", dependsOn: ["b"] } as (typeof state.tasks)[string]["spec"];
    state.tasks.a = {
      ...{ id: "a", spec, order: 0, status: "pending", attempt: 0, attempts: [], unmet: 0, sinceVersion: 2 },
    };
    state.order = ["a"];
    expect(linksOf(state)).toEqual([task("a", 2, "b")]);
  });
});
