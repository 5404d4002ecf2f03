import { expect, it } from "vitest";
import { arrowHead, endBeforeShape, roundPath } from "./drawing";
import { NODE } from "./geometry";

it("draws a way with round corners, none longer than half of what leads to it", () => {
  const way = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 10 },
  ];
  expect(roundPath(way)).toBe("M0,0L92,0Q100,0 100,5L100,10");
  expect(roundPath(way.slice(0, 1))).toBe("M0,0");
  expect(roundPath([])).toBe("");
});

it("draws a corner that comes to itself as the point that it is", () => {
  const same = { x: 5, y: 5 };
  expect(roundPath([same, same, { x: 9, y: 5 }])).toBe("M5,5L5,5Q5,5 7,5L9,5");
});

it("draws the head of an arrow along its last stretch, and none without one", () => {
  const from = { x: 0, y: 0 };
  expect(arrowHead([from, { x: 10, y: 0 }])).toBe("M10,0L3,3.5L3,-3.5Z");
  expect(arrowHead([from, from])).toBe("M0,0L0,0L0,0Z");
  expect(arrowHead([from])).toBe("");
  expect(arrowHead([])).toBe("");
});

it("ends before the shape that lies over the middle of a node's side", () => {
  const target = { x: 50, y: 0 };
  const middle = { x: 50, y: NODE.height / 2 };
  expect(endBeforeShape([{ x: 0, y: 0 }, middle], target).at(-1)).toEqual({ ...middle, x: 34 });
  expect(endBeforeShape([{ x: 50, y: NODE.height / 2 + 20 }], target)).toEqual([
    { x: 50, y: NODE.height / 2 + 20 },
  ]);
  expect(endBeforeShape([], target)).toEqual([]);
});
