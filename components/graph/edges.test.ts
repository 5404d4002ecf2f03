import { describe, expect, it } from "vitest";
import { arrowHead, roundPath } from "@/lib/core/layout/drawing";
import type { BlockLayout } from "@/lib/core/layout/geometry";
import { neighborOf } from "./arrow-keys";
import { edgePaths } from "./flow/edge-paths";

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
    id: `a→${target}`,
    source: "a",
    target,
    flowing: false,
    ghost: false,
    mark: undefined,
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
