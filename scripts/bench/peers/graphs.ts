/** What each system is given to run: tasks with their dependencies, each of which gives its id and this text. */
export type Graph = {
  name: string;
  tasks: GraphTask[];
  output: string;
  /** Who runs it; everyone, unless it says so. */
  systems?: readonly string[];
};

/** `ms`: how long it pretends to work. */
export type GraphTask = { id: string; dependsOn: string[]; ms?: number };

/** Tasks of a run at the same time, where that is limited. */
const WIDTH = 10;

const MAX_PARENTS = 3;
const LONG_OUTPUT = 16_384;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Lognormal: half of the tasks take less than the median, few of them several times as much. */
const TASK_MS = { median: 60, sigma: 0.6 };

const output = "done";
/** All but the Workflow SDK, which takes a quarter of a minute for a chain. */
const QUICK = [
  ...["waymark direct", "waymark agent", "langgraph", "langgraph-map"],
  ...["dbos", "restate", "openworkflow", "mastra"],
];
export const GRAPHS = {
  chain: { name: "chain of 100", tasks: chain(100), output },
  fan: { name: "fan of 100", tasks: fan(100), output },
  layered: { name: "layered 200", tasks: layered(20, WIDTH), output, systems: QUICK },
  long: {
    name: "chain of 100, outputs of 16 KB",
    tasks: chain(100),
    output: noise(LONG_OUTPUT),
    // Mastra keeps all outputs so far with each step: one run takes a quarter of a minute.
    systems: ["waymark direct", "langgraph", "langgraph-map", "dbos", "restate", "openworkflow"],
  },
  timed: {
    name: "layered 200, lognormal times",
    tasks: lasting(layered(20, WIDTH)),
    output,
    systems: ["waymark agent", "langgraph"],
  },
} satisfies Record<string, Graph>;

/**
 * The least time in which tasks can be done, `WIDTH` at a time: that of the longest path, or of all the work without a
 * gap.
 */
export function lowerBoundMs(tasks: readonly GraphTask[]): number {
  const ends = new Map<string, number>();
  for (const { id, dependsOn, ms = 0 } of tasks) {
    ends.set(id, Math.max(0, ...dependsOn.map((other) => ends.get(other) ?? 0)) + ms);
  }
  const work = tasks.reduce((sum, { ms = 0 }) => sum + ms, 0);
  return Math.max(work / WIDTH, ...ends.values());
}

/** The same tasks with lognormal times, the same ones in every run. */
function lasting(tasks: GraphTask[]): GraphTask[] {
  const random = randomFrom(3);
  return tasks.map((task) => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return { ...task, ms: Math.round(TASK_MS.median * Math.exp(TASK_MS.sigma * normal)) };
  });
}

/** Tasks one after the other. */
export function chain(length: number): GraphTask[] {
  return range(length).map((n) => ({ id: idOf(n), dependsOn: n === 0 ? [] : [idOf(n - 1)] }));
}

/** One task, then so many at the same time, then one that depends on all of them. */
export function fan(width: number): GraphTask[] {
  const middle = range(width).map((n) => ({ id: idOf(n + 1), dependsOn: [idOf(0)] }));
  const last = { id: idOf(width + 1), dependsOn: middle.map(({ id }) => id) };
  return [{ id: idOf(0), dependsOn: [] }, ...middle, last];
}

/** Layers of tasks that depend on one to three of the layer before, the same ones every time. */
function layered(layers: number, width: number): GraphTask[] {
  const random = randomFrom(1);
  return range(layers * width).map((n) => {
    const layer = Math.floor(n / width);
    if (layer === 0) return { id: idOf(n), dependsOn: [] };
    const parents = range(1 + Math.floor(random() * MAX_PARENTS)).map(
      () => (layer - 1) * width + Math.floor(random() * width),
    );
    return { id: idOf(n), dependsOn: [...new Set(parents)].sort((a, b) => a - b).map(idOf) };
  });
}

/** Text that no database can compress to nothing. */
function noise(length: number): string {
  const random = randomFrom(2);
  return range(length)
    .map(() => LETTERS[Math.floor(random() * LETTERS.length)])
    .join("");
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function idOf(n: number): string {
  return `task_${n}`;
}

function range(length: number): number[] {
  return Array.from({ length }, (_, n) => n);
}
