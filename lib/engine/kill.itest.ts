import { expect, test } from "vitest";
import { playGroup } from "@/lib/testing/faults/group";

/** Worker processes that die at the worst moment. `npm run chaos` plays more of it (docs/chaos.md). */

const RUNS = 10;
const KILLS = 5;

test("one of two workers is killed five times; every run completes as without kills, and nobody acts", {
  timeout: 240_000,
}, async () => {
  const processes = { size: 2, kills: { count: KILLS, everyMs: 2_000 } };
  const { cases, kills, takeOversMs, unfired, untoldCalls } = await playGroup({
    ...{ seed: 1, runs: RUNS, idempotentOnly: true, processes, faults: 0, thinkMs: 1_500 },
  });
  expect(cases.filter(({ problems, unknownOutcomes }) => problems.length + unknownOutcomes > 0)).toEqual([]);
  expect(cases).toHaveLength(RUNS);
  expect([kills, unfired]).toEqual([KILLS, []]);
  // No request left before it was committed what it may take.
  expect(untoldCalls).toBe(0);
  expect(takeOversMs.length).toBeGreaterThanOrEqual(KILLS);
});
