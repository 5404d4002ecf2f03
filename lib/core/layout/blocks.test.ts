import { describe, expect, it } from "vitest";
import { initialState } from "../run/state/initial";
import { foldId, foldPlaces, layoutBlocks, NONE_HIDDEN } from "./blocks";
import { fromEngineGraph, toEngineGraph } from "./engine-graph";
import { linksOf, type TaskLinks } from "./links";

const task = (id: string, version: number, ...dependsOn: string[]): TaskLinks => ({ id, version, dependsOn });

const FOLD = foldId(0);
const behind = (...ids: string[]) => new Map(ids.map((id) => [id, FOLD]));

describe("the blocks of a plan", () => {
  const wiring = [task("a", 1), task("b", 1, "a"), task("c", 2, "a", "b", "gone")];

  it("are its versions, each after the tasks that it hangs on", () => {
    expect(layoutBlocks(wiring, NONE_HIDDEN)).toMatchObject([
      { nodes: ["a", "b"], edges: [{ id: "a→b" }], parents: [] },
      { nodes: ["c"], edges: [], parents: ["a", "b"] },
    ]);
  });

  it("have one node for what is hidden, in the first of them", () => {
    expect(layoutBlocks(wiring, behind("a"))).toMatchObject([
      { nodes: [FOLD, "b"], edges: [{ source: FOLD, target: "b" }] },
      { nodes: ["c"], parents: [FOLD, "b"] },
    ]);
  });

  it("have one for each run of what is hidden, with all that it waits for, in the first version that it is of", () => {
    const [FIRST, LATER] = [foldId(0), foldId(2)];
    const long = [
      ...[task("a", 1), task("b", 1, "a"), task("c", 1, "a", "b"), task("d", 2, "c"), task("e", 2, "d", "b")],
      ...[task("dropped", 1, "a"), task("f", 2, "dropped", "e")],
    ];
    const hidden = new Map([
      ...[["a", FIRST] as const, ["c", LATER] as const, ["d", LATER] as const],
      ["dropped", undefined] as const,
    ]);
    expect(layoutBlocks(long, hidden)).toMatchObject([
      {
        nodes: [FIRST, LATER, "b"],
        edges: [
          { source: FIRST, target: LATER },
          { source: "b", target: LATER },
          { source: FIRST, target: "b" },
        ],
        parents: [],
      },
      { nodes: ["e", "f"], edges: [{ source: "e", target: "f" }], parents: [LATER, "b"] },
    ]);
    const allOfTwo = new Map(["d", "e", "f"].map((id) => [id, LATER]));
    expect(layoutBlocks(long, allOfTwo)).toMatchObject([{ nodes: [LATER, "a", "b", "c", "dropped"] }]);
  });

  it("leave out what has a place, and hang on it", () => {
    const placed = new Set(["a"]);
    expect(layoutBlocks(wiring, NONE_HIDDEN, { placed })).toMatchObject([
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
    const folded = foldPlaces({ positions, routes: new Map() }, behind("a", "b", "c", "d", "gone"));
    expect([...folded.positions]).toEqual([
      ["e", { x: 600, y: 100 }],
      [FOLD, { x: 300, y: 100 }],
    ]);
    const two = foldPlaces(
      { positions, routes: new Map() },
      new Map([
        ["a", FOLD],
        ["e", foldId(2)],
      ]),
    );
    expect(two.positions.get(FOLD)).toEqual({ x: 0, y: 0 });
    expect(two.positions.get(foldId(2))).toEqual({ x: 600, y: 100 });
    expect(foldPlaces({ positions, routes: new Map() }, behind("gone")).positions.has(FOLD)).toBe(false);
  });

  it("are in no block where all others have a place", () => {
    const wiring = [task("a", 1), task("b", 1, "a")];
    expect(layoutBlocks(wiring, behind("a"), { placed: new Set(["a", "b"]) })).toEqual([]);
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
      id: "a",
      spec,
      order: 0,
      status: "pending",
      attempt: 0,
      attempts: [],
      unmet: 0,
      sinceVersion: 2,
    };
    state.order = ["a"];
    expect(linksOf(state)).toEqual([task("a", 2, "b")]);
    state.tasks.a.status = "superseded";
    expect(linksOf(state)).toEqual([{ ...task("a", 2, "b"), dropped: true }]);
  });
});
