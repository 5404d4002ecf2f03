import { expect, it, vi } from "vitest";
import { ReadScope } from "./read-scope";

const PARTS = ["value", "release"];
const way = () => ({ show: vi.fn(), isFailed: false });

it("nothing has been read of a part that nothing has told of", () => {
  const scope = new ReadScope();
  const so = () => [scope.isDrawn(PARTS), scope.isRead(PARTS)];
  expect(so()).toEqual([false, false]);
  scope.report("value", true);
  expect(so()).toEqual([false, false]);
  scope.report("release", false, way());
  expect(so()).toEqual([true, false]);
  scope.report("release", true);
  expect(so()).toEqual([true, true]);
});

it("what is out of view and in no part keeps it from being read, with the way to the first that has one", () => {
  const scope = new ReadScope();
  const there = way();
  scope.report("value", false);
  scope.report(":1:", false, there);
  expect(scope.next()).toBe(there);
  scope.report("value", true);
  expect(scope.isRead(["value"])).toBe(false);
  scope.leave(":1:");
  expect(scope.isRead(["value"])).toBe(true);
  expect(scope.next()).toBeUndefined();
});

it("a part that is drawn no more stays what it was: unread, or read", () => {
  const scope = new ReadScope();
  scope.report("value", false, way());
  scope.report("release", true);
  scope.leave("value");
  scope.leave("release");
  expect([scope.isDrawn(PARTS), scope.isRead(["value"]), scope.isRead(["release"])]).toEqual([
    false,
    false,
    true,
  ]);
});

it("a part is judged by what stands in it now, but for one that stays read", () => {
  const scope = new ReadScope();
  for (const stays of [false, true]) {
    scope.report("value", true, undefined, stays);
    scope.report("value", false, way(), stays);
    expect(scope.isRead(["value"])).toBe(stays);
  }
});

it("tells of what changes, and of nothing else", () => {
  const scope = new ReadScope();
  const heard = vi.fn();
  const stop = scope.subscribe(heard);
  const one = way();
  scope.report("value", false, one);
  scope.report("value", false, one);
  scope.report("value", true);
  scope.report("value", true);
  scope.leave("value");
  expect(heard).toHaveBeenCalledTimes(2);
  expect(scope.version()).toBe(2);
  stop();
  scope.report("release", true);
  expect(heard).toHaveBeenCalledTimes(2);
});
