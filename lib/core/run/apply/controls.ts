import { canonicalJson } from "../../json";
import { ANSWER, guardedWork, obligationId, obligationsOf, releaseOf } from "../controls/obligations";
import { waiversOf, weakenedBy } from "../controls/weakened";
import type { EventOf } from "../events";
import type { ApprovalState, RunState, TaskState } from "../state";
import { taskOf } from "../state/ready";

/**
 * What the version's controls hold back, unless those of an earlier version hold back just the same. What it does without
 * earlier controls by leave of their people may act, as long as nothing before it changes.
 */
export function addObligations(state: RunState, { payload }: EventOf<"plan_version_adopted">): void {
  const { version, reach, waives = [] } = payload;
  const { settings } = state;
  if (waives.length > 0) {
    const tasks = currentSpecs(state);
    const waived = weakenedBy(state, { tasks, reach }).filter(({ obligation }) =>
      waives.includes(obligation.control),
    );
    state.releases.push(...waiversOf(waived, { version, tasks }));
  }
  const known = new Set(state.obligations.map(({ version: _version, ...same }) => canonicalJson(same)));
  const added = obligationsOf({ version, tasks: currentSpecs(state), reach, settings });
  state.obligations.push(
    ...added.filter(({ version: _version, ...same }) => !known.has(canonicalJson(same))),
  );
}

/** People have passed a control: what stands behind it as the plan is now may act. No other task is a control. */
export function recordRelease(state: RunState, task: TaskState): void {
  const { planVersion: version, settings } = state;
  const release = releaseOf({ version, tasks: currentSpecs(state), settings }, task.spec);
  if (release) state.releases.push(release);
}

/** The people of these obligations let the run end with an answer from the work as it is. */
export function recordAnswerRelease(state: RunState, { obligations = [] }: ApprovalState): void {
  const { planVersion: version } = state;
  const work = [guardedWork(currentSpecs(state)).get(ANSWER) as string];
  const met = state.obligations.filter((one) => obligations.includes(obligationId(one)));
  state.releases.push(
    ...met.map(({ control, terms }) => ({ control, from: "start" as const, version, terms, work })),
  );
}

/** A control whose people end the run early has let the answer pass, and nothing else. */
export function recordEarlyEnd(state: RunState, task: TaskState): void {
  const { planVersion: version, settings } = state;
  const tasks = currentSpecs(state);
  const release = releaseOf({ version, tasks, settings }, task.spec);
  const answer = guardedWork(tasks, task.id).get(ANSWER);
  if (release && answer !== undefined) state.releases.push({ ...release, work: [answer] });
}

const currentSpecs = (state: RunState) => state.order.map((id) => taskOf(state, id).spec);
