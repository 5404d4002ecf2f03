import "@/lib/client/no-eval";
import { readPlan, storePlan, validatePlan } from "@/lib/core/plan";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import { initialState, type RunState } from "@/lib/core/run/state";

/** What a pasted text is as a plan, read as the server will read it. */
export type PlanReading = {
  plan: Plan | undefined;
  errors: Issue[];
  warnings: Issue[];
};

/** Reads and checks a text; undefined for an empty one. */
export function readPasted(text: string, tools: readonly string[]): PlanReading | undefined {
  if (text.trim() === "") return undefined;
  const { plan, warnings, errors } = readPlan(text);
  const issues = plan ? validatePlan(plan, { tools: tools.map((name) => ({ name })) }) : [];
  return {
    plan,
    errors: [...errors, ...issues.filter((issue) => issue.severity === "error")],
    warnings: [...warnings, ...issues.filter((issue) => issue.severity === "warning")],
  };
}

/** A run that has this plan and has not begun: what the graph draws before there is a run. */
export function previewState(plan: Plan): RunState {
  const stored = storePlan(plan).plan;
  const state = initialState("preview");
  stored.tasks.forEach((spec, order) => {
    state.tasks[spec.id] = {
      id: spec.id,
      spec,
      order,
      status: "pending",
      attempt: 0,
      attempts: [],
      unmet: 0,
      sinceVersion: 1,
    };
  });
  return {
    ...state,
    phase: "executing",
    planVersion: 1,
    planTitle: stored.title,
    order: stored.tasks.map((task) => task.id),
    openTasks: stored.tasks.length,
  };
}
