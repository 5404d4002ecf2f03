import { type EndState, endStateOf } from "./end-state";
import { judgeRuns } from "./judge-runs";
import { playAll } from "./play";
import type { Scenario } from "./scenario";
import { openScenarioWire } from "./scenario-wire";
import { openStage } from "./stage";

/** What scenarios come to without faults, and how much of what faults can hit lies on the way. */
export type Calm = { ends: EndState[]; statements: Record<string, number>; modelCalls: number };

const THINK_MS = 30;
const DEADLINE_MS = 300_000;
/** A quick heartbeat, so that leases are renewed on the way. */
const WORKER = { heartbeatMs: 1_000, drainGraceMs: 500 };

/** Plays scenarios without any fault. Throws when even so something is wrong with one of them. */
export async function playCalmly(scenarios: Scenario[]): Promise<Calm> {
  const wire = await openScenarioWire({ thinkMs: THINK_MS });
  const stage = await openStage({ modelUrl: wire.baseUrl, worker: WORKER, deadlineMs: DEADLINE_MS });
  try {
    const before = stage.proxy.counts();
    const played = await playAll(stage, scenarios);
    const statements = Object.entries(stage.proxy.counts()).map(([method, count]) => [
      method,
      count - (before[method] ?? 0),
    ]);
    const wrong = (await judgeRuns(stage, played)).filter(({ problems }) => problems.length > 0);
    if (wrong.length > 0) throw new Error(`Wrong without any fault: ${JSON.stringify(wrong)}`);
    const ends = played.map(({ state }) => endStateOf(state));
    return { ends, statements: Object.fromEntries(statements), modelCalls: wire.asked() };
  } finally {
    await stage.close();
    await wire.close();
  }
}
