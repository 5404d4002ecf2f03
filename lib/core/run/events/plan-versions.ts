import type { PlanReach } from "../../plan/reach";
import type { PlanPatch, StoredPlan, StoredTask } from "../../plan/stored";
import type { RunEvent } from ".";
import type { PlanOrigin } from "./mission";
import type { Reason } from "./reason";

/** One version of a run's plan, as its event tells it; `at` and `seq` are the event's. */
export type PlanVersion = {
  version: number;
  parent: number | undefined;
  origin: PlanOrigin;
  cause: Reason;
  author: string;
  at: number;
  seq: number;
  plan: StoredPlan;
  /** By which tools its tasks may act outside, as was known last; absent where it was not. */
  reach?: PlanReach;
};

/**
 * The plan versions that a run's events tell of, oldest first, each with its plan in full. A version whose parent the
 * events lack is left out unless its patch is the whole plan.
 */
export function planVersionsOf(events: readonly RunEvent[]): PlanVersion[] {
  const plans = new Map<number, StoredPlan>();
  const versions: PlanVersion[] = [];
  for (const event of events) {
    const last = versions.at(-1);
    if (event.type === "tools_changed" && event.payload.reach && last) last.reach = event.payload.reach;
    if (event.type !== "plan_version_adopted") continue;
    const { version, parent, origin, cause, author, patch, reach } = event.payload;
    const plan = applyPatch(parent === undefined ? undefined : plans.get(parent), patch);
    if (plan === undefined) continue;
    plans.set(version, plan);
    const { at, seq } = event;
    versions.push({ version, parent, origin, cause, author, at, seq, plan, ...(reach && { reach }) });
  }
  return versions;
}

/** The inverse of `patchBetween`; undefined when the patch keeps a task that the parent does not have. */
export function applyPatch(parent: StoredPlan | undefined, patch: PlanPatch): StoredPlan | undefined {
  const tasks = new Map<string, StoredTask>();
  for (const task of [...(parent?.tasks ?? []), ...patch.tasks]) tasks.set(task.id, task);
  const ordered = patch.order.flatMap((id) => tasks.get(id) ?? []);
  if (ordered.length < patch.order.length) return undefined;
  const { title, objective, agents } = patch;
  return { title, ...(objective !== undefined && { objective }), agents, tasks: ordered };
}
