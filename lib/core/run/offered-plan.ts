import { getOwn } from "../own";
import type { PlanPatch, StoredPlan } from "../plan/stored";
import { applyPatch } from "./events/plan-versions";
import type { RunState } from "./state";

/** The plan in force, as its version keeps it. */
export function currentPlan(state: Readonly<RunState>): StoredPlan {
  return {
    title: state.planTitle,
    ...(state.planObjective !== undefined && { objective: state.planObjective }),
    agents: { ...state.agents },
    tasks: state.order.flatMap((id) => getOwn(state.tasks, id)?.spec ?? []),
  };
}

/** The plan in force as it would be with a patch, that of the version that waits for people unless another is given. */
export function offeredPlan(
  state: Readonly<RunState>,
  patch: PlanPatch | undefined = state.offered?.patch,
): StoredPlan | undefined {
  return patch && applyPatch(currentPlan(state), patch);
}
