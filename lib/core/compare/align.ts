import { pairByWays } from "../pair-by-ways";

/** How a task was found again in another run: as the same thread of work of one family, by its id, or by its title. */
export type AlignedBy = "lineage" | "id" | "title";

type AlignableTask = { taskId: string; title: string; lineage: string };
type AlignableRun<T extends AlignableTask> = { family: string; tasks: readonly T[] };

/** One piece of work and what it is in each run, null where a run has nothing of it. */
export type AlignedTasks<T> = { by: AlignedBy | null; cells: (T | null)[] };

/** Ways to find a task again, the surest first. Lineages mean something within a family alone. */
const WAYS: readonly { by: AlignedBy; keyOf(task: AlignableTask, family: string): string }[] = [
  { by: "lineage", keyOf: ({ lineage, taskId }, family) => JSON.stringify([family, lineage, taskId]) },
  { by: "lineage", keyOf: ({ lineage }, family) => JSON.stringify([family, lineage]) },
  { by: "id", keyOf: ({ taskId }) => taskId },
  { by: "title", keyOf: ({ title }) => title.trim().toLowerCase() },
];

/**
 * The tasks of several runs side by side (docs/compare.md, "Which tasks belong together"): in the order of the first run,
 * then what only later ones have. Each task stands in one row. Linear in all tasks.
 */
export function alignTasks<T extends AlignableTask>(runs: readonly AlignableRun<T>[]): AlignedTasks<T>[] {
  const rows: AlignedTasks<T>[] = [];
  for (const [index, { family, tasks }] of runs.entries()) {
    const ways = WAYS.map(({ by, keyOf }) => ({
      by,
      keyOf: (task: T) => keyOf(task, family),
      keysOf: ({ cells }: AlignedTasks<T>) =>
        cells.flatMap((task, run) => (task ? [keyOf(task, (runs[run] as AlignableRun<T>).family)] : [])),
    }));
    const pairs = pairByWays(rows, tasks, ways);
    for (const task of tasks) {
      const pair = pairs.get(task);
      if (!pair) {
        rows.push({ by: null, cells: runs.map((_, run) => (run === index ? task : null)) });
        continue;
      }
      pair.known.cells[index] = task;
      pair.known.by = surer(pair.known.by, pair.by);
    }
  }
  return rows;
}

const ORDER: readonly AlignedBy[] = ["lineage", "id", "title"];

/** Of a row that was found in several ways, the one that says least for it. */
const surer = (before: AlignedBy | null, by: AlignedBy): AlignedBy =>
  before !== null && ORDER.indexOf(before) > ORDER.indexOf(by) ? before : by;
