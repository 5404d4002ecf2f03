import "@/lib/client/no-eval";
import { critiquePlan, withoutEnded } from "@/lib/core/plan/critic";
import type { Critique } from "@/lib/core/plan/critic/types";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import type { StagingBase } from "@/lib/core/plan/staged/apply";
import { storePlan } from "@/lib/core/plan/store";
import { validatePlan } from "@/lib/core/plan/validate/plan";
import { deadEnds } from "@/lib/core/run/plan-edits";
import type { RunState } from "@/lib/core/run/state";
import { planPolicies } from "@/lib/core/run/tool-policies";
import type { PlanFacts } from "./use-plan-facts";

export type EditChecks = { errors: Issue[]; warnings: Issue[]; critique: Critique };

/** What is wrong with an edited plan, by the checks of the server, and what the critic's rules say of what has not ended. */
export function checkEdit(
  plan: Plan,
  {
    base,
    state,
    facts,
  }: { base: StagingBase; state: RunState; facts: Pick<PlanFacts, "tools" | "policies"> },
): EditChecks {
  const { tools, policies: workspace } = facts;
  const ended = new Set(
    base.plan.tasks.flatMap(({ id }) => (base.locks.get(id)?.kind === "ended" ? id : [])),
  );
  const { policies } = planPolicies({ state, workspace }, "person");
  const issues = validatePlan(plan, { tools, policies }).filter(
    ({ taskId }) => taskId === undefined || !ended.has(taskId),
  );
  const hasFailed = [...base.locks.values()].some(
    ({ status }) => status === "failed" || status === "blocked",
  );
  const dead = hasFailed ? deadEnds(state, storePlan(plan).plan.tasks) : [];
  const isError = ({ severity }: Issue) => severity === "error";
  return {
    errors: [
      ...issues.filter(isError),
      ...dead.map((issue) => ({ ...issue, severity: "error", code: "missing_dependency" }) as const),
    ],
    warnings: issues.filter((issue) => !isError(issue)),
    critique: withoutEnded(critiquePlan(plan, { tools }), ended),
  };
}

/** The run with its tasks as they are edited: what the canvas shows of them in its own words. */
export function editedState(state: RunState, plan: Plan): RunState {
  const tasks = { ...state.tasks };
  for (const { id, title, type, agent, dependsOn } of plan.tasks) {
    const known = tasks[id];
    if (known) tasks[id] = { ...known, spec: { ...known.spec, title, type, agent, dependsOn } };
  }
  return { ...state, tasks };
}
