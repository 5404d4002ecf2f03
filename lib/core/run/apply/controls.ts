import { canonicalJson } from "../../json";
import { obligationsOf, releaseOf } from "../controls/obligations";
import { waiversOf, weakenedBy } from "../controls/weakened";
import type { EventOf } from "../events";
import type { RunState, TaskState } from "../state";
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

const currentSpecs = (state: RunState) => state.order.map((id) => taskOf(state, id).spec);
