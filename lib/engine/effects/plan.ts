import { planner } from "@/lib/agents/planner";
import { validatePlan } from "@/lib/core/plan";
import type { Issue } from "@/lib/core/plan/schema";
import { callRole } from "../call-role";
import { type EffectContext, type Ending, endWith } from "./effect";
import { infrastructureFailure } from "./failures";
import { errorsIn, issueFacts, offerPlan } from "./offer-plan";
import { tailBase } from "./tail";

/** How often a plan with errors goes back to its writer with them. */
const CORRECTIONS = 1;

/**
 * Asks the planner for the run's first plan, and once more with what is wrong with it. A draft that a person wants
 * changed goes back to it with their words, and what it writes then is the next version.
 */
export async function plan(context: EffectContext): Promise<Ending> {
  const { mission, settings, planFeedback: words } = context.state();
  const { key } = context;
  const base = words === undefined ? undefined : await tailBase(context);
  let problem: { answer: string; issues: Issue[] } | undefined;
  for (let corrections = 0; ; corrections += 1) {
    const answer = await callRole(context, planner, {
      mission,
      tools: context.tools.list(),
      ...(settings.constraints !== "" && { constraints: settings.constraints }),
      ...(base && words !== undefined && { changes: { draft: base.current, words } }),
      ...(problem && { problem }),
    });
    if (!answer.ok && answer.code !== "unreadable") return infrastructureFailure(context, answer);
    if (!answer.ok) return endWith({ type: "plan_refused", key, issues: unreadableIssues(answer) });
    const { plan: written, warnings } = answer.value;
    const issues = validatePlan(written, { tools: context.tools.list() });
    const errors = errorsIn(issues);
    if (errors.length === 0) {
      const { offered, rows } = offerPlan(written, [...warnings, ...issues], base?.parent, base?.lineages);
      return endWith({ type: "plan_drafted", key, plan: offered }, rows);
    }
    if (corrections >= CORRECTIONS) return endWith({ type: "plan_refused", key, issues: issueFacts(errors) });
    problem = { answer: answer.text, issues: errors };
  }
}

/** What is wrong with an answer that holds no plan at all. */
export function unreadableIssues(answer: { problem: string; issues: Issue[] }) {
  if (answer.issues.length > 0) return issueFacts(answer.issues);
  return [{ code: "invalid_plan_format", message: answer.problem.slice(0, 300) }];
}
