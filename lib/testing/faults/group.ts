import { type Calm, playCalmly } from "./calm";
import type { StatementFault } from "./fault-book";
import { planFaults } from "./fault-plan";
import { type GroupCase, judgeRuns } from "./judge-runs";
import type { PlannedKill } from "./kill-book";
import { type Killer, type KillPlan, killAtPlaces, killByTheClock } from "./killers";
import { playAll } from "./play";
import type { Scenario } from "./scenario";
import { openScenarioWire, type ScenarioWire } from "./scenario-wire";
import { type OpenStage, openStage } from "./stage";
import { readTakeOvers } from "./take-overs";
import { startWorkerFleet, type WorkerFleet } from "./worker-fleet";

export type GroupPlan = {
  /** Of the faults and kills; the scenarios have their own. */
  seed: number;
  scenarios: Scenario[];
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
  /** How long runs of killed workers waited for another. */
  takeOversMs: number[];
  /** Effects that happened again, as those of idempotent tools may. */
  repeatedEffects: number;
};

/** A quick heartbeat, so that it takes its part of the faults; a short drain at the end. */
const WORKER = { heartbeatMs: 1_000, drainGraceMs: 500 };
const DEADLINE_MS = 300_000;
const THINK_MS = 60;
/** What is asked again and again is still asked when the runs have ended. */
const LAST_FAULT_MS = 15_000;

/**
 * Plays scenarios without faults and then with them, in databases of their own, and holds each run against itself:
 * the same end, projections that are the fold of the events, and every effect in the world once.
 */
export async function playGroup(plan: GroupPlan): Promise<GroupResult> {
  const calm = await playCalmly(plan.scenarios);
  const killer = killerOf(plan, calm);
  const { thinkMs = THINK_MS, deadlineMs = DEADLINE_MS } = plan;
  const wire = await openScenarioWire({ thinkMs, intercept: (request) => killer?.intercept(request) });
  const worker = killer ? (false as const) : WORKER;
  const stage = await openStage({ modelUrl: wire.baseUrl, worker, deadlineMs });
  const fleet = killer && startFleet(plan, killer, stage, wire);
  try {
    await fleet?.ready;
    if (fleet) killer.begin(fleet);
    return await playFaultily(plan, calm, stage, { killer, fleet });
  } finally {
    killer?.stop();
    await fleet?.stop();
    await stage.close();
    await wire.close();
  }
}

function killerOf({ seed, scenarios, processes }: GroupPlan, { modelCalls }: Calm): Killer | undefined {
  if (!processes) return;
  if (processes.kills.everyMs !== undefined) return killByTheClock(processes.kills);
  const effects = scenarios.flatMap(({ writes }) => writes).length;
  return killAtPlaces(seed, { effects, modelCalls }, processes.kills);
}

/** No worker has room for all runs, so that each of them has some. */
const SHARE = 0.7;

function startFleet(
  { processes, scenarios }: GroupPlan,
  killer: Killer,
  stage: OpenStage,
  wire: ScenarioWire,
): WorkerFleet {
  return startWorkerFleet({
    size: processes?.size ?? 1,
    databaseUrl: stage.proxy.url,
    modelUrl: wire.baseUrl,
    worldFile: stage.world.path,
    workerOptions: { ...WORKER, runSlots: Math.ceil(scenarios.length * SHARE) },
    diesAt: killer.diesAt,
  });
}

async function playFaultily(
  plan: GroupPlan,
  calm: Calm,
  stage: OpenStage,
  { killer, fleet }: { killer: Killer | undefined; fleet: WorkerFleet | undefined },
): Promise<GroupResult> {
  const faults = planFaults(plan.seed, calm.statements, plan.faults);
  stage.proxy.plan(faults);
  const played = await playAll(stage, plan.scenarios);
  await Promise.race([stage.proxy.allFired(), after(LAST_FAULT_MS)]);
  const kills = fleet?.kills ?? [];
  const effects = stage.world.effects();
  return {
    cases: await judgeRuns(stage, played, calm.ends),
    unfired: [...stage.proxy.unfired(), ...(killer?.unfired() ?? [])],
    faults: faults.length,
    kills: kills.length,
    takeOversMs: await readTakeOvers(stage.sql, kills),
    repeatedEffects: effects.length - new Set(effects.map(({ id }) => id)).size,
  };
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
