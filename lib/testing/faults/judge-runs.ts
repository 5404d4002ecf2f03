import { differences, type EndState, endStateOf } from "./end-state";
import type { Played, TestBed } from "./play";
import { projectionProblems } from "./stored-run";
import { effectProblems } from "./world-file";

/** One run of a group; it holds when it has no problem. */
export type GroupCase = {
  seed: number;
  problems: string[];
  /** Gates at which a person told what had become of a call. */
  unknownOutcomes: number;
  leases: number;
};

/** What is wrong with each run: by itself, in the world, in the projections, and against the end without faults. */
export async function checkRuns(
  stage: TestBed,
  played: Played[],
  baseline?: EndState[],
): Promise<GroupCase[]> {
  const effects = stage.world.effects();
  const cases: GroupCase[] = [];
  for (const [n, { scenario, runId, state, stuck, unknownOutcomes }] of played.entries()) {
    const { seed, writes } = scenario;
    const own = effects.filter(({ id }) => id.startsWith(`${seed}-`));
    const { reason } = state.finished ?? {};
    const problems = [
      ...(stuck === undefined ? [] : [stuck]),
      ...(reason === undefined || reason === "answer_complete" ? [] : [`it ended with ${reason}`]),
      ...effectProblems(writes, own),
      ...(await projectionProblems(stage.sql, runId)),
      ...(baseline ? differences(baseline[n], endStateOf(state)) : []),
    ];
    cases.push({ seed, problems, unknownOutcomes, leases: state.epoch });
  }
  return cases;
}
