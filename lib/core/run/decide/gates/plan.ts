import { digestOf } from "../../../bytes";
import type { OfferedPlan, OpenInDraft } from "../../commands";
import { type PlanAt, planInForce, versionOffered } from "../../controls/release/release";
import { type DraftEvent, draft } from "../../events";
import type { PlanCritique } from "../../events/critique";
import type { Question } from "../../events/questions";
import { freesModels } from "../../gates/risk";
import { planBound } from "../../gates/shown";
import { verbsOfKind } from "../../gates/table";
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
  plan: PlanAt;
};

/** The version that an offered plan becomes. */
export function candidateOf(state: RunState, offered: OfferedPlan): PlanCandidate {
  const { digest, patch, critique } = offered;
  const { title, order } = patch;
  const version = state.planVersion + 1;
  return { version, title, digest, taskCount: order.length, critique, plan: versionOffered(state, offered) };
}

/** The version in force, as it is judged. */
export function candidateInForce(
  state: RunState,
  critique: PlanCritique | undefined = state.critiques[state.planVersion],
): PlanCandidate {
  const { planVersion: version, planTitle: title, planDigest: digest, order } = state;
  return { version, title, digest, taskCount: order.length, critique, plan: planInForce(state) };
}

/**
 * A plan runs, unless a person is to look first: because the run says so (`ask`), or because the critic finds it too
 * weak. The gate is bound to the plan's own digest, and to what it sets free with its tools as they are.
 */
export function startOrAsk(state: RunState, plan: PlanCandidate, ask = false): DraftEvent[] {
  const weakness = weaknessOf(plan.critique, state.settings.critic.minScore);
  if (!weakness && !ask) return [draft("run_started", {})];
  return [planGate(state, plan, { ...(weakness && { weakness }) })];
}

/** A new tail continues at once, unless the critic finds the plan with it too weak. */
export function askIfWeak(state: RunState, plan: PlanCandidate): DraftEvent[] {
  const weakness = weaknessOf(plan.critique, state.settings.critic.minScore);
  return weakness ? [planGate(state, plan, { weakness, version: plan.version })] : [];
}

/** Another draft has come to nothing: the one before is put before a person again. */
export function askAboutDraft(state: RunState, place: Place = {}): DraftEvent {
  const candidate = candidateInForce(state);
  const weakness = weaknessOf(candidate.critique, state.settings.critic.minScore);
  return planGate(state, candidate, { ...openInDraft(state), ...(weakness && { weakness }) }, place);
}

/** What the last question about the version in force left to be settled. */
function openInDraft({ approvals, planVersion }: RunState): OpenInDraft {
  const asked = Object.values(approvals).findLast(
    ({ question, planVersion: version }) => question?.about === "plan" && version === planVersion,
  )?.question as PlanQuestion | undefined;
  const { unpassable, unread } = asked ?? {};
  return { ...(unpassable && { unpassable }), ...(unread && { unread }) };
}

/**
 * A person has edited a plan that people were asked about: the one who approves it approves what it is now. What could not be
 * read of the draft is not in the edit either.
 */
export function askAboutEdit(
  state: RunState,
  plan: PlanCandidate,
  supersedes: string | undefined,
): DraftEvent {
  const weakness = weaknessOf(plan.critique, state.settings.critic.minScore);
  const version = state.phase === "executing" ? { version: plan.version } : {};
  const { unread } = openInDraft(state);
  const facts = { ...version, ...(unread && { unread }), ...(weakness && { weakness }) };
  return planGate(state, plan, facts, { supersedes });
}

/** Asks about the plan in force before it continues. */
export function askAboutPlanInForce(state: RunState, place: Place = {}): DraftEvent {
  const candidate = candidateInForce(state);
  const { version, critique } = candidate;
  const weakness = state.unapproved === "version" && weaknessOf(critique, state.settings.critic.minScore);
  const facts = { version, ...openInDraft(state), ...(weakness && { weakness }) };
  return planGate(state, candidate, facts, place);
}

/**
 * A draft whose gates nobody here can let pass is good but for that: people edit it, and nobody approves it as it is. One of
 * whose text something could not be read is approved without it, or not at all.
 */
export function askToSettle(state: RunState, plan: PlanCandidate, open: OpenInDraft): DraftEvent {
  const weakness = weaknessOf(plan.critique, state.settings.critic.minScore);
  return planGate(state, plan, { ...open, ...(weakness && { weakness }) });
}

/** Which gate it stands in the place of, and that it is the `nth` of a decision. */
type Place = { supersedes?: string | undefined; nth?: number };

function planGate(
  state: RunState,
  { digest, title, taskCount, version: planVersion, plan }: PlanCandidate,
  facts: OpenInDraft & Pick<PlanQuestion, "weakness" | "version">,
  { supersedes, nth }: Place = {},
): DraftEvent {
  const question = { about: "plan" as const, title, tasks: taskCount, ...facts };
  const opening = {
    kind: "plan_approval" as const,
    question,
    digest: planBound(
      digestOf([digest, question, ...(freesModels(state, { kind: "plan_approval" }) ? ["replan"] : [])]),
      plan,
    ),
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
