import { playRaces, RIVALS } from "@/lib/testing/faults/contested";
import { openServiceWorld } from "@/lib/testing/service-world";
import type { SeriesName } from "./arguments";
import { playGroups, summariseTimes } from "./groups";
import type { ChaosFailure, SeriesResult } from "./report";

export type Series = {
  /** Seeds, runs or rounds, unless the command line says otherwise. */
  length: number;
  play(seed: number, seeds: number): Promise<SeriesResult>;
};

/** Within this time a run of a killed worker is moved by another (docs/engine.md, "Leases"). */
const TAKE_OVER_SECONDS = 15;

/** The long series of faults, by name. */
export const SERIES: Record<SeriesName, Series> = {
  commits: { length: 200, play: playCommits },
  kills: { length: 200, play: playKills },
  workers: { length: 50, play: playWorkers },
  decisions: { length: 100, play: playDecisions },
};

/** A connection that fails at any statement, most of all after the server has done what it was asked for. */
async function playCommits(seed: number, seeds: number): Promise<SeriesResult> {
  const plan = { series: "commits" as const, seed, seeds, size: 10, concurrency: 3, faults: 60 };
  const { cases, failures, sums } = await playGroups(plan);
  return {
    target: "Runs whose worker loses its connection, before and after commits, end as without faults",
    holds: failures.length === 0,
    cases,
    figures: { faults: sums.faults, repeatedEffects: sums.repeatedEffects },
    failures,
  };
}

/** Workers that die around effects and in model calls, while their connections fail as well. */
async function playKills(seed: number, seeds: number): Promise<SeriesResult> {
  const processes = { size: 2, kills: { count: 4 } };
  const plan = { series: "kills" as const, seed, seeds, size: 25, concurrency: 2, faults: 50, processes };
  const { cases, failures, sums, takeOversMs } = await playGroups(plan);
  return {
    target:
      "Runs whose workers are killed end as without faults; no effect happens twice, or a person is asked first",
    holds: failures.length === 0,
    cases,
    figures: { ...sums, takeOvers: takeOversMs.length, ...summariseTimes(takeOversMs) },
    failures,
  };
}

/** Nobody acts, and one of two workers is killed every few seconds. */
async function playWorkers(seed: number, seeds: number): Promise<SeriesResult> {
  const processes = { size: 2, kills: { count: 12, everyMs: 6_000 } };
  const load = { size: seeds, concurrency: 1, faults: 0, thinkMs: 1_500, deadlineMs: 400_000 };
  const plan = { series: "workers" as const, seed, seeds, processes, idempotentOnly: true, ...load };
  const { cases, failures, sums, takeOversMs } = await playGroups(plan);
  const times = summariseTimes(takeOversMs);
  const quick = takeOversMs.length > 0 && times.maxSeconds <= TAKE_OVER_SECONDS;
  return {
    target: `All runs complete without anybody, and are taken over within ${TAKE_OVER_SECONDS} s`,
    holds: failures.length === 0 && sums.unknownOutcomes === 0 && quick,
    cases,
    figures: { ...sums, takeOvers: takeOversMs.length, ...times },
    failures,
  };
}

/** An approval that meets a rejection, its deadline, a cancel, and a new plan version. */
async function playDecisions(seed: number, seeds: number): Promise<SeriesResult> {
  const world = await openServiceWorld();
  const failures: ChaosFailure[] = [];
  const figures: Record<string, number> = {};
  try {
    for (const rival of RIVALS) {
      const races = await playRaces(world, rival, seeds);
      const repeat = `npm run chaos -- --only decisions --seeds ${seeds}`;
      const failing = races.filter(({ problems }) => problems.length > 0);
      failures.push(
        ...failing.map(({ round, problems }) => ({
          seed: seed + round,
          problems: problems.map((problem) => `approve against ${rival}: ${problem}`),
          repeat,
        })),
      );
      figures[`approvedAgainst_${rival}`] = races.filter(({ taken }) => taken).length;
      console.log(`decisions: ${seeds} rounds of approve against ${rival}, ${failing.length} do not hold`);
      for (const { round, problems } of failing) console.log(`  round ${round}: ${problems.join("; ")}`);
    }
  } finally {
    await world.close();
  }
  return {
    target: "An approval that meets another decision has one outcome, and never fails the run",
    holds: failures.length === 0,
    cases: seeds * RIVALS.length,
    figures,
    failures,
  };
}
