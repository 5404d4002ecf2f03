import { canonicalJson } from "../../json";
import { obligationsOf, releaseOf } from "../controls/obligations";
import type { EventOf } from "../events";
import type { RunState, TaskState } from "../state";
import { taskOf } from "../state/ready";

/** What the version's controls hold back, unless those of an earlier version hold back just the same. */
export function addObligations(state: RunState, { payload }: EventOf<"plan_version_adopted">): void {
  const { version, reach } = payload;
  const { settings } = state;
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
