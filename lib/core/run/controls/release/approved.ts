import { tasksFedBy } from "../../../plan/flows";
import type { RunState } from "../../state";
import { tasksInForce } from "../../state/in-force";
import { isPeoplesWork } from "../peoples-work";
import { isEachKnown, workUpTo } from "../work";
import { restsOn } from "./asked";
import { actsOf, type PlanAt, planInForce } from "./release";

/** Under which terms people let a plan run: everyone may who may review, under the run's four eyes not its author. */
type PlanTerms = { assignees: string[]; quorum: number; fourEyes: boolean };

export const planTerms = ({ settings: { fourEyes } }: Readonly<RunState>): PlanTerms => ({
  assignees: [],
  quorum: 1,
  fourEyes,
});

/**
 * The terms of an approved plan that a version does otherwise: something acts in it that did not, or after other work
 * (docs/engine.md, "Settled plans").
 */
export function approvalChangedBy(state: Readonly<RunState>, next: PlanAt): PlanTerms[] {
  if (state.planSettled !== "approved") return [];
  return isEachKnown(placesOf(next), placesOf(planInForce(state))) ? [] : [planTerms(state)];
}

/** The terms of an approved plan in which something acts that rests on this task. */
export function approvalOver(state: Readonly<RunState>, taskId: string): PlanTerms[] {
  if (state.planSettled !== "approved") return [];
  const plan = planInForce(state);
  const fed = tasksFedBy(plan.tasks, taskId);
  return actsOf(plan).some(({ task: { id } }) => id === taskId || fed.has(id)) ? [planTerms(state)] : [];
}

/**
 * Whether people let something act that rests on a task, with the plan or at a control, or are asked about it: texts that somebody
 * may write since are no part of what they were shown, and stay out of its prompt (docs/engine.md, "The release").
 */
export const isLetAct = (state: Readonly<RunState>, taskId: string): boolean =>
  restsOn(state, taskId) || approvalOver(state, taskId).length > 0;

/**
 * True where the one who does a task reads of the run nothing but what flows into it: people let something act that rests on it, or are to be
 * asked while it may still be at work, and are shown no more of what it read.
 */
export const readsOwnAlone = (state: Readonly<RunState>, taskId: string): boolean =>
  isLetAct(state, taskId) || isPeoplesWork(state, taskId);

/**
 * Says of other tasks whether the one who does a task may read of them, beside what the plan hands on. Whose lineage a task carries on is
 * its writer's to choose, and tells nobody anything.
 */
export function toldOfOthers(state: Readonly<RunState>, taskId: string): (other: string) => boolean {
  if (!readsOwnAlone(state, taskId)) return () => true;
  const tasks = tasksInForce(state);
  return (other) => other === taskId || tasksFedBy(tasks, other).has(taskId);
}

/** Each act as its work, all that leads to it, and its tools. */
function placesOf(plan: PlanAt): string[] {
  const leading = workUpTo(plan.tasks);
  return actsOf(plan).map(({ task, tools }) => [leading.get(task.id), ...tools].join(" "));
}
