import { expect, test } from "vitest";
import { playGroup } from "@/lib/testing/faults/group";

/** A short part of the series in which everything fails that can (docs/chaos.md). */

const RUNS = 20;
const KILLS = 2;

test("twenty runs end as without faults, though connections are cut around commits and workers killed around effects", {
  timeout: 480_000,
}, async () => {
  const processes = { size: 2, kills: { count: KILLS } };
  const result = await playGroup({ seed: 2, runs: RUNS, processes, faults: 60 });
  expect(result.cases.filter(({ problems }) => problems.length > 0)).toEqual([]);
  expect(result.cases).toHaveLength(RUNS);
  expect(result.unfired).toEqual([]);
  expect(result.kills).toBe(KILLS);
  expect(result.untoldCalls).toBe(0);
  expect(result.faults).toBeGreaterThan(RUNS);
});
