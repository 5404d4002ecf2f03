import {
  critiquePlan,
  diffPlans,
  levels,
  type Plan,
  readPlan,
  validatePlan,
  writePlanText,
} from "@/lib/core/plan";
import { median, rounded, writeRows } from "./results";

const TASKS = 2_000;
const REPETITIONS = 20;
/** For each act on a plan of this size. */
const TARGET_MS = 200;
const LARGE_GRAPH_TASKS = 10_000;
const GARBAGE_CHARS = 5_000_000;
const GARBAGE_TARGET_MS = 5_000;

const TOOLS = [
  { name: "lookup", tags: ["network"], sideEffects: "read" as const },
  { name: "publish", tags: [], sideEffects: "write" as const },
];

/** What reading, writing, checking, critiquing and comparing plans of 2 000 tasks of several shapes costs. */
export async function benchPlans(): Promise<boolean> {
  const results = Object.entries(SHAPES).map(([shape, dependenciesOf]) =>
    measure(shape, planOf(dependenciesOf)),
  );
  for (const { shape, ...times } of results) {
    const parts = Object.entries(times).map(([act, ms]) => `${act} ${ms.toFixed(1)} ms`);
    console.log(`${shape}: ${parts.join(", ")}`);
  }
  const acts = results.flatMap(({ read, readText, validate, critic, diff }) => [
    ...[read, readText, validate, critic, diff],
  ]);
  const levelsMs = medianMs(() => levels(chain(LARGE_GRAPH_TASKS)));
  const garbageMs = medianMs(() => readPlan("[".repeat(GARBAGE_CHARS)), 3);
  const rows = [
    [`milliseconds of the slowest act on a plan of ${TASKS} tasks`, Math.max(...acts), TARGET_MS],
    [`milliseconds for the levels of ${LARGE_GRAPH_TASKS} tasks`, levelsMs, TARGET_MS],
    ["milliseconds until 5 MB of brackets are refused", garbageMs, GARBAGE_TARGET_MS],
  ] as const;
  return writeRows(
    "plans",
    rows.map(([row, ms, target]) => ({ row, value: rounded(ms), target })),
    { shapes: results },
  );
}

type Times = {
  shape: string;
  read: number;
  readText: number;
  writeText: number;
  validate: number;
  critic: number;
  diff: number;
};

/** Numbers of the tasks that a task depends on. */
const SHAPES: Record<string, (n: number) => number[]> = {
  "one level": () => [],
  "one chain": (n) => range(n - 1, n),
  "groups of three with a gate": (n) => (isGate(n) ? range(n - 3, n) : range(n - (n % 4) - 1, n - (n % 4))),
  "thirty dependencies each": (n) => range(n - 30, n),
};

/** Medians in milliseconds, after one round that does not count. */
function measure(shape: string, plan: Plan): Times {
  const json = JSON.stringify(plan);
  const text = writePlanText(plan);
  const changed = {
    ...plan,
    tasks: plan.tasks.slice(10).map((task) => ({ ...task, input: `${task.input}!` })),
  };
  return {
    shape,
    read: medianMs(() => readPlan(json)),
    readText: medianMs(() => readPlan(text)),
    writeText: medianMs(() => writePlanText(plan)),
    validate: medianMs(() => validatePlan(plan, { tools: TOOLS })),
    critic: medianMs(() => critiquePlan(plan, { tools: TOOLS })),
    diff: medianMs(() => diffPlans(plan, changed)),
  };
}

function medianMs(act: () => unknown, repetitions = REPETITIONS): number {
  const times: number[] = [];
  for (let n = 0; n <= repetitions; n += 1) {
    const startedAt = performance.now();
    act();
    if (n > 0) times.push(performance.now() - startedAt);
  }
  return median(times);
}

function planOf(dependenciesOf: (n: number) => number[]): Plan {
  const tasks = range(0, TASKS).map((n) => {
    const dependsOn = dependenciesOf(n).map((other) => `task_${other}`);
    return {
      id: `task_${n}`,
      title: `Task ${n}`,
      type: isGate(n) && dependsOn.length > 0 ? "synthesis_gate" : "task",
      agent: n % 3 === 0 ? "worker" : "default",
      input: `Fetch the page and sum up ${dependsOn.slice(-1).map((id) => `{{results.${id}}}`)}`,
      dependsOn,
    };
  });
  const agents = { worker: { prompt: "You work", tools: ["lookup", "publish"] } };
  const { plan } = readPlan({ title: "A large plan", agents, tasks });
  if (!plan) throw new Error("The plan of the measurement cannot be read");
  return plan;
}

function chain(count: number) {
  const tasks = range(0, count).map((n) => ({ id: `t${n}`, dependsOn: n === 0 ? [] : [`t${n - 1}`] }));
  return { tasks };
}

const isGate = (n: number): boolean => n % 4 === 3;

function range(from: number, to: number): number[] {
  const first = Math.max(0, from);
  return Array.from({ length: Math.max(0, to - first) }, (_, index) => first + index);
}
