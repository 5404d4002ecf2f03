import { critic } from "@/lib/agents/critic";
import { getOwn } from "@/lib/core/own";
import { coverageOf, critiquePlan, withModelFindings, withoutEnded } from "@/lib/core/plan/critic";
import type { Coverage, Critique, Finding } from "@/lib/core/plan/critic/types";
import type { Plan } from "@/lib/core/plan/schema";
import type { PlanCritique } from "@/lib/core/run/events/critique";
import { truncateCritique } from "@/lib/core/run/truncate/critique";
import type { Blob } from "@/lib/core/stored-value";
import { callRole } from "../../model/call-role";
import type { EffectContext } from "../effect";
import { failedCallReason } from "../failures";
import { toolsForPlans } from "../tools/offered-tools";

/** Of what a failed critic said, what the note holds. */
const MAX_CAUSE_CHARS = 150;

/** The critic's word on a plan: every finding, and the form in which it is kept. */
export type Judgement = { findings: Finding[]; kept: PlanCritique; blobs: Blob[] };

/**
 * What the critic says of a plan, as the run's settings want it, save of tasks that have ended; undefined when they want none. A model that fails
 * leaves the word of the rules, with a note: the critic only advises (docs/engine.md, "Critic").
 */
export async function judgePlan(
  context: EffectContext,
  plan: Plan,
  ended: ReadonlySet<string> = new Set(),
): Promise<Judgement | undefined> {
  const { mission, settings, tasks } = context.state();
  if (settings.critic.mode !== "model") return judgeByRules(context, plan, ended);
  const byRules = critiqueByRules(context, plan, ended);
  const { findings } = byRules;
  const statuses = [...ended].flatMap((id) => {
    const { status } = getOwn(tasks, id) ?? {};
    return status === undefined ? [] : [{ id, status }];
  });
  const input = { mission, plan, tools: toolsForPlans(context, "person"), findings, ended: statuses };
  const answer = await callRole(context, critic, input, { advisory: true });
  if (!answer.ok) {
    const cause = failedCallReason(answer, MAX_CAUSE_CHARS);
    return judgement(byRules, { by: "static", notes: [{ code: "critic_failed", cause }] });
  }
  const taskIds = plan.tasks.map(({ id }) => id);
  const byBoth = withModelFindings(byRules, answer.value.findings, taskIds);
  const coverage = coverageOf({ mission, plan, ended }, answer.value.demands);
  return judgement(withoutEnded(byBoth, ended), { by: "model" }, coverage);
}

/** The word of the rules alone. */
export function judgeByRules(
  context: EffectContext,
  plan: Plan,
  ended: ReadonlySet<string>,
): Judgement | undefined {
  if (context.state().settings.critic.mode === "off") return undefined;
  return judgement(critiqueByRules(context, plan, ended), { by: "static" });
}

const critiqueByRules = ({ tools }: EffectContext, plan: Plan, ended: ReadonlySet<string>): Critique =>
  withoutEnded(critiquePlan(plan, { tools: tools.list() }), ended);

function judgement(
  critique: Critique,
  origin: Parameters<typeof truncateCritique>[1],
  coverage?: Coverage,
): Judgement {
  return { findings: critique.findings, ...truncateCritique(critique, origin, coverage) };
}
