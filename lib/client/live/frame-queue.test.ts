import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createFrameQueue } from "./frame-queue";

let frames: (() => void)[] = [];
const paint = () => {
  for (const frame of frames.splice(0)) frame();
};

beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
  vi.stubGlobal("cancelAnimationFrame", () => void frames.splice(0));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("hands over once a painted frame", () => {
  const given: number[][] = [];
  const queue = createFrameQueue<number>((items) => given.push(items));
  queue.add(1);
  queue.add(2);
  expect(given).toEqual([]);
  paint();
  queue.add(3);
  paint();
  vi.advanceTimersByTime(5_000);
  expect(given).toEqual([[1, 2], [3]]);
});

it("hands over where nothing is painted, and what is left when it stops", () => {
  const given: number[][] = [];
  const queue = createFrameQueue<number>((items) => given.push(items));
  queue.add(1);
  vi.advanceTimersByTime(500);
  expect(given).toEqual([[1]]);
  queue.add(2);
  queue.stop();
  queue.stop();
  paint();
  expect(given).toEqual([[1], [2]]);
});
