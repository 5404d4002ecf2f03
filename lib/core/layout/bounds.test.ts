import { expect, it } from "vitest";
import { boundsOf, NODE } from "./geometry";

it("the bounds of a layout are those of its nodes, and of the corner where it begins", () => {
  const positions = new Map([
    ["a", { x: 100, y: 50 }],
    ["b", { x: -20, y: 300 }],
  ]);
  expect(boundsOf({ positions, routes: new Map() })).toEqual({
    ...{ x: -20, y: 0, width: 120 + NODE.width, height: 300 + NODE.height },
  });
  expect(boundsOf({ positions: new Map(), routes: new Map() })).toEqual({ x: 0, y: 0, width: 0, height: 0 });
});
