import { reachIn } from "../../../plan/reach";
import type { StoredTask } from "../../../plan/stored";
import type { RunState } from "../../state";
import { tasksInForce } from "../../state/in-force";
import { isHeldByPlan, isOfPlan, mayCall, type Obligation, type Release } from "../obligations";
import { PLAN_CONTROL } from "../terms/names";
import type { ControlTerms } from "../terms/terms";
import { workRepeated, workUpTo } from "../work";
import { planTerms } from "./approved";
import { asksBeforeChange } from "./settled";

/** What people who let a plan run hold back from then on, and what of it may act. */
export type PlanApproval = { obligations: Obligation[]; releases: Release[] };

type Given = Partial<Pick<Release, "tools" | "models" | "at" | "approvalId">>;

/** What a release notes of tools and models: how they are now, where anybody noted them, and when that is. */
export const toolsThen = (
  { toolMarks, modelMarks, lastAt: at }: Readonly<RunState>,
  { tools = toolMarks, models = modelMarks }: Pick<Given, "tools" | "models"> = {},
): Given => (tools ? { tools, ...(models && { models }), at } : {});

/**
 * People have let these tasks of the version in force run, or all of them: each call is held to its work and to the tools as
 * they are now (docs/engine.md, "The release").
 */
export function approvalOf(
  state: Readonly<RunState>,
  approvalId?: string,
  tasks: readonly StoredTask[] = tasksInForce(state),
): PlanApproval {
  const given = { ...toolsThen(state), ...(approvalId !== undefined && { approvalId }) };
  return { obligations: heldBack(state, tasks), releases: released(state, tasks, given) };
}

/** The answer of people let the version pass; it is bound to what the version does otherwise than the one before it. */
export const approvalOfChange = (
  state: Readonly<RunState>,
  before: readonly StoredTask[],
  approvalId: string | undefined,
): PlanApproval => approvalOf(state, approvalId, changedSince(state, before));

/**
 * A person wrote the version: what takes the place of approved work is let run as it is now, and in an approved plan all else of
 * theirs, which took the right to let it run.
 */
export function approvalByAuthor(state: Readonly<RunState>, before: readonly StoredTask[]): PlanApproval {
  const isApproved = state.planSettled === "approved";
  const theirs = changedSince(state, before).filter((task) => isApproved || isHeld(state, task.id));
  return state.unapproved ? { obligations: [], releases: [] } : approvalOf(state, undefined, theirs);
}

/**
 * A model wrote the version by itself: what it does again of approved work is held to what that was approved with. It may do so
 * where the work and all that leads to it are what they were, and else asks when it acts, unless nobody is asked about such versions.
 */
export function approvalCarriedOn(state: Readonly<RunState>, before: readonly StoredTask[]): PlanApproval {
  const was = workUpTo(before);
  const workOf = ({ id }: StoredTask) => was.get(id) as string;
  const asks = asksBeforeChange(state) && state.unapproved !== "run";
  const predecessorsOf = predecessorsAmong(before, asks);
  const [wasRepeated, isRepeated] = [workRepeated(before), workRepeated(tasksInForce(state))];
  const isAsBefore = (task: StoredTask, one: StoredTask) =>
    !asks || wasRepeated.get(one.id) === isRepeated.get(task.id);
  const held = changedSince(state, before).filter((task) =>
    predecessorsOf(task).some((one) => isHeld(state, one.id, workOf(one))),
  );
  const releases = state.releases.filter(isOfPlan).flatMap(({ work, tools, at, approvalId }) => {
    const own = held.filter((task) =>
      predecessorsOf(task).some((one) => work.includes(workOf(one)) && isAsBefore(task, one)),
    );
    return released(state, own, {
      ...(tools && { tools }),
      ...(at !== undefined && { at }),
      ...(approvalId !== undefined && { approvalId }),
    });
  });
  return { obligations: heldBack(state, held), releases };
}

/** The task as it was, and the one that it repairs, where a model's change that is no repair is put before people. */
function predecessorsAmong(before: readonly StoredTask[], repairs: boolean) {
  const byLineage = new Map<string, StoredTask[]>();
  for (const task of before) byLineage.set(task.lineage, [...(byLineage.get(task.lineage) ?? []), task]);
  return ({ id, lineage }: StoredTask): StoredTask[] =>
    (byLineage.get(lineage) ?? []).filter((one) => repairs || one.id === id);
}

/** Tasks of the version in force of which the one before had not this work after this other work. */
function changedSince(state: Readonly<RunState>, before: readonly StoredTask[]): StoredTask[] {
  const tasks = tasksInForce(state);
  const [was, is] = [new Set(workUpTo(before).values()), workUpTo(tasks)];
  return tasks.filter(({ id }) => !was.has(is.get(id) as string));
}

const isHeld = ({ obligations }: Readonly<RunState>, taskId: string, work?: string): boolean =>
  obligations.some((one) => isOfPlan(one) && isHeldByPlan(one, taskId, work));

function heldBack(state: Readonly<RunState>, tasks: readonly StoredTask[]): Obligation[] {
  const leading = workUpTo(tasksInForce(state));
  const guarded = tasks.filter(mayCall).flatMap((task) => {
    const work = leading.get(task.id) as string;
    const isKnown = isHeld(state, task.id) && isHeld(state, "", work);
    return isKnown ? [] : [{ taskId: task.id, work, reach: reachIn(state.reach, task) }];
  });
  if (guarded.length === 0) return [];
  return [
    { version: state.planVersion, control: PLAN_CONTROL, terms: termsOf(state), guarded, unguarded: [] },
  ];
}

function released(state: Readonly<RunState>, tasks: readonly StoredTask[], given: Given): Release[] {
  const leading = workUpTo(tasksInForce(state));
  const work = tasks.filter(mayCall).map(({ id }) => leading.get(id) as string);
  if (work.length === 0) return [];
  const { planVersion: version } = state;
  return [{ control: PLAN_CONTROL, from: "start", version, terms: termsOf(state), work, ...given }];
}

/** A review that people decide stands for it too: what it shows is the work itself. */
const termsOf = (state: Readonly<RunState>): ControlTerms => ({
  kind: "planning_review",
  escalateTo: [],
  shows: [],
  ...planTerms(state),
});
