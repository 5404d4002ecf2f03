import { Session } from "node:inspector/promises";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { chain, withEngine } from "../engine";
import { partsOf } from "./parts";

/**
 * Entry of the process that is profiled: chains of programs without work, on the engine as it is in a worker process. It
 * is also run in the files of an earlier revision, and so imports only what that has too. Prints one line of JSON.
 */
const TASKS = 100;
const RUNS = 10;
const WARM_UP_RUNS = 10;
const SAMPLE_US = 250;

const model = createScriptedModel(() => "All is done.");
const measured = await withEngine(model, async (engine) => {
  const plan = chain(TASKS);
  const tasks = plan.tasks.map((task) => ({ ...task, type: "direct" as const, input: '"done"' }));
  const play = async (runs: number) => {
    for (let n = 0; n < runs; n += 1) {
      const runId = await engine.createRun({ mission: "Measure", plan: { ...plan, tasks } });
      const state = await engine.waitFor(runId, ({ finished }) => finished !== undefined);
      const done = Object.values(state.tasks).filter(({ status }) => status === "succeeded").length;
      if (done !== TASKS) throw new Error(`${done} of ${TASKS} tasks succeeded`);
    }
  };
  await play(WARM_UP_RUNS);
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: SAMPLE_US });
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await session.post("Profiler.start");
  await play(RUNS);
  const { profile } = await session.post("Profiler.stop");
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  const perTask = (all: number) => all / (RUNS * TASKS);
  const parts = Object.entries(partsOf(profile)).map(([name, all]) => [name, perTask(all)]);
  return {
    ms: perTask(ms),
    cpuMs: perTask((user + system) / 1_000),
    parts: Object.fromEntries(parts),
  };
});
process.stdout.write(`${JSON.stringify(measured)}\n`);
process.exit(0);
