import { getOwn, setOwn } from "@/lib/core/own";
import type { Plan } from "@/lib/core/plan/schema";
import type { RunState } from "@/lib/core/run/state";

/** The run with its tasks as they are edited: what the canvas shows of them in its own words. */
export function editedState(state: RunState, plan: Plan): RunState {
  const tasks = { ...state.tasks };
  for (const { id, title, type, agent, dependsOn } of plan.tasks) {
    const known = getOwn(tasks, id);
    if (known) setOwn(tasks, id, { ...known, spec: { ...known.spec, title, type, agent, dependsOn } });
  }
  return { ...state, tasks };
}
