import { once } from "node:events";
import { playRaces, RIVALS } from "@/lib/testing/faults/approval-races";
import { type GroupPlan, type GroupResult, playGroup } from "@/lib/testing/faults/group";
import { RANDOM_STORIES } from "@/lib/testing/golden/golden";
import { playGolden } from "@/lib/testing/golden/series";
import { playForms, SOUND_PERCENT } from "@/lib/testing/plans/forms/series";
import { playForeignNames } from "@/lib/testing/runs/foreign-names";
import { playSwaps, unfired } from "@/lib/testing/runs/swaps/series";
import { openServiceWorld } from "@/lib/testing/service-world";
import { spawnNode } from "../lib/child";
import type { ChaosRequest, SeriesName } from "./arguments";
import type { ChaosFailure, SeriesResult } from "./report";

type GroupsPlan = Omit<GroupPlan, "runs"> & {
  series: SeriesName;
  seeds: number;
  /** Runs that share a database and its workers. */
  size: number;
  /** Groups played at the same time. */
  concurrency: number;
};

type GroupsResult = {
  cases: number;
  failures: ChaosFailure[];
  /** Sums over all groups. */
  sums: { faults: number; kills: number; stops: number; unknownOutcomes: number; repeatedEffects: number };
  takeOversMs: number[];
};

/** One thing that went wrong makes many places differ; the first ones tell what it was. */
const MAX_PROBLEMS = 8;

export type Series = {
  /** Seeds, runs or rounds, unless the command line says otherwise. */
  length: number;
  play(seed: number, seeds: number, request: ChaosRequest): Promise<SeriesResult>;
};

/** Within this time a run of a killed worker is moved by another (docs/engine.md, "Leases"). */
const TAKE_OVER_SECONDS = 15;

/** The long series of faults, by name. */
export const SERIES: Record<SeriesName, Series> = {
  commits: { length: 200, play: playCommits },
  kills: { length: 200, play: playKills },
  stops: { length: 60, play: playStops },
  workers: { length: 50, play: playWorkers },
  decisions: { length: 100, play: playDecisions },
  attacks: { length: 4_000, play: playAttacks },
  swaps: { length: 2_000, play: playSwapped },
  forms: { length: 5_000, play: playWritten },
  names: { length: 5_000, play: playNamed },
  golden: { length: RANDOM_STORIES, play: playKnown },
};

/** A connection that fails at any statement, most of all after the server has done what it was asked for. */
async function playCommits(seed: number, seeds: number): Promise<SeriesResult> {
  const plan = { series: "commits" as const, seed, seeds, size: 10, concurrency: 3, faults: 60 };
  const { cases, failures, sums } = await playGroups(plan);
  return {
    target: "runs whose worker loses its connection, before and after commits, end as without faults",
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
      "runs whose workers are killed end as without faults; no effect happens twice, or a person is asked first",
    cases,
    figures: { ...sums, takeOvers: takeOversMs.length, ...summarizeTimes(takeOversMs) },
    failures,
  };
}

/** Workers that are stopped in front of an effect, and wake up when it is in other hands. */
async function playStops(seed: number, seeds: number): Promise<SeriesResult> {
  const processes = { size: 2, kills: { count: 2, stopForMs: 20_000 } };
  const plan = { series: "stops" as const, seed, seeds, size: 15, concurrency: 2, faults: 0, processes };
  const { cases, failures, sums } = await playGroups(plan);
  return {
    target: "runs whose workers are stopped before an effect end as without faults; no effect happens twice",
    cases,
    figures: {
      stops: sums.stops,
      unknownOutcomes: sums.unknownOutcomes,
      repeatedEffects: sums.repeatedEffects,
    },
    failures,
  };
}

/** Nobody acts, and one of two workers is killed every few seconds. */
async function playWorkers(seed: number, seeds: number): Promise<SeriesResult> {
  const processes = { size: 2, kills: { count: 12, everyMs: 6_000 } };
  const load = { size: seeds, concurrency: 1, faults: 0, thinkMs: 1_500, deadlineMs: 400_000 };
  const plan = { series: "workers" as const, seed, seeds, processes, idempotentOnly: true, ...load };
  const { cases, failures, sums, takeOversMs } = await playGroups(plan);
  const times = summarizeTimes(takeOversMs);
  const slowest = "workers: seconds until the last run of a killed worker is moved by another";
  return {
    target: "all runs complete without anybody",
    cases,
    figures: { ...sums, takeOvers: takeOversMs.length, ...times },
    failures,
    limits: [
      { row: slowest, value: times.maxSeconds, target: TAKE_OVER_SECONDS },
      {
        row: "workers: runs that asked nobody what became of a call",
        value: cases - sums.unknownOutcomes,
        target: cases,
        least: true,
      },
    ],
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
    target: "an approval that meets another decision has one outcome, and never fails the run",
    cases: seeds * RIVALS.length,
    figures,
    failures,
  };
}

/** Hostile requests to every route: the test of `npm test` in its full length. */
async function playAttacks(seed: number, seeds: number): Promise<SeriesResult> {
  const env = { WAYMARK_SEED: String(seed), WAYMARK_ATTACKS: String(seeds) };
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project", "integration", "lib/testing/attacks"];
  const child = spawnNode(args, env);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  const [exitCode] = await once(child, "close");
  const repeat = `npm run chaos -- --only attacks --seed ${seed} --seeds ${seeds}`;
  const failures = exitCode === 0 ? [] : [{ seed, problems: [output.slice(-4_000)], repeat }];
  for (const { problems } of failures) console.log(problems.join("\n"));
  return {
    target:
      "no request and no argument of an action breaks the server, and what is refused leaves nothing behind",
    cases: 2 * seeds,
    figures: {},
    failures,
  };
}

/** Hostile writers of plans, who swap what people were shown at any distance and at any moment. */
async function playSwapped(seed: number, seeds: number): Promise<SeriesResult> {
  const { cases, figures, failures } = playSwaps(seed, seeds);
  const repeat = (one: number, count = 1) => `npm run chaos -- --only swaps --seed ${one} --seeds ${count}`;
  const found = failures.map(({ seed: one, problems }) => ({
    seed: one,
    problems: problems.slice(0, MAX_PROBLEMS),
    repeat: repeat(one),
  }));
  // One case alone has no room for all of them.
  const missing = seeds < SWAPS_FOR_ALL ? [] : unfired(figures);
  if (missing.length > 0)
    found.push({ seed, problems: [`never came about: ${missing.join(", ")}`], repeat: repeat(seed, seeds) });
  for (const { seed: one, problems, repeat: again } of found)
    console.log(`  seed ${one}: ${problems.join("\n    ")}\n  repeat it: ${again}`);
  return {
    target:
      "whatever of a plan is swapped, nothing acts that was not shown to enough people, and nobody is asked twice for the same",
    cases,
    figures,
    failures: found,
  };
}

/** Plans that are written in names and shapes of anybody's own. */
async function playWritten(seed: number, seeds: number): Promise<SeriesResult> {
  const { cases, figures, failures } = playForms(seed, seeds);
  for (const { seed: one, form, problems } of failures)
    console.log(`  seed ${one}, ${form}: ${problems.join("\n    ")}`);
  return {
    target:
      "of a plan in whatever names and shapes, nothing that is read begins before what it was to wait for",
    cases,
    figures,
    failures: failures.map(({ seed: one, form, problems }) => ({
      seed: one,
      problems: [form, ...problems].slice(0, MAX_PROBLEMS),
      repeat: `npm run chaos -- --only forms --seed ${one} --seeds 1`,
    })),
    limits: [
      {
        row: "forms: percent of plans in documented forms that are read",
        value: figures.soundPercent ?? 0,
        target: SOUND_PERCENT,
        least: true,
      },
    ],
  };
}

/** Runs whose every name is one that objects have, or that looks like another. */
async function playNamed(seed: number, seeds: number): Promise<SeriesResult> {
  const { cases, failures } = playForeignNames(seed, seeds);
  return {
    target: "runs in which every name is a hostile one go the same way as with usual names",
    cases,
    figures: {},
    failures: failures.map(({ seed: one, problems }) => ({
      seed: one,
      problems,
      repeat: `npm run chaos -- --only names --seed ${one} --seeds 1`,
    })),
  };
}

/** Runs whose readings were kept: each is read as it was. */
async function playKnown(
  seed: number,
  seeds: number,
  { seeds: wanted, renew }: ChaosRequest,
): Promise<SeriesResult> {
  const isWhole = wanted === undefined && seed === 1;
  const { cases, differences } = await playGolden(seed, seeds, { isWhole, renew: renew ?? false });
  for (const { story, views } of differences)
    console.log(`  ${story} is read otherwise: ${views.join(", ")}`);
  return {
    target: "samples, recorded missions and random runs are folded and read as they were",
    cases,
    figures: {},
    failures: differences.map(({ story, views }, index) => ({
      seed: index + 1,
      problems: [`${story}: ${views.join(", ")}`],
      repeat: `npm run chaos -- --only golden --story ${story}`,
    })),
  };
}

/** Of so many plans every kind of swap is part, and every distance and moment. */
const SWAPS_FOR_ALL = 1_000;

/** Plays seeds in groups, tells of each group on the terminal, and says how to repeat what failed. */
async function playGroups(plan: GroupsPlan): Promise<GroupsResult> {
  const { seed, seeds, size, concurrency } = plan;
  const firstSeeds = Array.from({ length: Math.ceil(seeds / size) }, (_, n) => seed + n * size);
  const total: GroupsResult = {
    cases: 0,
    failures: [],
    sums: { faults: 0, kills: 0, stops: 0, unknownOutcomes: 0, repeatedEffects: 0 },
    takeOversMs: [],
  };
  const workers = Array.from({ length: concurrency }, async () => {
    for (let first = firstSeeds.shift(); first !== undefined; first = firstSeeds.shift()) {
      await playOne(plan, first, Math.min(size, seed + seeds - first), total);
    }
  });
  await Promise.all(workers);
  total.failures.sort((a, b) => a.seed - b.seed);
  return total;
}

async function playOne(plan: GroupsPlan, first: number, count: number, total: GroupsResult): Promise<void> {
  const repeat = `npm run chaos -- --only ${plan.series} --seed ${first} --seeds ${count}`;
  const startedMs = performance.now();
  let failures: ChaosFailure[];
  try {
    const result = await playGroup({ ...plan, seed: first, runs: count });
    failures = failuresOf(result, first, repeat);
    addToTotals(total, result);
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    failures = [{ seed: first, problems: [problem], repeat }];
  }
  total.cases += count;
  total.failures.push(...failures);
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const end = failures.length === 0 ? "hold" : "DO NOT HOLD";
  console.log(`${plan.series}: seeds ${first} to ${first + count - 1} ${end} (${seconds} s)`);
  for (const { seed, problems } of failures) console.log(`  seed ${seed}: ${problems.join("\n    ")}`);
  if (failures.length > 0) console.log(`  repeat it: ${repeat}`);
}

function failuresOf(
  { cases, unfired, untoldCalls }: GroupResult,
  first: number,
  repeat: string,
): ChaosFailure[] {
  const failed = cases.filter(({ problems }) => problems.length > 0);
  const wrong = failed.map(({ seed, problems }) => ({
    seed,
    problems: problems.slice(0, MAX_PROBLEMS),
    repeat,
  }));
  const problems = unfired.map((fault) => `this fault did not come about: ${JSON.stringify(fault)}`);
  if (untoldCalls > 0) problems.push(`${untoldCalls} requests to the model are in no ledger`);
  if (problems.length === 0) return wrong;
  return [...wrong, { seed: first, problems, repeat }];
}

function addToTotals({ sums, takeOversMs }: GroupsResult, result: GroupResult): void {
  sums.faults += result.faults;
  sums.kills += result.kills;
  sums.stops += result.stops;
  sums.repeatedEffects += result.repeatedEffects;
  sums.unknownOutcomes += result.cases.reduce((sum, one) => sum + one.unknownOutcomes, 0);
  takeOversMs.push(...result.takeOversMs);
}

/** The middle and the longest of times, in seconds. */
function summarizeTimes(timesMs: number[]): { p50Seconds: number; maxSeconds: number } {
  const sorted = [...timesMs].sort((a, b) => a - b);
  const seconds = (ms = 0): number => Math.round(ms / 10) / 100;
  return { p50Seconds: seconds(sorted[Math.floor(sorted.length / 2)]), maxSeconds: seconds(sorted.at(-1)) };
}
