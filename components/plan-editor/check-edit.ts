import "@/lib/client/no-eval";
import { isSameJson, type Json } from "@/lib/core/json";
import { critiquePlan, withoutEnded } from "@/lib/core/plan/critic";
import type { Critique } from "@/lib/core/plan/critic/types";
import { type ReadPlan, readPlan } from "@/lib/core/plan/read/plan";
import { settledWords } from "@/lib/core/plan/read/report";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import type { StagingBase } from "@/lib/core/plan/staged/apply";
import { storePlan } from "@/lib/core/plan/store";
import { gateFactsOfRun } from "@/lib/core/plan/validate/gates";
import { validatePlan } from "@/lib/core/plan/validate/plan";
import { serializePlan } from "@/lib/core/plan/write/json";
import { deadEnds, restOfPlan } from "@/lib/core/run/plan-edits";
import type { RunState } from "@/lib/core/run/state";
import { planPolicies } from "@/lib/core/run/tool-policies";
import type { PlanFacts } from "./use-plan-facts";

export type EditChecks = {
  errors: Issue[];
  warnings: Issue[];
  critique: Critique;
  /** The plan as the server reads what it is sent, where that is not the plan that is staged. */
  read?: Plan;
};

/** What edits are checked against; it changes rarely. */
export type CheckContext = {
  base: StagingBase;
  state: RunState;
  facts: Pick<PlanFacts, "tools" | "policies" | "me" | "people">;
};

/**
 * What is wrong with an edited plan, by the checks of the server on what it reads, and what the critic's rules say of what
 * has not ended.
 */
export function checkEdit(staged: Plan, { base, state, facts }: CheckContext): EditChecks {
  const { tools, policies: workspace, me, people } = facts;
  const { read, plan = staged, ...reading } = readBack(staged, base);
  const ended = new Set(
    base.plan.tasks.flatMap(({ id }) => (base.locks.get(id)?.kind === "ended" ? id : [])),
  );
  const { policies } = planPolicies({ state, workspace }, "person");
  // As the server has it: a plan that does not run yet is no reason to keep what nobody can answer.
  const inForce = state.phase === "planning" ? [] : base.plan.tasks;
  const gates = people && { ...gateFactsOfRun(state, people, me.id), inForce };
  const issues = validatePlan(plan, { tools, policies, ended, ...(gates && { gates }) }).filter(
    ({ taskId }) => taskId === undefined || !ended.has(taskId),
  );
  const hasFailed = [...base.locks.values()].some(
    ({ status }) => status === "failed" || status === "blocked",
  );
  const dead = hasFailed ? deadEnds(state, storePlan(plan).plan.tasks) : [];
  const isError = ({ severity }: Issue) => severity === "error";
  return {
    errors: [
      ...reading.errors,
      ...issues.filter(isError),
      ...dead.map((issue) => ({ ...issue, severity: "error", code: "missing_dependency" }) as const),
    ],
    warnings: [...reading.warnings, ...issues.filter((issue) => !isError(issue))],
    critique: withoutEnded(critiquePlan(plan, { tools }), ended),
    ...(read && { read }),
  };
}

/** What the server reads of what it is sent, the rest of the plan, with what has ended in its place. */
function readBack(staged: Plan, base: StagingBase): ReadPlan & { read?: Plan } {
  const rest = restOfPlan(staged, base);
  const { plan, errors, warnings } = readPlan(serializePlan(rest), { settled: settledWords(base.plan) });
  if (!plan || isSameJson(plan as Json, rest as Json)) return { errors, warnings };
  const sent = new Set(rest.tasks);
  const read = { ...plan, tasks: [...staged.tasks.filter((task) => !sent.has(task)), ...plan.tasks] };
  return { plan: read, read, errors, warnings };
}
