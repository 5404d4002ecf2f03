import { digestOf } from "../../bytes";
import { getOwn } from "../../own";
import { tasksFedBy } from "../../plan/flows";
import { checkOver } from "../controls/changes/checks-over";
import { haltTermsOver } from "../controls/halt";
import { factsOfReleased } from "../controls/release/facts";
import { leadingToActs } from "../controls/release/leading";
import { termsOfSay } from "../controls/release/leave";
import {
  acting,
  actsOf,
  type PlanAt,
  planInForce,
  type Released,
  releasedBy,
} from "../controls/release/release";
import type { ReleaseFacts } from "../events/release";
import type { InterventionType } from "../interventions";
import type { RunState, TaskState } from "../state";
import { type Act, listedActs } from "./acts";
import { boundDigest, boundTo, heldDigest } from "./shown";

/** What a person lets act who takes a task in hand, and the name of what they are shown of it. */
export type InHand = { digest: string; release: ReleaseFacts };

/**
 * What comes free where a person skips a task, gives it a result or words: of a gate or a review all that its passing
 * releases, of other work all that acts and rests on it, where people let that act, are asked about it, or have a check
 * before it. Undefined where the task leads to nothing of the kind (docs/engine.md, "Commands").
 */
export function inHand(state: RunState, task: TaskState): InHand | undefined {
  const plan = planInForce(state);
  const released = freedByHand(state, plan, task);
  if (!released) return;
  const release = factsOfReleased(plan, released, controlId(task));
  const digest = boundDigest(digestOf([task.id, questionAt(state, task)]), release);
  return { digest: boundTo(state, digest), release };
}

/**
 * True where the act lets something act that was not: work that is tried again as it is does so only where that lifts a halt about
 * which people are to decide.
 */
export const isShownFirst = (state: RunState, task: TaskState, act: InterventionType): boolean =>
  act !== "retry_task" || haltTermsOver(state, task.id).length > 0;

/** All that is read before somebody does that, in the order of the plan: what acts, and what flows into it. */
export function actsInHand(state: RunState, task: TaskState): Act[] {
  const plan = planInForce(state);
  const leading = leadingToActs(plan, freedByHand(state, plan, task) ?? [], controlId(task));
  return listedActs(
    state,
    leading.map(({ task: spec, tools, feeds, ended }) => ({
      task: spec,
      tools,
      feeds,
      ended,
      agents: state.agents,
      known: getOwn(state.tasks, spec.id),
    })),
  );
}

/** The id of a gate or a review, which stands in no list of what its passing lets act: its words are seen where it is asked about. */
export const controlId = (task: TaskState): string | undefined => (isControl(task) ? task.id : undefined);

const isControl = ({ spec: { type } }: TaskState): boolean =>
  type === "human_review" || type === "planning_review";

function freedByHand(state: RunState, plan: PlanAt, task: TaskState): Released[] | undefined {
  const { id } = task;
  // With the failure the halt goes, and all continues that stands still.
  if (haltTermsOver(state, id).length > 0) return acting(releasedBy(plan));
  if (isControl(task)) return releasedBy(plan, id);
  if (termsOfSay(state, id).length === 0 && checkOver(state, id).length === 0) return;
  const fed = tasksFedBy(plan.tasks, id);
  return actsOf(plan).filter(({ task: act }) => act.id === id || fed.has(act.id));
}

/** Names the question that waits there, which is done without. */
function questionAt(state: RunState, task: TaskState): string | null {
  const gate = getOwn(state.approvals, task.approvalId ?? "");
  if (gate?.status === "open") return gate.digest;
  return getOwn(state.held, task.id) === undefined ? null : heldDigest(state, task);
}
