import { describe, expect, it } from "vitest";
import { createFaultSchedule, planFaults } from "./fault-schedule";

import { createKillSchedule, planKills } from "./killers";

const counts = { "run_store.commit": 100, "jobs.claim": 8, listen: 4, "reads.blobs": 1 };

describe("a plan of faults", () => {
  it("is the same for the same seed, and another for another", () => {
    expect(planFaults(1, counts, 20)).toEqual(planFaults(1, counts, 20));
    expect(planFaults(1, counts, 20)).not.toEqual(planFaults(2, counts, 20));
  });

  it("hits places that the course surely comes to, and spares what opens connections", () => {
    const faults = planFaults(3, counts, 60);
    expect(faults.length).toBeGreaterThan(25);
    expect(new Set(faults.map(({ method }) => method))).toEqual(new Set(["run_store.commit", "jobs.claim"]));
    for (const { method, nth } of faults)
      expect(nth).toBeLessThanOrEqual(method === "run_store.commit" ? 50 : 4);
    expect(new Set(faults.map(({ how }) => how))).toEqual(new Set(["cut_after", "cut_before", "late"]));
  });
});

describe("a book of faults", () => {
  it("counts from the planning on, hits each place once, and says what has not fired", async () => {
    const book = createFaultSchedule();
    book.nextFault("sweep");
    const fault = { method: "sweep", nth: 2, how: "cut_before" as const };
    book.plan([fault]);
    expect(["other", "sweep", "sweep", "sweep"].map((method) => book.nextFault(method))).toEqual([
      undefined,
      undefined,
      fault,
      undefined,
    ]);
    expect(book.unfired()).toEqual([fault]);
    const all = book.allFired();
    let happened = false;
    book.fire(fault, () => {
      happened = true;
    });
    await all;
    expect([happened, book.fired(), book.unfired()]).toEqual([true, 1, []]);
    expect(book.counts()).toEqual({ sweep: 4, other: 1 });
  });
});

it("lets a fault whose connection ended before it hit the next statement", () => {
  const book = createFaultSchedule();
  const fault = { method: "notify", nth: 1, how: "cut_after" as const };
  book.plan([fault]);
  expect(book.nextFault("notify")).toBe(fault);
  book.reschedule(fault);
  expect(book.nextFault("notify")).toBe(fault);
  book.fire(fault, () => {});
  book.reschedule(fault);
  expect([book.nextFault("notify"), book.unfired()]).toEqual([undefined, []]);
});

describe("a plan of kills", () => {
  it("has all kinds, at places that the course surely comes to", () => {
    const course = { effects: 20, modelCalls: 50 };
    const kills = Array.from({ length: 9 }, (_, seed) => planKills(seed, course, 3)).flat();
    expect(planKills(4, course, 3)).toEqual(planKills(4, course, 3));
    expect(new Set(kills.map(({ at }) => at)).size).toBe(3);
    for (const { at, nth } of kills) expect(nth).toBeLessThanOrEqual(at === "model call" ? 31 : 13);
  });

  it("kills once at each of its places", () => {
    const book = createKillSchedule([{ at: "model call", nth: 2 }]);
    const met = ["model call", "before effect", "model call", "model call"] as const;
    expect(met.map((point) => book.isDue(point))).toEqual([false, false, true, false]);
    expect([book.fired(), book.unfired()]).toEqual([1, []]);
  });
});
