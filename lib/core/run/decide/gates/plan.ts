import type { OfferedPlan } from "../../commands";
import { type DraftEvent, draft } from "../../events";
import type { PlanCritique } from "../../events/critique";
import type { Question } from "../../events/questions";
import type { IssueFacts } from "../../events/reason";
import { verbsOfKind } from "../../gates/table";
import type { RunSettings } from "../../settings";
import type { RunState } from "../../state";
import { openApproval } from "./open";

type PlanQuestion = Extract<Question, { about: "plan" }>;

/** A plan version on the way to being run. */
type PlanCandidate = {
  version: number;
  title: string;
  digest: string;
  taskCount: number;
  critique: PlanCritique | undefined;
};

/** The version that an offered plan becomes. */
export function candidateOf(state: RunState, { digest, patch, critique }: OfferedPlan): PlanCandidate {
  const { title, order } = patch;
  return { version: state.planVersion + 1, title, digest, taskCount: order.length, critique };
}

/**
 * A plan runs, unless a person is to look first: because the run says so (`ask`), or because the critic finds it too
 * weak. The gate is bound to the plan's own digest.
 */
export function startOrAsk(
  state: RunState,
  settings: RunSettings,
  plan: PlanCandidate,
  ask = false,
): DraftEvent[] {
  const weakness = weaknessOf(plan.critique, settings.critic.minScore);
  if (!weakness && !ask) return [draft("run_started", {})];
  return [planGate(state, plan, { ...(weakness && { weakness }) })];
}

/** A new tail continues at once, unless the critic finds the plan with it too weak. */
export function askIfWeak(state: RunState, plan: PlanCandidate): DraftEvent[] {
  const weakness = weaknessOf(plan.critique, state.settings.critic.minScore);
  return weakness ? [planGate(state, plan, { weakness, version: plan.version })] : [];
}

/** Another draft has come to nothing: the one before is put before a person again. */
export function askAboutDraft(state: RunState): DraftEvent {
  const { planVersion: version, planTitle: title, planDigest: digest, order, critiques } = state;
  const critique = critiques[version];
  const weakness = weaknessOf(critique, state.settings.critic.minScore);
  const candidate = { version, title, digest, taskCount: order.length, critique };
  return planGate(state, candidate, { ...(weakness && { weakness }) });
}

/** A person has edited a plan that people were asked about: the one who approves it approves what it is now. */
export function askAboutEdit(
  state: RunState,
  plan: PlanCandidate,
  supersedes: string | undefined,
): DraftEvent {
  const weakness = weaknessOf(plan.critique, state.settings.critic.minScore);
  const version = state.phase === "executing" ? { version: plan.version } : {};
  return planGate(state, plan, { ...version, ...(weakness && { weakness }) }, { supersedes });
}

/** Asks about the plan in force before it continues, as the `nth` gate of a decision. */
export function askAboutPlanInForce(state: RunState, nth = 1): DraftEvent {
  const { planVersion: version, planTitle: title, planDigest: digest, order, critiques, unapproved } = state;
  const critique = critiques[version];
  const weakness = unapproved === "version" && weaknessOf(critique, state.settings.critic.minScore);
  const candidate = { version, title, digest, taskCount: order.length, critique };
  return planGate(state, candidate, { version, ...(weakness && { weakness }) }, { nth });
}

/** A draft whose gates nobody here can let pass is good but for that: people edit it, and nobody approves it as it is. */
export const askWhoAnswers = (state: RunState, plan: PlanCandidate, unpassable: IssueFacts[]): DraftEvent =>
  planGate(state, plan, { unpassable });

function planGate(
  state: RunState,
  { digest, title, taskCount, version: planVersion }: PlanCandidate,
  facts: Pick<PlanQuestion, "weakness" | "version" | "unpassable">,
  { supersedes, nth }: { supersedes?: string | undefined; nth?: number } = {},
): DraftEvent {
  const opening = {
    kind: "plan_approval" as const,
    question: { about: "plan" as const, title, tasks: taskCount, ...facts },
    digest,
    planVersion,
    verbs: verbsOfKind("plan_approval").filter((verb) => !facts.unpassable || verb !== "approve"),
    ...(supersedes !== undefined && { supersedes }),
  };
  return openApproval(state, opening, nth);
}

/** Why the plan is too weak to run unseen; undefined when it is not. */
export function weaknessOf(critique: PlanCritique | undefined, minScore: number): PlanQuestion["weakness"] {
  if (!critique || critique.score >= minScore) return;
  const { summary, gravest, notes } = critique;
  return { summary, minScore, gravest, ...(notes && { notes }) };
}
