import { describe, expect, it } from "vitest";
import { deferred } from "@/lib/testing/deferred";
import { createSemaphore } from "./semaphore";

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
