import { startEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { type Databases, withDatabases } from "./databases";
import { type Recording, recordStatements } from "./load/recording";
import { type Replayed, replayStatements } from "./load/replay";
import { runOf } from "./load/run-input";
import { writePage } from "./page";
import { hearEnds } from "./peers/ends";
import { chain, fan, type GraphTask } from "./peers/graphs";
import { type Measured, machineLoad, median, rounded, writeRows } from "./results";

const ROUNDS = 5;
const RUNS = 100;
const CREATES = 300;
/** What two connections had sent at the same time may come in another order, and be refused for it: it is sent again. */
const REPLAYS = 4;
const SHAPES = { "fan of 20": fan(18), "chain of 20": chain(20) };

type Round = { ms: number; replayed: Replayed };
type NewDatabase = Databases["create"];

/** Many runs at once on one worker, over bare clients that send the same statements; and how fast runs are created. */
export async function benchLoad(): Promise<boolean> {
  const loadBefore = machineLoad();
  const rows = await withDatabases(async ({ create }) => [
    ...(await manyRunsRows(create)),
    await createsRow(create),
  ]);
  const allHold = writeRows("load", rows, { loadBefore, rounds: ROUNDS });
  writePage();
  return allHold;
}

async function manyRunsRows(newDatabase: NewDatabase): Promise<Measured[]> {
  const rounds: Record<string, Round[]> = {};
  for (let round = 0; round <= ROUNDS; round += 1) {
    console.log(round === 0 ? "Warming up …" : `Round ${round} of ${ROUNDS} …`);
    for (const [name, tasks] of Object.entries(SHAPES)) {
      const measured = await playRound(tasks, newDatabase);
      if (round > 0) rounds[name] = [...(rounds[name] ?? []), measured];
    }
  }
  return Object.entries(SHAPES).map(([name, { length }]) => manyRunsRow(name, length, rounds[name] ?? []));
}

/** The runs, and then the statements that they sent, each on a database that is empty at first. */
async function playRound(tasks: GraphTask[], newDatabase: NewDatabase): Promise<Round> {
  const { ms, mark, recording } = await playRuns(tasks, await newDatabase());
  let refused = 0;
  for (let attempt = 0; attempt < REPLAYS; attempt += 1) {
    const replayed = await replayStatements(await newDatabase(), recording, mark);
    if (replayed.errors === 0) return { ms, replayed };
    refused = replayed.errors;
  }
  throw new Error(`${refused} statements were refused when they were sent again`);
}

async function playRuns(
  tasks: GraphTask[],
  databaseUrl: string,
): Promise<{ ms: number; mark: number; recording: Recording }> {
  const recorder = recordStatements(Number(new URL(databaseUrl).port));
  const engine = await startEngine({ databaseUrl, model: createScriptedModel(() => "All is done.") });
  const ends = await hearEnds(databaseUrl);
  const input = runOf(tasks);
  await ends.of(await engine.createRun(input));
  const mark = performance.now();
  const runIds = await Promise.all(Array.from({ length: RUNS }, () => engine.createRun(input)));
  const endedAt = Math.max(...(await Promise.all(runIds.map(ends.of))));
  const { connections, batches } = recorder.stop();
  for (const runId of runIds) {
    const state = await engine.waitFor(runId, ({ finished }) => finished !== undefined);
    const done = Object.values(state.tasks).filter(({ status }) => status === "succeeded").length;
    if (done !== tasks.length) throw new Error(`${done} of ${tasks.length} tasks succeeded`);
  }
  await ends.stop();
  await engine.stop();
  const sent = batches.filter(({ sentAt }) => sentAt <= endedAt);
  return { ms: endedAt - mark, mark, recording: { connections, batches: sent } };
}

function manyRunsRow(name: string, tasks: number, rounds: readonly Round[]): Measured {
  const ms = median(rounds.map((round) => round.ms));
  const bareMs = median(rounds.map(({ replayed }) => replayed.ms));
  return {
    row: `${RUNS} runs of a ${name} on one worker, tasks a second over bare clients with the same statements`,
    value: rounded(bareMs / ms),
    target: 0.4,
    least: true,
    aim: 0.6,
    figures: {
      tasksPerSecond: rounded((RUNS * tasks * 1_000) / ms),
      bareTasksPerSecond: rounded((RUNS * tasks * 1_000) / bareMs),
      ms: rounded(ms),
      bareMs: rounded(bareMs),
      batches: median(rounds.map(({ replayed }) => replayed.batches)),
    },
  };
}

/** Runs with a plan, created by one web process as fast as it takes them, while no worker runs. */
async function createsRow(newDatabase: NewDatabase): Promise<Measured> {
  const model = createScriptedModel(() => "");
  const engine = await startEngine({ databaseUrl: await newDatabase(), model, worker: false });
  const input = runOf(SHAPES["chain of 20"]);
  await engine.createRun(input);
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: CREATES }, () => engine.createRun(input)));
    samples.push((CREATES * 1_000) / (performance.now() - startedAt));
  }
  await engine.stop();
  const row = "runs with a plan of 20 tasks that one process creates a second";
  return { row, value: rounded(median(samples)), target: 150, least: true };
}
