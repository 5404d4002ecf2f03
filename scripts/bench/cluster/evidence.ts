import type { Sql } from "postgres";
import { median } from "../results";

/** A task's success, and which worker held the run then. */
export type Success = { runId: string; taskId: string; atMs: number; workerId: string };
/** An effect that was started, once for each time. */
export type Start = { runId: string; key: string; times: number };

/** How even the progress of equal runs was. */
export type Fairness = {
  /** Of the numbers of tasks done in each run, when half of all were: 1 means the same everywhere (Jain). */
  evenness: number;
  /** The longest time to the end of a run, over the middle one: two where runs are moved one after the other. */
  slowest: number;
  /** Tasks of the worker that did most, over the mean. */
  busiest: number;
};

/** Reads every success of tasks from the events. */
export async function readSuccesses(sql: Sql): Promise<Success[]> {
  return sql<Success[]>`
    select e.run_id as "runId", e.payload ->> 'taskId' as "taskId", l.payload ->> 'workerId' as "workerId",
      (extract(epoch from e.at) * 1000)::float8 as "atMs"
    from run_events e left join run_events l
      on l.run_id = e.run_id and l.type = 'lease_taken' and (l.payload ->> 'epoch')::int = e.epoch
    where e.type = 'task_succeeded' order by e.at`;
}

/** Reads which effects were started, and how often, whichever worker held the run. */
export async function readStarts(sql: Sql): Promise<Start[]> {
  return sql<Start[]>`
    select run_id as "runId", key, count(*)::int as times
    from run_events, json_array_elements_text(payload -> 'keys') as key
    where type = 'effects_started' group by 1, 2`;
}

/** How even the progress of equal runs was that all waited at this moment. */
export function fairnessOf(
  successes: readonly Success[],
  runIds: readonly string[],
  beganAtMs: number,
): Fairness {
  const own = successes.filter(({ runId }) => runIds.includes(runId)).toSorted((a, b) => a.atMs - b.atMs);
  const half = countBy(own.slice(0, Math.ceil(own.length / 2)), ({ runId }) => runId);
  const counts = runIds.map((runId) => half.get(runId) ?? 0);
  const ends = new Map(own.map(({ runId, atMs }) => [runId, atMs]));
  const times = runIds.map((runId) => (ends.get(runId) ?? Number.NaN) - beganAtMs);
  const byWorker = [...countBy(own, ({ workerId }) => workerId).values()];
  return {
    evenness: sum(counts) ** 2 / (counts.length * sum(counts.map((count) => count * count))),
    slowest: Math.max(...times) / median(times),
    busiest: Math.max(...byWorker) / (sum(byWorker) / byWorker.length),
  };
}

/** Tasks that are done other than exactly once: `lost` not at all, `doubled` more than once. */
export function mistakesIn(
  runIds: readonly string[],
  taskIds: readonly string[],
  successes: readonly Success[],
): { lost: number; doubled: number } {
  const done = countBy(successes, ({ runId, taskId }) => `${runId}/${taskId}`);
  const counts = runIds.flatMap((runId) => taskIds.map((taskId) => done.get(`${runId}/${taskId}`) ?? 0));
  return {
    lost: counts.filter((count) => count === 0).length,
    doubled: counts.filter((count) => count > 1).length,
  };
}

function countBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return counts;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
