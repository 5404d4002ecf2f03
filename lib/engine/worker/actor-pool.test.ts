import { describe, expect, it } from "vitest";
import type { LeaseClaim } from "@/lib/core/job-ports";
import { createManualClock, settled } from "@/lib/testing/manual-clock";
import type { RunActor } from "../actor/run-actor";
import { createActorPool } from "./actor-pool";

const claimOf = (runId: string, retryCount = 0): LeaseClaim => ({ jobId: `job-${runId}`, retryCount, runId });

/** A pool whose actors note what they get, and end when they are let. */
function world() {
  const clock = createManualClock(1_000);
  const reported: string[] = [];
  const ends: (() => void)[] = [];
  let freed = 0;
  const createActor = (claim: LeaseClaim): RunActor => {
    const name = `${claim.runId}#${claim.retryCount}`;
    return {
      claim,
      ended: new Promise((resolve) => ends.push(() => resolve("parked"))),
      hint: (seq) => reported.push(`${name} hint ${seq}`),
      lose: () => reported.push(`${name} lose`),
      drain: (graceMs) => reported.push(`${name} drain ${graceMs}`),
    };
  };
  const pool = createActorPool(clock, createActor, () => {
    freed += 1;
  });
  return { clock, pool, reported, ends, freed: () => freed };
}

describe("the actors of a process", () => {
  it("are started with their claims, and forgotten when they end", async () => {
    const { pool, ends, freed } = world();
    pool.start(claimOf("a"));
    pool.start(claimOf("b"));
    expect([pool.size(), pool.claims()]).toEqual([2, [claimOf("a"), claimOf("b")]]);
    ends[0]?.();
    await settled();
    expect([pool.size(), pool.claims(), freed()]).toEqual([1, [claimOf("b")], 1]);
  });

  it("lose their run to a later claim of the same run, whose actor stays when the first ends", async () => {
    const { pool, reported, ends, freed } = world();
    pool.start(claimOf("a"));
    pool.start(claimOf("a", 1));
    expect([reported, pool.claims()]).toEqual([["a#0 lose"], [claimOf("a", 1)]]);
    ends[0]?.();
    await settled();
    expect([pool.claims(), freed()]).toEqual([[claimOf("a", 1)], 1]);
  });

  it("hear how far their run has come, or that anything may have been missed", () => {
    const { pool, reported } = world();
    pool.start(claimOf("a"));
    pool.start(claimOf("b"));
    pool.hint("a", 7);
    pool.hint("gone", 7);
    pool.hintAll();
    expect(reported).toEqual(["a#0 hint 7", "a#0 hint Infinity", "b#0 hint Infinity"]);
  });

  it("lose what is no longer held, unless it was claimed again since it was asked", () => {
    const { pool, reported } = world();
    pool.start(claimOf("a"));
    pool.start(claimOf("b"));
    pool.start(claimOf("c", 1));
    const asked = [claimOf("a"), claimOf("b"), claimOf("c"), claimOf("gone")];
    pool.loseUnheld(asked, [claimOf("b")]);
    expect(reported).toEqual(["a#0 lose"]);
    pool.loseUnheld([claimOf("b")], [claimOf("b", 1)]);
    expect(reported).toEqual(["a#0 lose", "b#0 lose"]);
  });

  it("are handed over when they have been held for longer than they may", async () => {
    const { clock, pool, reported } = world();
    pool.start(claimOf("a"));
    await clock.advance(100);
    pool.start(claimOf("b"));
    await clock.advance(50);
    pool.handOver(150, 20);
    expect(reported).toEqual([]);
    await clock.advance(1);
    pool.handOver(150, 20);
    expect(reported).toEqual(["a#0 drain 20"]);
  });

  it("are all drained, and awaited", async () => {
    const { pool, reported, ends } = world();
    pool.start(claimOf("a"));
    pool.start(claimOf("b"));
    let drained = false;
    const done = pool.drain(30).then(() => {
      drained = true;
    });
    ends[0]?.();
    await settled();
    expect([reported, drained]).toEqual([["a#0 drain 30", "b#0 drain 30"], false]);
    ends[1]?.();
    await done;
    expect([drained, pool.size()]).toEqual([true, 0]);
  });
});
