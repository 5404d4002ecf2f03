import type { WireRequest } from "../wire/reply";
import { differences, type EndState, endStateOf } from "./end-state";
import type { StatementFault } from "./fault-book";
import { planFaults } from "./fault-plan";
import { createKillBook, type PlannedKill, planKills } from "./kill-book";
import { type Played, playAll } from "./play";
import type { Scenario } from "./scenario";
import { openScenarioWire } from "./scenario-wire";
import { type OpenStage, openStage } from "./stage";
import { projectionProblems } from "./stored-run";
import { readTakeOvers } from "./take-overs";
import { type Kill, startWorkerFleet } from "./worker-fleet";
import { effectProblems } from "./world-file";

export type GroupPlan = {
  /** Of the faults and kills; the scenarios have their own. */
  seed: number;
  scenarios: Scenario[];
  /** Wanted faults of statements. */
  faults: number;
  /** Workers as processes of their own, and how often one is to be killed; else one worker in this process. */
  processes?: { size: number; kills: number };
  thinkMs?: number;
  deadlineMs?: number;
};

/** One run of the group; it holds when it has no problem. */
export type GroupCase = { seed: number; problems: string[]; unknownOutcomes: number; leases: number };

export type GroupResult = {
  cases: GroupCase[];
  /** Faults and kills that did not come about: then the group has shown less than it was to. */
  unfired: (StatementFault | PlannedKill)[];
  faults: number;
  kills: Kill[];
  /** How long runs of killed workers waited for another. */
  takeOversMs: number[];
  /** Calls that were repeated, as they may be. */
  repeatedEffects: number;
};

/** A quick heartbeat, so that it takes its part of the faults; a short drain at the end. */
const WORKER = { heartbeatMs: 1_000, drainGraceMs: 500 };
const DEADLINE_MS = 120_000;
const THINK_MS = 60;
const LAST_FAULT_MS = 15_000;

/** What a group does without faults, and how much of what faults can hit there is in it. */
type Calm = { ends: EndState[]; statements: Record<string, number>; modelCalls: number };

/**
 * Plays scenarios without faults and then with them, in databases of their own, and holds each run against itself:
 * the same end, projections that are the fold of the events, and every effect in the world once.
 */
export async function playGroup(plan: GroupPlan): Promise<GroupResult> {
  const calm = await playCalmly(plan);
  const faults = planFaults(plan.seed, calm.statements, plan.faults);
  const effects = plan.scenarios.flatMap(({ writes }) => writes).length;
  const kills = planKills(plan.seed, { effects, modelCalls: calm.modelCalls }, plan.processes?.kills ?? 0);
  return playFaultily(plan, calm, faults, kills);
}

async function playCalmly({ scenarios, thinkMs = THINK_MS }: GroupPlan): Promise<Calm> {
  const wire = await openScenarioWire({ thinkMs });
  const stage = await openStage({ modelUrl: wire.baseUrl, worker: WORKER, deadlineMs: DEADLINE_MS });
  const before = stage.proxy.counts();
  const played = await playAll(stage, scenarios);
  const statements = Object.entries(stage.proxy.counts()).map(([method, count]) => [
    method,
    count - (before[method] ?? 0),
  ]);
  const problems = (await findProblems(stage, played)).flatMap((one) => one.problems);
  await stage.close();
  await wire.close();
  if (problems.length > 0) throw new Error(`Without any fault: ${problems.join("; ")}`);
  const ends = played.map(({ state }) => endStateOf(state));
  return { ends, statements: Object.fromEntries(statements), modelCalls: wire.asked() };
}

async function playFaultily(
  plan: GroupPlan,
  calm: Calm,
  faults: StatementFault[],
  planned: PlannedKill[],
): Promise<GroupResult> {
  const { scenarios, processes, thinkMs = THINK_MS, deadlineMs = DEADLINE_MS } = plan;
  const book = createKillBook(planned);
  let killAsker: (request: WireRequest) => boolean = () => false;
  const wire = await openScenarioWire({
    thinkMs,
    intercept: (request) => (killAsker(request) ? { kind: "silence" } : undefined),
  });
  const modelUrl = wire.baseUrl;
  const stage = await openStage({ modelUrl, worker: processes ? false : WORKER, deadlineMs });
  const fleet = processes
    ? startWorkerFleet({
        ...{ size: processes.size, modelUrl, workerOptions: WORKER },
        databaseUrl: stage.proxy.url,
        worldFile: stage.world.path,
        diesAt: (window, tool) => tool !== "world_read" && book.meet(`${window} effect`),
      })
    : undefined;
  await fleet?.ready;
  if (fleet) {
    killAsker = ({ headers }) => {
      const key = fleet.keys.find((one) => headers.authorization === `Bearer ${one}`);
      return key !== undefined && book.meet("model call") && fleet.kill(key);
    };
  }
  stage.proxy.plan(faults);
  const played = await playAll(stage, scenarios);
  // What is asked again and again is still asked when the runs have ended.
  await Promise.race([stage.proxy.allFired(), after(LAST_FAULT_MS)]);
  const cases = await findProblems(stage, played, calm.ends);
  const kills = fleet?.kills ?? [];
  const takeOversMs = await readTakeOvers(stage.sql, kills);
  const effects = stage.world.effects();
  const repeatedEffects = effects.length - new Set(effects.map(({ id }) => id)).size;
  const unfired = [...stage.proxy.unfired(), ...book.unfired()];
  await fleet?.stop();
  await stage.close();
  await wire.close();
  return { cases, unfired, faults: faults.length, kills, takeOversMs, repeatedEffects };
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** What is wrong with each run, by itself and against the end it came to without faults. */
async function findProblems(stage: OpenStage, played: Played[], calm?: EndState[]): Promise<GroupCase[]> {
  const effects = stage.world.effects();
  const cases: GroupCase[] = [];
  for (const [n, { scenario, runId, state, stuck, unknownOutcomes }] of played.entries()) {
    const { seed, writes } = scenario;
    const problems = stuck === undefined ? [] : [stuck];
    if (state.finished && state.finished.reason !== "answer_complete") problems.push(state.finished.reason);
    problems.push(
      ...effectProblems(
        writes,
        effects.filter(({ id }) => id.startsWith(`${seed}-`)),
      ),
    );
    problems.push(...(await projectionProblems(stage.sql, runId)));
    if (calm) problems.push(...differences(calm[n], endStateOf(state)));
    cases.push({ seed, problems, unknownOutcomes, leases: state.epoch });
  }
  return cases;
}
