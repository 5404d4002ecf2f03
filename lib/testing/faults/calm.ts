import { type EndState, endStateOf } from "./end-state";
import { checkRuns } from "./judge-runs";
import { playAll } from "./play";
import type { Scenario } from "./scenario";
import { openScenarioWire } from "./scenario-wire";
import { openTestBed } from "./stage";

/** What scenarios come to without faults, and how much of what faults can hit lies on the way. */
export type Baseline = { ends: EndState[]; statements: Record<string, number>; modelCalls: number };

const BASELINE_THINK_MS = 30;
const DEADLINE_MS = 300_000;
/** A quick heartbeat, so that leases are renewed on the way. */
const WORKER = { heartbeatMs: 1_000, drainGraceMs: 500 };

/** Plays scenarios without any fault. Throws when even so something is wrong with one of them. */
export async function playBaseline(scenarios: Scenario[]): Promise<Baseline> {
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
