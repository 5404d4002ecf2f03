import type { TestEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { chain, withEngine } from "./engine";
import { median, rounded, writeRows } from "./results";

const SMALL_TASKS = 100;
const LARGE_TASKS = 2_000;
const REPETITIONS = 5;
/** Small chains before and after each large one, so that both see the same machine. */
const SMALL_RUNS = 5;
/** Time per task in the large plan, over that in the small one. */
const TARGET_RATIO = 1.3;

/**
 * What a task costs, and whether it costs more in a large plan: chains of tasks of an agent that answers at once,
 * through run store, jobs, actor and effects, on a real PostgreSQL. Compares the medians.
 */
export async function benchGrowth(): Promise<boolean> {
  const model = createScriptedModel(({ role }) => (role === "answer" ? "All is done." : "done"));
  const result = await withEngine(model, measure);
  const { small, large, ratio, repetitions } = result;
  const row = {
    row: `a task of ${LARGE_TASKS} takes, over one of ${SMALL_TASKS}`,
    value: rounded(ratio),
    target: TARGET_RATIO,
    figures: { smallMs: rounded(small), largeMs: rounded(large) },
  };
  return writeRows("growth", [row], { repetitions });
}

type Repetition = { small: number; large: number; ratio: number };
type Result = Repetition & { repetitions: Repetition[] };

async function measure(engine: TestEngine): Promise<Result> {
  await smallMsPerTask(engine);
  const repetitions: Repetition[] = [];
  for (let n = 0; n < REPETITIONS; n += 1) {
    const before = await smallMsPerTask(engine);
    const large = await msPerTask(engine, LARGE_TASKS);
    const small = (before + (await smallMsPerTask(engine))) / 2;
    repetitions.push({ small, large, ratio: large / small });
  }
  const medianOf = (metric: keyof Repetition) => median(repetitions.map((repetition) => repetition[metric]));
  return { small: medianOf("small"), large: medianOf("large"), ratio: medianOf("ratio"), repetitions };
}

async function smallMsPerTask(engine: TestEngine): Promise<number> {
  const samples: number[] = [];
  for (let n = 0; n < SMALL_RUNS; n += 1) samples.push(await msPerTask(engine, SMALL_TASKS));
  return median(samples);
}

/** From the first start of a task to the last success, by the database's clock. */
async function msPerTask(engine: TestEngine, length: number): Promise<number> {
  const runId = await engine.createRun({ mission: "Measure", plan: chain(length) });
  const state = await engine.waitFor(runId, (now) => now.finished !== undefined);
  const times = Object.values(state.tasks);
  const startedAt = Math.min(...times.map((task) => task.startedAt ?? Number.POSITIVE_INFINITY));
  const endedAt = Math.max(...times.map((task) => task.endedAt ?? 0));
  return (endedAt - startedAt) / length;
}
