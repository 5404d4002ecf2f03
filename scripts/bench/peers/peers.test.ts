import { describe, expect, it } from "vitest";
import { layersOf } from "@/bench/peers/steps.mjs";
import { GRAPHS, type Graph, type GraphTask, lowerBoundMs } from "./graphs";
import type { Series, Times } from "./measure";
import { makespanRow, ratioRows } from "./ratios";

describe("the graphs", () => {
  const graphs: Graph[] = Object.values(GRAPHS);

  it.each(graphs)("$name has every dependency before what depends on it", ({ tasks }) => {
    const seen = new Set<string>();
    for (const { id, dependsOn } of tasks) {
      expect(dependsOn.filter((other) => !seen.has(other))).toEqual([]);
      expect(new Set(dependsOn).size).toBe(dependsOn.length);
      seen.add(id);
    }
    expect(seen.size).toBe(tasks.length);
  });

  it.each<[graph: Graph, layers: number[]]>([
    [GRAPHS.chain, Array.from({ length: 100 }, () => 1)],
    [GRAPHS.fan, [1, 100, 1]],
    [GRAPHS.layered, Array.from({ length: 20 }, () => 10)],
  ])("$name has its layers, as peers get them", (graph, layers) => {
    expect(layersOf(graph).map((layer: string[]) => layer.length)).toEqual(layers);
  });

  it.each<[ms: number, tasks: GraphTask[]]>([
    [0, []],
    [35, [...Array.from({ length: 10 }, (_, n) => ({ id: `t${n}`, dependsOn: [], ms: 35 }))]],
    [70, [...Array.from({ length: 20 }, (_, n) => ({ id: `t${n}`, dependsOn: [], ms: 35 }))]],
    [
      8,
      [
        { id: "a", dependsOn: [], ms: 5 },
        { id: "b", dependsOn: [], ms: 1 },
        { id: "c", dependsOn: ["a", "b"], ms: 3 },
      ],
    ],
  ])("need at least %i ms", (ms, tasks) => {
    expect(lowerBoundMs(tasks)).toBe(ms);
  });

  it("take times of which half are below the median", () => {
    const times = GRAPHS.timed.tasks.map(({ ms = Number.NaN }) => ms).sort((a, b) => a - b);
    expect(times[100]).toBeGreaterThan(50);
    expect(times[100]).toBeLessThan(72);
    expect(times.at(-1)).toBeGreaterThan(180);
  });

  it("has outputs of 16 KB in one alone", () => {
    expect(graphs.filter(({ output }) => output.length === 16_384)).toEqual([GRAPHS.long]);
  });
});

const series = (ms: number, walKb = ms): Series => ({ ms, walKb, msOfRounds: [ms / 2, ms, ms * 2] });

function timesOf(ours: number, theirs: number, better: number): Times {
  const of = {
    "waymark direct": series(ours),
    "waymark agent": series(2 * ours),
    langgraph: series(theirs),
    "langgraph-map": series(better),
    dbos: series(theirs),
    restate: series(theirs),
  };
  return Object.fromEntries(Object.values(GRAPHS).map(({ name }) => [name, of]));
}

describe("ratioRows", () => {
  it("takes the median over that of the better way to use a peer", () => {
    const [row] = ratioRows(timesOf(50, 200, 100));
    expect(row).toMatchObject({ row: "chain of 100, direct, over LangGraph.js", value: 0.5, target: 0.6 });
    expect(row?.figures).toEqual({ oursMs: 50, theirsMs: 100, least: 0.5, most: 0.5 });
    expect(ratioRows(timesOf(50, 100, 200))[0]).toMatchObject({ value: 0.5 });
  });

  it("compares agents with the same runs of a peer", () => {
    const rows = ratioRows(timesOf(50, 200, 100));
    expect(rows.find(({ row }) => row === "fan of 100, agent, over LangGraph.js")).toMatchObject({
      value: 1,
    });
  });

  it("sets the makespan over its lower bound, with that of LangGraph.js beside it", () => {
    const leastMs = lowerBoundMs(GRAPHS.timed.tasks);
    const row = makespanRow(timesOf(leastMs / 2, 2 * leastMs, 1));
    expect(row).toMatchObject({ value: 1, figures: { leastMs, ofLangGraph: 2 } });
  });

  it("refuses what was not measured", () => {
    expect(() => ratioRows({})).toThrow("was not measured");
  });
});
