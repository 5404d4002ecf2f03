import { canonicalJson } from "../../../json";
import { getOwn } from "../../../own";
import { type PlanReach, reachIn } from "../../../plan/reach";
import { stemOf } from "../../../plan/result-names";
import type { StoredTask } from "../../../plan/stored";
import type { OfferedPlan } from "../../commands";
import type { RunState } from "../../state";
import { tasksInForce } from "../../state/in-force";
import { isTerminalTask } from "../../status";
import { tasksBehind } from "../obligations";
import { letsGoOn, workOf } from "../work";

/**
 * True where a model's change of the plan is put before people: a person approved a version, or wrote one of a run that says
 * so. A run may say that nobody is asked.
 */
export const asksBeforeChange = ({ settings: { afterApproval }, planSettled }: RunState): boolean =>
  afterApproval === undefined
    ? planSettled === "approved"
    : afterApproval === "ask" && planSettled !== undefined;

/**
 * True for a version that only does failed work another way (docs/engine.md, "Settled plans"): what is new descends from a
 * failed task and is of its type, and where it may act outside it is that work as it was, once, with nothing else flowing
 * into it. All other open work stays as it was, and each keeps its id up to the number of the version: ids, too, are words that
 * others read. `next` are the tasks of the version.
 */
export function isRepair(state: RunState, { reach }: OfferedPlan, next: readonly StoredTask[]): boolean {
  const current = tasksInForce(state);
  const failed = (state.replan?.covers ?? []).flatMap((id) => getOwn(state.tasks, id)?.spec ?? []);
  const lineages = new Set(failed.map(({ lineage }) => lineage));
  const isOpen = ({ id }: StoredTask) => !isTerminalTask(getOwn(state.tasks, id)?.status ?? "pending");
  const open = next.filter(isOpen);
  const others = (tasks: readonly StoredTask[]) => tasks.filter(({ lineage }) => !lineages.has(lineage));
  const repairs = open.filter(({ lineage }) => lineages.has(lineage));
  const lineageOf = lineagesOf([...current, ...next]);
  return (
    reach !== undefined &&
    failed.length > 0 &&
    isSameWork(others(current.filter(isOpen)), others(open), lineageOf) &&
    repairs.every((task) => failed.some((one) => isSuccessor(task, one))) &&
    isWithin(
      repairs.filter((task) => reachIn(reach, task).length > 0),
      failed,
      lineageOf,
    ) &&
    repairs
      .filter((task) => leadsToAct(task, next, reach))
      .every((task) => addsNoInput(task, failed, lineageOf) && isNoLaxer(task, failed))
  );
}

const isSuccessor = (task: StoredTask, failed: StoredTask): boolean =>
  task.lineage === failed.lineage && task.type === failed.type && stemOf(task.id) === stemOf(failed.id);

const leadsToAct = (task: StoredTask, tasks: readonly StoredTask[], reach: PlanReach): boolean => {
  const behind = tasksBehind(tasks, task.id);
  return tasks.some((one) => behind.has(one.id) && reachIn(reach, one).length > 0);
};

/** What it begins with, the failed work began with too, or it is part of the same repair. */
function addsNoInput(task: StoredTask, failed: readonly StoredTask[], lineageOf: LineageOf): boolean {
  const before = failed.filter((one) => isSuccessor(task, one)).flatMap(({ dependsOn }) => dependsOn);
  const known = new Set([...before.map(lineageOf), task.lineage]);
  return task.dependsOn.every((id) => known.has(lineageOf(id)));
}

/** A failure that stopped what comes after the failed work stops it after its repair too. */
const isNoLaxer = (task: StoredTask, failed: readonly StoredTask[]): boolean =>
  failed
    .filter((one) => isSuccessor(task, one))
    .every((one) => letsGoOn(task).every((goesOn, n) => !goesOn || letsGoOn(one)[n] === true));

type LineageOf = (id: string) => string;

function lineagesOf(tasks: readonly StoredTask[]): LineageOf {
  const lineages = new Map(tasks.map(({ id, lineage }) => [id, lineage]));
  return (id) => lineages.get(id) ?? id;
}

/** Work, under which name, and what it waits for, whatever numbers a version gives them. */
const placeOf = (task: StoredTask, lineageOf: LineageOf): string =>
  canonicalJson([
    ...[stemOf(task.id), workOf(task), letsGoOn(task)],
    [...new Set(task.dependsOn.map(lineageOf))].sort(),
  ]);

/** The same work behind the same work. */
const isSameWork = (a: readonly StoredTask[], b: readonly StoredTask[], lineageOf: LineageOf): boolean =>
  a.length === b.length && isWithin(a, b, lineageOf);

/** Each does the same, behind the same, as one of the others, which stands for no second one. */
function isWithin(
  tasks: readonly StoredTask[],
  others: readonly StoredTask[],
  lineageOf: LineageOf,
): boolean {
  const left = others.map((one) => placeOf(one, lineageOf));
  return tasks.every((task) => {
    const at = left.indexOf(placeOf(task, lineageOf));
    return at >= 0 && left.splice(at, 1).length > 0;
  });
}
