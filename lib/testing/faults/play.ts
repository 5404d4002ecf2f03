import type { Sql } from "postgres";
import { localPerson as actor } from "@/lib/auth/actor";
import type { RunState } from "@/lib/core/run";
import type { ApprovalState } from "@/lib/core/run/state";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import type { TestEngine } from "../engine/run-harness";
import type { Scenario } from "./scenario";
import type { WorldFile } from "./world-file";
import { worldResult } from "./world-tools";

/** Where scenarios are played: the engine that people use, its database, and the world that tools change. */
export type TestBed = { engine: TestEngine; sql: Sql; world: WorldFile; deadlineMs: number };

/** How a run of a scenario went. */
export type Played = {
  scenario: Scenario;
  runId: string;
  state: Readonly<RunState>;
  /** Gates at which a person had to tell what had become of a call. */
  unknownOutcomes: number;
  /** Why the run did not come to its end. */
  stuck?: string;
};

/** Starts a run of each scenario at once, and waits until all have ended. */
export function playAll(testBed: TestBed, scenarios: Scenario[]): Promise<Played[]> {
  return Promise.all(scenarios.map((scenario) => play(testBed, scenario)));
}

async function play(testBed: TestBed, scenario: Scenario): Promise<Played> {
  const { engine } = testBed;
  const { mission, settings } = scenario;
  const runId = await engine.createRun({ mission, settings });
  const deadline = startTimer(testBed.deadlineMs);
  const answered = new Set<string>();
  const needsAttention = (now: Readonly<RunState>): boolean =>
    now.finished !== undefined || Object.keys(now.openApprovals).some((id) => !answered.has(id));
  try {
    for (;;) {
      const state = await Promise.race([engine.waitFor(runId, needsAttention), deadline.promise]);
      if (!state)
        return { ...(await describeStuck(engine, runId)), scenario, unknownOutcomes: answered.size };
      const played = { scenario, runId, state, unknownOutcomes: answered.size };
      if (state.finished) return played;
      for (const id of Object.keys(state.openApprovals).filter((one) => !answered.has(one))) {
        const gate = state.approvals[id] as ApprovalState;
        if (gate.kind !== "unknown_outcome") return { ...played, stuck: `a gate opened: ${gate.kind}` };
        answered.add(id);
        await reportOutcome(testBed, runId, gate);
      }
    }
  } finally {
    deadline.stop();
  }
}

async function describeStuck(engine: TestEngine, runId: string) {
  const state = await engine.waitFor(runId, () => true);
  const { phase, epoch, seq } = state;
  const inFlight = Object.keys(state.inFlight).join(" ");
  return { runId, state, stuck: `still ${phase} at event ${seq}, epoch ${epoch}, in flight: ${inFlight}` };
}

/** A person looks at the world and says what there is: the call has happened, with this result, or is to run. */
async function reportOutcome(
  { engine, sql, world }: TestBed,
  runId: string,
  gate: ApprovalState,
): Promise<void> {
  const callId = String(gate.subject?.callId);
  const [call] = await sql<{ tool: string; args: { id: string } }[]>`
    select tool, args from tool_calls where run_id = ${runId} and call_id = ${callId} and status = 'started'
      and task_id = ${gate.taskId ?? ""} order by attempt desc limit 1`;
  if (!call) throw new Error(`The gate ${gate.approvalId} asks for a call that is not there`);
  const { id } = call.args;
  const happened = world.effects().some((effect) => effect.id === id);
  const answer = happened ? { verb: "happened", value: worldResult(call.tool, id) } : { verb: "run" };
  const input = { approvalId: gate.approvalId, ...answer, comment: "I looked at the world." };
  await decideAsShown(engine.services, { actor, input });
}

function startTimer(ms: number): { promise: Promise<undefined>; stop(): void } {
  let timeout: NodeJS.Timeout | undefined;
  const promise = new Promise<undefined>((resolve) => {
    timeout = setTimeout(() => resolve(undefined), ms);
  });
  return { promise, stop: () => clearTimeout(timeout) };
}
