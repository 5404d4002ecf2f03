import { describe, expect, it } from "vitest";
import { boundsOf, type GraphLayout, keepsPlaces, NODE } from "./geometry";

const layout = (places: Record<string, [x: number, y: number]>): GraphLayout => ({
  positions: new Map(Object.entries(places).map(([id, [x, y]]) => [id, { x, y }])),
  routes: new Map(),
});

describe("the bounds of a layout", () => {
  it("are those of its nodes, and of the corner where it begins", () => {
    expect(boundsOf(layout({ a: [100, 50], b: [-20, 300] }))).toEqual({
      x: -20,
      y: 0,
      width: 120 + NODE.width,
      height: 300 + NODE.height,
    });
    expect(boundsOf(layout({}))).toEqual({ x: 0, y: 0, width: 0, height: 0 });
  });

  it("leave out what is not shown", () => {
    const places = layout({ a: [0, 0], b: [300, 200] });
    expect(boundsOf(places, ["a", "other"])).toEqual({ x: 0, y: 0, ...NODE });
    expect(boundsOf(places, ["b"])).toEqual({ x: 300, y: 200, ...NODE });
    expect(boundsOf(places, [])).toEqual({ x: 0, y: 0, width: 0, height: 0 });
  });
});

describe("a later layout", () => {
  const before = layout({ a: [0, 0], b: [10, 20] });

  it.each([
    [true, layout({ a: [0, 0], b: [10, 20], c: [5, 5] })],
    [false, layout({ a: [0, 0], b: [10, 21] })],
    [false, layout({ a: [1, 0], b: [10, 20] })],
    [false, layout({ a: [0, 0] })],
  ])("keeps places: %s", (kept, now) => {
    expect(keepsPlaces(before, now)).toBe(kept);
  });
});
