import { setOwn } from "../../own";
import type { Plan } from "../../plan/schema";
import { storePlan } from "../../plan/store";
import type { RunState } from ".";
import { initialState } from "./initial";
import { NO_TASKS } from "./totals";

/** A run that has this plan and has not begun. */
export function previewState(plan: Plan): RunState {
  const stored = storePlan(plan).plan;
  const state = initialState("preview");
  stored.tasks.forEach((spec, order) => {
    setOwn(state.tasks, spec.id, {
      id: spec.id,
      spec,
      order,
      status: "pending",
      attempt: 0,
      attempts: [],
      unmet: 0,
      sinceVersion: 1,
    });
  });
  return {
    ...state,
    phase: "executing",
    planVersion: 1,
    planTitle: stored.title,
    order: stored.tasks.map((task) => task.id),
    taskTotals: { ...NO_TASKS, total: stored.tasks.length, open: stored.tasks.length },
  };
}
