import { planner } from "@/lib/agents/planner";
import type { PlannerInput } from "@/lib/agents/types";
import { validatePlan } from "@/lib/core/plan";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import { planPolicies } from "@/lib/core/run/tool-policies";
import { callRole } from "../call-role";
import { toldAttachments } from "./attachments";
import { type EffectContext, type Ending, endWith } from "./effect";
import { infrastructureFailure } from "./failures";
import { fitIteration, iterationFacts, withoutEnded } from "./iteration";
import { errorsIn, issueFacts, offerPlan } from "./offer-plan";
import { toolsForPlans } from "./offered-tools";
import { type TailBase, tailBase } from "./tail";
import { type Draft, withJudgement, writePlan } from "./write-plan";

/**
 * Asks the planner for the run's first plan. A draft that a person wants changed goes back to it with their words, and
 * what it writes then is the next version. In an iteration it writes what is missing, behind what has ended.
 */
export async function plan(context: EffectContext): Promise<Ending> {
  const { mission, settings, planFeedback: words, iteration } = context.state();
  const base = words === undefined && !iteration ? undefined : await tailBase(context);
  const tail = iteration && base;
  const attachments = await toldAttachments(context);
  const asked: PlannerInput = {
    mission,
    tools: toolsForPlans(context),
    ...(settings.constraints !== "" && { constraints: settings.constraints }),
    ...(attachments && { attachments }),
    planStyle: settings.planStyle,
    ...(iteration && { iteration: await iterationFacts(context, iteration) }),
    ...(base &&
      words !== undefined && { changes: { draft: tail ? withoutEnded(tail) : base.current, words } }),
  };
  const written = await writePlan(context, {
    ask: (problem) => callRole(context, planner, { ...asked, ...(problem && { problem }) }),
    place: (plan) => (tail ? fitIteration(context, tail, plan) : checked(context, plan)),
  });
  switch (written.kind) {
    case "drafted":
      return drafted(context, written.draft, base);
    case "unreached":
      return infrastructureFailure(context, written.answer);
    case "unreadable":
      return refused(context, unreadableIssues(written.answer));
    default:
      return refused(context, "errors" in written ? issueFacts(written.errors) : []);
  }
}

function checked(context: EffectContext, written: Plan) {
  const policies = planPolicies({ state: context.state(), workspace: context.policies() }, "model");
  const issues = validatePlan(written, { tools: context.tools.list(), ...policies });
  return { plan: written, errors: errorsIn(issues), warnings: issues };
}

function drafted(
  context: EffectContext,
  { placed, warnings, judgement }: Draft<{ plan: Plan; errors: Issue[]; warnings: Issue[] }>,
  base: TailBase | undefined,
): Ending {
  const plain = offerPlan(placed.plan, warnings, base?.parent, base?.lineages);
  const { offered, rows } = withJudgement(plain, judgement);
  return endWith({ type: "plan_drafted", key: context.key, plan: offered }, rows);
}

const refused = ({ key }: EffectContext, issues: ReturnType<typeof issueFacts>): Ending =>
  endWith({ type: "plan_refused", key, issues });

/** What is wrong with an answer that holds no plan at all. */
export function unreadableIssues(answer: { problem: string; issues: Issue[] }) {
  if (answer.issues.length > 0) return issueFacts(answer.issues);
  return [{ code: "invalid_plan_format", message: answer.problem.slice(0, 300) }];
}
