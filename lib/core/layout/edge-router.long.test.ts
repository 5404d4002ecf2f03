import ELK from "elkjs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layoutBlocks, NONE_HIDDEN, placeBlocks } from "./blocks";
import { routeEdges } from "./edge-router";
import { fromEngineGraph, toEngineGraph, wrapColumns } from "./engine-graph";
import { type Ends, GAP, type GraphLayout, NODE, type Point } from "./geometry";
import { edgeId, type TaskLinks } from "./links";

const at = (column: number, row: number): Point => ({
  x: column * (NODE.width + GAP.x),
  y: row * (NODE.height + GAP.y),
});
const edge = (source: string, target: string): Ends => ({ id: edgeId(source, target), source, target });
const segments = (way: readonly Point[]) =>
  way.slice(1).map((b, index): [Point, Point] => [way[index] ?? b, b]);

/** The nodes behind which a way runs, but for the two at its ends. */
function hiddenBy(way: readonly Point[], { source, target }: Ends, { positions }: GraphLayout): string[] {
  return [...positions].flatMap(([id, node]) => {
    const isHit = segments(way).some(
      ([a, b]) =>
        Math.min(a.x, b.x) < node.x + NODE.width &&
        Math.max(a.x, b.x) > node.x &&
        Math.min(a.y, b.y) < node.y + NODE.height &&
        Math.max(a.y, b.y) > node.y,
    );
    return isHit && id !== source && id !== target ? [id] : [];
  });
}

/** How many pixels two ways run along one line. */
function sharedPx(one: readonly Point[], other: readonly Point[]): number {
  let px = 0;
  for (const [a, b] of segments(one)) {
    for (const [c, d] of segments(other)) {
      for (const [across, along] of [
        ["x", "y"],
        ["y", "x"],
      ] as const) {
        const isOneLine =
          a[across] === b[across] && c[across] === d[across] && Math.abs(a[across] - c[across]) < 3;
        const from = Math.max(Math.min(a[along], b[along]), Math.min(c[along], d[along]));
        const to = Math.min(Math.max(a[along], b[along]), Math.max(c[along], d[along]));
        if (isOneLine) px += Math.max(0, to - from);
      }
    }
  }
  return px;
}

async function layOut(wiring: readonly TaskLinks[]): Promise<GraphLayout> {
  const elk = new ELK();
  const laidOut = [];
  for (const block of layoutBlocks(wiring, NONE_HIDDEN)) {
    laidOut.push({ block, layout: wrapColumns(fromEngineGraph(await elk.layout(toEngineGraph(block)))) });
  }
  return placeBlocks(laidOut);
}

const edgesOf = (wiring: readonly TaskLinks[]): Ends[] =>
  wiring.flatMap(({ id, dependsOn }) => dependsOn.map((source) => edge(source, id)));

describe("routeEdges", () => {
  const grid = new Map(
    [0, 1, 2, 3].flatMap((row) => [0, 1, 2].map((column) => [`${column}${row}`, at(column, row)])),
  );
  const layout = { positions: grid, routes: new Map<string, Point[]>() };

  it("goes straight to the next column, and around everything else", () => {
    const ways = routeEdges(layout, [edge("00", "10"), edge("20", "01"), edge("00", "23"), edge("23", "00")]);
    expect(ways.get("00→10")).toHaveLength(2);
    for (const { id, source, target } of [edge("20", "01"), edge("00", "23"), edge("23", "00")]) {
      const way = ways.get(id) ?? [];
      expect(way[0]).toMatchObject({ x: (grid.get(source)?.x ?? 0) + NODE.width });
      expect(way.at(-1)).toMatchObject({ x: grid.get(target)?.x });
      expect(hiddenBy(way, { id, source, target }, layout)).toEqual([]);
    }
  });

  it("draws edges that share no end apart, and those from one task together", () => {
    const ways = routeEdges(layout, [edge("20", "01"), edge("10", "02"), edge("20", "11")]);
    const [one = [], other = [], sibling = []] = ["20→01", "10→02", "20→11"].map((id) => ways.get(id));
    expect(sharedPx(one, other)).toBe(0);
    expect(sharedPx(one, sibling)).toBeGreaterThan(0);
  });

  it("keeps the engine's route until a node lies on it", () => {
    const route = [at(0, 0), at(1, 0)].map(({ x, y }, end) => ({ x: x + (1 - end) * NODE.width, y: y + 20 }));
    const routes = new Map([["00→10", route]]);
    expect(routeEdges({ positions: grid, routes }, [edge("00", "10")]).get("00→10")).toEqual(route);
    const moved = new Map([...grid, ["n", { x: NODE.width - 10, y: 0 }]]);
    expect(routeEdges({ positions: moved, routes }, [edge("00", "10")]).get("00→10")).not.toEqual(route);
  });

  it("leaves out edges without a place, and ways that were found as they are", () => {
    const known = routeEdges(layout, [edge("20", "01")]);
    const then = routeEdges(layout, [edge("00", "nowhere"), edge("10", "01"), edge("20", "01")], known);
    expect(then.get("20→01")).toBe(known.get("20→01"));
    expect([...then.keys()]).toEqual(["20→01", "10→01"]);
  });

  it("draws no edge of a plan and its replans behind a node", async () => {
    const links = fc
      .array(fc.tuple(fc.array(fc.nat(30), { maxLength: 3 }), fc.integer({ min: 0, max: 9 })), {
        minLength: 3,
        maxLength: 26,
      })
      .map((tasks): TaskLinks[] => {
        let version = 1;
        return tasks.map(([from, draw], index) => {
          if (draw === 0) version += 1;
          const sources = index === 0 ? [] : [index - 1 - (draw % 3), ...from.map((n) => n % index)];
          const dependsOn = [...new Set(sources.filter((n) => n >= 0))].map((n) => `t${n}`);
          return { id: `t${index}`, version, dependsOn };
        });
      });
    await fc.assert(
      fc.asyncProperty(links, async (wiring) => {
        const placed = await layOut(wiring);
        const edges = edgesOf(wiring);
        const ways = routeEdges(placed, edges);
        const hidden = edges.flatMap((one) =>
          hiddenBy(ways.get(one.id) ?? [], one, placed).map((by) => [one.id, by]),
        );
        expect(ways.size).toBe(edges.length);
        expect(hidden).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
