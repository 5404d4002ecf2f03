import { describe, expect, it } from "vitest";
import { deferred } from "@/lib/testing/deferred";
import { createFairSemaphore, createSemaphore } from "./semaphore";

describe("turns", () => {
  it("are given to so many at the same time, in order, also after one fails", async () => {
    const takeTurn = createSemaphore(2);
    const begun: number[] = [];
    const ends = [0, 1, 2, 3].map(() => deferred());
    const work = ends.map((end, n) =>
      takeTurn(async () => {
        begun.push(n);
        await end.promise;
        if (n === 1) throw new Error("no");
      }).catch(() => "failed"),
    );
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    ends[1]?.resolve();
    await expect(work[1]).resolves.toBe("failed");
    expect(begun).toEqual([0, 1, 2]);
    for (const end of [0, 2, 3]) ends[end]?.resolve();
    await Promise.all(work);
    expect(begun).toEqual([0, 1, 2, 3]);
  });
});

describe("fair turns", () => {
  it("go around those that wait, however many each waits with", async () => {
    const takeTurn = createFairSemaphore(1);
    const first = deferred();
    const begun: string[] = [];
    const queue = (key: string, name: string) =>
      takeTurn(key, async () => {
        begun.push(name);
        if (name === "a2") throw new Error("no");
      }).catch(() => {});
    const holding = takeTurn("a", () => first.promise);
    const all = [
      ...["a1", "a2", "a3"].map((name) => queue("a", name)),
      ...["b1", "b2"].map((name) => queue("b", name)),
      queue("c", "c1"),
    ];
    first.resolve();
    await Promise.all([holding, ...all]);
    expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
    await queue("d", "later");
    expect(begun.at(-1)).toBe("later");
  });
});
