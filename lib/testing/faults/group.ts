import { checkRuns, countToldCalls, type GroupCase } from "./check-runs";
import { type EndState, endStateOf } from "./end-state";
import { planFaults, type StatementFault } from "./fault-schedule";
import {
  type Killer,
  type KillPlan,
  killAtPoints,
  killPeriodically,
  type PlannedKill,
  stopBeforeEffects,
} from "./killers";
import { type Played, playAll } from "./play";
import { randomScenario, type Scenario, type ScenarioOptions } from "./scenario";
import { openScenarioWire, type ScenarioWire } from "./scenario-wire";
import { readTakeOvers } from "./take-overs";
import { type OpenTestBed, openTestBed } from "./test-bed";
import { startWorkerPool, type WorkerPool } from "./worker-pool";

/** What scenarios come to without faults, and how much of what faults can hit lies on the way. */
type Baseline = { ends: EndState[]; statements: Record<string, number>; modelCalls: number };
const BASELINE_THINK_MS = 30;

export type GroupPlan = ScenarioOptions & {
  /** Of the faults, the kills and the first scenario; the others have those after it. */
  seed: number;
  /** How many scenarios. */
  runs: number;
  /** Wanted faults of statements. */
  faults: number;
  /** Workers in processes of their own, which are killed; else there is one worker, in this process. */
  processes?: { size: number; kills: KillPlan };
  /** The model takes up to this long for an answer. */
  thinkMs?: number;
  /** A run that has not ended by then is stuck. */
  deadlineMs?: number;
};

export type GroupResult = {
  cases: GroupCase[];
  /** Faults and kills that did not come about: then the group has shown less than it was to. */
  unfired: (StatementFault | PlannedKill)[];
  faults: number;
  kills: number;
  stops: number;
  /** How long runs of killed workers waited for another. */
  takeOversMs: number[];
  /** Effects that happened again, as those of idempotent tools may. */
  repeatedEffects: number;
  /** Requests that the provider got beyond those that the ledgers of the runs tell of, recorded or unknown. */
  untoldCalls: number;
};

/** A quick heartbeat, so that it takes its part of the faults; a short drain at the end. */
const WORKER = { heartbeatMs: 1_000, drainGraceMs: 500 };
const DEADLINE_MS = 300_000;
const THINK_MS = 60;
/** What is asked again and again is still asked when the runs have ended. */
const LAST_FAULT_MS = 3_000;
/** Runs that go on meeting faults which the others, for being quick, did not come to. */
const EXTRA_RUNS = { atOnce: 3, rounds: 12, firstSeed: 1_000_000 };

/**
 * Plays scenarios without faults and then with them, in databases of their own, and holds each run against itself:
 * the same end, projections that are the fold of the events, and every effect in the world once.
 */
export async function playGroup(plan: GroupPlan): Promise<GroupResult> {
  const scenarios = scenariosFrom(plan.seed, plan.runs, plan);
  const baseline = await playBaseline(scenarios);
  const killer = createKiller(plan, scenarios, baseline);
  const { thinkMs = THINK_MS, deadlineMs = DEADLINE_MS } = plan;
  const wire = await openScenarioWire({ thinkMs, intercept: (request) => killer?.intercept(request) });
  const worker = killer ? (false as const) : WORKER;
  const stage = await openTestBed({ modelUrl: wire.baseUrl, worker, deadlineMs });
  const pool = killer && startPool(plan, killer, stage, wire);
  try {
    await pool?.ready;
    if (pool) killer.start(pool);
    stage.proxy.plan(planFaults(plan.seed, baseline.statements, plan.faults));
    return await playFaultily({ plan, scenarios, baseline, stage, killer, pool, wire });
  } finally {
    killer?.stop();
    await pool?.stop();
    await stage.close();
    await wire.close();
  }
}

function createKiller(
  { seed, processes }: GroupPlan,
  scenarios: Scenario[],
  { modelCalls }: Baseline,
): Killer | undefined {
  if (!processes) return;
  if (processes.kills.everyMs !== undefined) return killPeriodically(processes.kills);
  const effects = scenarios.flatMap(({ writes }) => writes).length;
  if (processes.kills.stopForMs !== undefined) return stopBeforeEffects(seed, { effects }, processes.kills);
  return killAtPoints(seed, { effects, modelCalls }, processes.kills);
}

/** No worker has room for all runs, so that each of them has some. */
const SHARE = 0.7;

function startPool(plan: GroupPlan, killer: Killer, stage: OpenTestBed, wire: ScenarioWire): WorkerPool {
  return startWorkerPool({
    size: plan.processes?.size ?? 1,
    databaseUrl: stage.proxy.url,
    modelUrl: wire.baseUrl,
    worldFile: stage.world.path,
    workerOptions: { ...WORKER, runSlots: Math.ceil(plan.runs * SHARE) },
    fateAt: killer.fateAt,
  });
}

type Playing = {
  plan: GroupPlan;
  scenarios: Scenario[];
  baseline: Baseline;
  stage: OpenTestBed;
  killer: Killer | undefined;
  pool: WorkerPool | undefined;
  wire: ScenarioWire;
};

async function playFaultily({
  plan,
  scenarios,
  baseline,
  stage,
  killer,
  pool,
  wire,
}: Playing): Promise<GroupResult> {
  const unfired = () => [...stage.proxy.unfired(), ...(killer?.unfired() ?? [])];
  const played = await playAll(stage, scenarios);
  const extra: Played[] = [];
  await Promise.race([stage.proxy.allFired(), delay(LAST_FAULT_MS)]);
  const rounds = played.some(({ stuck }) => stuck !== undefined) ? 0 : EXTRA_RUNS.rounds;
  for (let round = 0; unfired().length > 0 && round < rounds; round += 1) {
    const seed = EXTRA_RUNS.firstSeed + plan.seed + extra.length;
    extra.push(...(await playAll(stage, scenariosFrom(seed, EXTRA_RUNS.atOnce, plan))));
  }
  const kills = pool?.kills ?? [];
  const effects = stage.world.effects();
  const failingExtras = (await checkRuns(stage, extra)).filter(({ problems }) => problems.length > 0);
  return {
    cases: [...(await checkRuns(stage, played, baseline.ends)), ...failingExtras],
    unfired: unfired(),
    faults: stage.proxy.fired(),
    kills: kills.length,
    stops: pool?.stops() ?? 0,
    takeOversMs: await readTakeOvers(stage.sql, kills, pool?.claims ?? []),
    repeatedEffects: effects.length - new Set(effects.map(({ id }) => id)).size,
    untoldCalls: Math.max(0, wire.asked() - (await countToldCalls(stage.sql))),
  };
}

function scenariosFrom(seed: number, count: number, options: ScenarioOptions): Scenario[] {
  return Array.from({ length: count }, (_, n) => randomScenario(seed + n, options));
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** Plays scenarios without any fault. Throws when even so something is wrong with one of them. */
async function playBaseline(scenarios: Scenario[]): Promise<Baseline> {
  const wire = await openScenarioWire({ thinkMs: BASELINE_THINK_MS });
  const stage = await openTestBed({ modelUrl: wire.baseUrl, worker: WORKER, deadlineMs: DEADLINE_MS });
  try {
    const before = stage.proxy.counts();
    const played = await playAll(stage, scenarios);
    const statements = Object.entries(stage.proxy.counts()).map(([method, count]) => [
      method,
      count - (before[method] ?? 0),
    ]);
    const failing = (await checkRuns(stage, played)).filter(({ problems }) => problems.length > 0);
    if (failing.length > 0) throw new Error(`Wrong without any fault: ${JSON.stringify(failing)}`);
    const ends = played.map(({ state }) => endStateOf(state));
    return { ends, statements: Object.fromEntries(statements), modelCalls: wire.asked() };
  } finally {
    await stage.close();
    await wire.close();
  }
}
