import { type GroupPlan, type GroupResult, playGroup } from "@/lib/testing/faults/group";
import type { SeriesName } from "./arguments";
import type { ChaosFailure } from "./report";

export type GroupsPlan = Omit<GroupPlan, "runs"> & {
  series: SeriesName;
  seeds: number;
  /** Runs that share a database and its workers. */
  size: number;
  /** Groups played at the same time. */
  concurrency: number;
};

export type GroupsResult = {
  cases: number;
  failures: ChaosFailure[];
  /** Sums over all groups. */
  sums: { faults: number; kills: number; unknownOutcomes: number; repeatedEffects: number };
  takeOversMs: number[];
};

/** One thing that went wrong makes many places differ; the first ones tell what it was. */
const MAX_PROBLEMS = 8;

/** Plays seeds in groups, tells of each group on the terminal, and says how to repeat what failed. */
export async function playGroups(plan: GroupsPlan): Promise<GroupsResult> {
  const { seed, seeds, size, concurrency } = plan;
  const firstSeeds = Array.from({ length: Math.ceil(seeds / size) }, (_, n) => seed + n * size);
  const total: GroupsResult = {
    cases: 0,
    failures: [],
    sums: { faults: 0, kills: 0, unknownOutcomes: 0, repeatedEffects: 0 },
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

function failuresOf({ cases, unfired }: GroupResult, first: number, repeat: string): ChaosFailure[] {
  const failed = cases.filter(({ problems }) => problems.length > 0);
  const wrong = failed.map(({ seed, problems }) => ({
    seed,
    problems: problems.slice(0, MAX_PROBLEMS),
    repeat,
  }));
  if (unfired.length === 0) return wrong;
  const problems = unfired.map((fault) => `this fault did not come about: ${JSON.stringify(fault)}`);
  return [...wrong, { seed: first, problems, repeat }];
}

function addToTotals({ sums, takeOversMs }: GroupsResult, result: GroupResult): void {
  sums.faults += result.faults;
  sums.kills += result.kills;
  sums.repeatedEffects += result.repeatedEffects;
  sums.unknownOutcomes += result.cases.reduce((sum, one) => sum + one.unknownOutcomes, 0);
  takeOversMs.push(...result.takeOversMs);
}

/** The middle and the longest of times, in seconds. */
export function summariseTimes(timesMs: number[]): { p50Seconds: number; maxSeconds: number } {
  const sorted = [...timesMs].sort((a, b) => a - b);
  const seconds = (ms = 0): number => Math.round(ms / 10) / 100;
  return { p50Seconds: seconds(sorted[Math.floor(sorted.length / 2)]), maxSeconds: seconds(sorted.at(-1)) };
}
