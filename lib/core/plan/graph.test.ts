import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyGraph } from "@/lib/testing/plans/arbitrary-plan";
import {
  ancestors,
  ancestry,
  criticalPath,
  findCycle,
  type GraphNode,
  levels,
  remainingPath,
  topologicalOrder,
} from "./graph";

const node = (id: string, ...dependsOn: string[]): GraphNode => ({ id, dependsOn });

/** a -> b -> d, a -> c, d needs both; e stands alone. */
const diamond = [node("a"), node("b", "a"), node("c", "a"), node("d", "b", "c"), node("e")];

describe("topologicalOrder", () => {
  it("keeps a list that is already in order", () => {
    expect(topologicalOrder(diamond)).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("takes a plan as well as its tasks", () => {
    expect(topologicalOrder({ tasks: [node("b", "a"), node("a")] })).toEqual(["a", "b"]);
  });

  it("puts every dependency before its dependents, whatever the order of the list", () => {
    fc.assert(
      fc.property(
        anyGraph(12).chain((graph) => fc.shuffledSubarray(graph, { minLength: graph.length })),
        (graph) => {
          const order = topologicalOrder(graph);
          const place = new Map(order.map((id, index) => [id, index]));
          expect(new Set(order)).toEqual(new Set(graph.map(({ id }) => id)));
          for (const { id, dependsOn } of graph) {
            for (const dependency of dependsOn)
              expect(place.get(dependency)).toBeLessThan(place.get(id) ?? -1);
          }
          expect(findCycle(graph)).toBeUndefined();
        },
      ),
    );
  });

  it("ignores unknown dependencies and leaves out the edge that closes a cycle", () => {
    expect(topologicalOrder([node("a", "b", "ghost"), node("b", "a")])).toEqual(["b", "a"]);
  });
});

describe("findCycle", () => {
  it("names the cycle from its first task round to it again", () => {
    expect(findCycle([node("x", "a"), node("a", "b"), node("b", "c"), node("c", "a")])).toEqual([
      "a",
      "b",
      "c",
      "a",
    ]);
    expect(findCycle([node("a", "a")])).toEqual(["a", "a"]);
    expect(findCycle(diamond)).toBeUndefined();
  });
});

describe("levels and paths", () => {
  it("counts levels from the tasks without dependencies", () => {
    expect(Object.fromEntries(levels(diamond))).toEqual({ a: 0, b: 1, c: 1, d: 2, e: 0 });
  });

  it("finds a longest chain", () => {
    expect(criticalPath(diamond)).toEqual(["a", "b", "d"]);
    expect(criticalPath([])).toEqual([]);
  });

  it("tells how far each task is from an end", () => {
    expect(Object.fromEntries(remainingPath(diamond))).toEqual({ a: 2, b: 1, c: 1, d: 0, e: 0 });
  });

  it("gives finite answers for a cycle too", () => {
    const cycle = [node("a", "b"), node("b", "a")];
    expect(criticalPath(cycle)).toEqual(["b", "a"]);
    expect(remainingPath(cycle).size).toBe(2);
  });

  it("agrees with itself: a critical path has one task on each level", () => {
    fc.assert(
      fc.property(anyGraph(12), (graph) => {
        const level = levels(graph);
        const path = criticalPath(graph);
        expect(path.map((id) => level.get(id))).toEqual(path.map((_, index) => index));
        expect(path.length - 1).toBe(Math.max(...level.values()));
        expect(path.length - 1).toBe(Math.max(...remainingPath(graph).values()));
      }),
    );
  });
});

describe("ancestors", () => {
  it("finds everything above a task, and nothing for an unknown one", () => {
    expect(ancestors(diamond, "d")).toEqual(new Set(["a", "b", "c"]));
    expect(ancestors(diamond, "ghost")).toEqual(new Set());
    expect(ancestors([node("a", "b"), node("b", "a")], "a")).toEqual(new Set(["b"]));
  });

  it("is what the test for many questions says", () => {
    fc.assert(
      fc.property(anyGraph(10), (graph) => {
        const isAncestor = ancestry(graph);
        for (const { id } of graph) {
          const above = ancestors(graph, id);
          for (const other of graph) expect(isAncestor(id, other.id)).toBe(above.has(other.id));
        }
        expect(isAncestor("ghost", "ghost")).toBe(false);
      }),
    );
  });
});

describe("10 000 tasks", () => {
  const size = 10_000;
  const ids = Array.from({ length: size }, (_, index) => `t${index}`);
  const chain = ids.map((id, index) => node(id, ...ids.slice(Math.max(0, index - 1), index)));
  const wide = [node("root"), ...ids.map((id) => node(id, "root")), node("end", ...ids)];

  it("in a chain, listed backwards", () => {
    const backwards = chain.toReversed();
    expect(topologicalOrder(backwards)).toEqual(ids);
    expect(levels(backwards).get("t9999")).toBe(size - 1);
    expect(criticalPath(backwards)).toEqual(ids);
    expect(remainingPath(backwards).get("t0")).toBe(size - 1);
    expect(ancestors(backwards, "t9999").size).toBe(size - 1);
    expect(ancestry(backwards)("t9999", "t0")).toBe(true);
    expect(findCycle([...backwards, node("t10000", "t10000")])).toEqual(["t10000", "t10000"]);
  });

  it("side by side between two others", () => {
    expect(topologicalOrder(wide)).toHaveLength(size + 2);
    expect(criticalPath(wide)).toEqual(["root", "t0", "end"]);
    expect(remainingPath(wide).get("root")).toBe(2);
    expect(ancestry(wide)("end", "root")).toBe(true);
  });
});
