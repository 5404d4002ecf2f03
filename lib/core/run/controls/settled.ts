import { canonicalJson } from "../../json";
import { reachIn } from "../../plan/reach";
import type { StoredTask } from "../../plan/stored";
import type { OfferedPlan } from "../commands";
import type { RunState } from "../state";
import { isTerminalTask } from "../status";
import { workOf } from "./obligations";

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
 * failed task and is of its type, and where it may act outside it is that work as it was. All other open work stays as it was.
 * `next` are the tasks of the version.
 */
export function isRepair(state: RunState, { reach }: OfferedPlan, next: readonly StoredTask[]): boolean {
  const current = state.order.flatMap((id) => state.tasks[id]?.spec ?? []);
  const failed = (state.replan?.covers ?? []).flatMap((id) => state.tasks[id]?.spec ?? []);
  const lineages = new Set(failed.map(({ lineage }) => lineage));
  const isOpen = ({ id }: StoredTask) => !isTerminalTask(state.tasks[id]?.status ?? "pending");
  const open = next.filter(isOpen);
  const others = (tasks: readonly StoredTask[]) => tasks.filter(({ lineage }) => !lineages.has(lineage));
  const repairs = open.filter(({ lineage }) => lineages.has(lineage));
  return (
    reach !== undefined &&
    failed.length > 0 &&
    isSameWork(others(current.filter(isOpen)), others(open), [...current, ...next]) &&
    repairs.every((task) => {
      const before = failed.filter(({ lineage, type }) => lineage === task.lineage && type === task.type);
      const acts = reachIn(reach, task).length > 0;
      return before.length > 0 && (!acts || before.some((one) => workOf(one) === workOf(task)));
    })
  );
}

/** The same work behind the same work, whatever ids a version gives it. */
function isSameWork(a: readonly StoredTask[], b: readonly StoredTask[], all: readonly StoredTask[]): boolean {
  const lineages = new Map(all.map(({ id, lineage }) => [id, lineage]));
  const placesOf = (tasks: readonly StoredTask[]) =>
    tasks
      .map((task) => [workOf(task), ...new Set(task.dependsOn.map((id) => lineages.get(id)))])
      .map(([work, ...behind]) => canonicalJson([String(work), behind.map(String).sort()]))
      .sort();
  return canonicalJson(placesOf(a)) === canonicalJson(placesOf(b));
}
