import { type PlanReach, reachOf } from "../../../plan/reach";
import type { Plan } from "../../../plan/schema";
import { storePlan } from "../../../plan/store";
import { obligationsOf } from "../obligations";
import { controlsOtherwise } from "../release/release";
import type { ControlTerms } from "../terms/terms";
import { heldChecksOf } from "./checks";
import { exposedByPolicy, heldPoliciesOf } from "./policies";
import { weakenedControls } from "./weakened";
import { loosenedChecks } from "./weakened-checks";

/** Runs begin with a template's version as it is: what asks people more is set with each. */
const SETTINGS = { fourEyes: false, llmReviewCritical: false };
const NONE = { over: new Set<string>(), answered: new Set<string>() };
const EVERYONE: ControlTerms = {
  kind: "human_review",
  assignees: [],
  quorum: 1,
  fourEyes: false,
  escalateTo: [],
  shows: [],
};

/**
 * The terms of what guards a plan that no run has so far, its checks before acts too, and that its next version drops, weakens or has
 * ask something else: what an edit of a run that begins with it would be up to (docs/engine.md, "Who may change a control").
 */
export function controlsChanged(
  before: Plan,
  after: Plan,
  tools: Parameters<typeof reachOf>[1],
): ControlTerms[] {
  const [was, is] = [versionOf(before, 1, tools), versionOf(after, 2, tools)];
  const next = { ...is, ended: new Set<string>(), since: () => 2 };
  const weakened = weakenedControls({ ...next, obligations: obligationsOf(was), releases: [] });
  const policies = heldPoliciesOf(was).filter((held) => exposedByPolicy(is, held, next.ended).length > 0);
  const heldChecks = heldChecksOf(was.tasks, was.reach, SETTINGS);
  return [
    ...loosenedChecks({ ...was, heldChecks, checked: NONE }, is, next.ended),
    ...weakened.map(({ obligation }) => obligation.terms),
    ...controlsOtherwise({ ...was, ended: next.ended }, is),
    ...policies.map(() => EVERYONE),
  ];
}

function versionOf(plan: Plan, version: number, tools: Parameters<typeof reachOf>[1]) {
  const { tasks, agents } = storePlan(plan).plan;
  const reach: PlanReach = reachOf(plan, tools);
  return { version, tasks, agents, reach, settings: SETTINGS };
}
