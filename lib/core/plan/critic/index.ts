import type { Plan } from "../schema";
import { disconnectedFlow, missingDependency, orphanTask } from "./data-flow";
import { type CriticTool, factsOf, type Rule } from "./facts";
import { missingGate, parallelExplosion } from "./parallel";
import { reviewShape, reviewSpacing } from "./reviews";
import { optimismBias, riskyWithoutReview, unverifiedCritical } from "./risk";
import { critiqueOf } from "./score";
import type { CriticThresholds, Critique } from "./types";

export { leftAfterRevision } from "./answered";
export { coverageOf } from "./coverage";
export type { CriticTool } from "./facts";
export { createFinding } from "./finding";
export { isGrave, scoreOf, withModelFindings, withoutEnded } from "./score";

const CRITIC_THRESHOLDS: CriticThresholds = { parallelTasks: 10, tasksBetweenReviews: 5 };

const RULES: readonly Rule[] = [
  missingGate,
  parallelExplosion,
  optimismBias,
  missingDependency,
  disconnectedFlow,
  orphanTask,
  unverifiedCritical,
  riskyWithoutReview,
  reviewShape,
  reviewSpacing,
];

/**
 * What the rules find fault with in a plan; it advises and never blocks. Plans that validation refuses are read too.
 * `tools` are those that exist: without them nothing is said about tools (docs/plans.md, "Critic").
 */
export function critiquePlan(
  plan: Plan,
  options: { tools?: readonly CriticTool[]; thresholds?: Partial<CriticThresholds> } = {},
): Critique {
  const { tools = [], thresholds } = options;
  const facts = factsOf(plan, tools, { ...CRITIC_THRESHOLDS, ...thresholds });
  return critiqueOf(RULES.flatMap((rule) => rule(facts)));
}
