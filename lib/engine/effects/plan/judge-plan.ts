import { critic } from "@/lib/agents/critic";
import type { PlanEvidence } from "@/lib/agents/given";
import { peopleWordLines } from "@/lib/core/describe/people-words";
import { getOwn } from "@/lib/core/own";
import {
  coverageOf,
  critiquePlan,
  leftAfterRevision,
  withModelFindings,
  withoutEnded,
} from "@/lib/core/plan/critic";
import type { Coverage, Critique, Demand, Finding } from "@/lib/core/plan/critic/types";
import type { Plan } from "@/lib/core/plan/schema";
import type { PlanCritique } from "@/lib/core/run/events/critique";
import { peopleWords } from "@/lib/core/run/people-words";
import { toldStatus } from "@/lib/core/run/state/told-status";
import { truncateCritique } from "@/lib/core/run/truncate/critique";
import type { Blob } from "@/lib/core/stored-value";
import { callRole } from "../../model/call-role";
import { promptAttachments } from "../attachments";
import type { EffectContext } from "../effect";
import { failedCallReason } from "../failures";
import { dateOf } from "../run-facts";
import { mayHaveWritten, writtenCallLines } from "../tools/earlier-calls";
import { toolsForPlans } from "../tools/offered-tools";

/** Of what a failed critic said, what the note holds. */
const MAX_CAUSE_CHARS = 150;

/** The critic's word on a plan: every finding, and the form in which it is kept; `demands` where a model gave it. */
export type Judgement = { findings: Finding[]; kept: PlanCritique; blobs: Blob[]; demands?: Demand[] };
/** A plan that was found weak, before its writer revised it. */
type JudgedPlan = { plan: Plan; judgement: Judgement };

/**
 * What the critic says of a plan, as the run's settings want it, save of tasks that have ended; undefined when they want none. A
 * revision of what a model found weak in an `earlier` plan is judged by rules. A model that fails leaves the word of the rules,
 * with a note: the critic only advises (docs/engine.md, "Critic").
 */
export async function judgePlan(
  context: EffectContext,
  plan: Plan,
  ended: ReadonlySet<string> = new Set(),
  earlier?: JudgedPlan,
): Promise<Judgement | undefined> {
  const { mission, settings, tasks } = context.state();
  if (settings.critic.mode !== "model") return judgeByRules(context, plan, ended);
  const byRules = critiqueByRules(context, plan, ended);
  const { findings } = byRules;
  const taskIds = plan.tasks.map(({ id }) => id);
  const demands = earlier?.judgement.demands;
  const left = earlier && demands && leftAfterRevision(earlier.plan, plan, earlier.judgement.findings);
  if (left) {
    const notes = [{ code: "revision_answers" as const }];
    const critique = withModelFindings(byRules, left, taskIds);
    return judgement(critique, { by: "model", notes }, { mission, plan, ended, demands });
  }
  const statuses = [...ended].flatMap((id) => {
    const task = getOwn(tasks, id);
    return task ? [{ id, status: toldStatus(task) }] : [];
  });
  const evidence = await planEvidence(context);
  const input = {
    mission,
    plan,
    tools: toolsForPlans(context, "person"),
    findings,
    ended: statuses,
    ...evidence,
  };
  const answer = await callRole(context, critic, input, { advisory: true });
  if (!answer.ok) {
    const cause = failedCallReason(answer, MAX_CAUSE_CHARS);
    return judgement(byRules, { by: "static", notes: [{ code: "critic_failed", cause }] });
  }
  const byBoth = withModelFindings(byRules, answer.value.findings, taskIds);
  const covered = { mission, plan, ended, demands: answer.value.demands };
  return judgement(withoutEnded(byBoth, ended), { by: "model" }, covered);
}

async function planEvidence(context: EffectContext): Promise<PlanEvidence> {
  const state = context.state();
  const { constraints } = state.settings;
  const attachments = await promptAttachments(context);
  const effectsDone = mayHaveWritten(state) ? await writtenCallLines(context, Number.POSITIVE_INFINITY) : [];
  return {
    date: dateOf(state),
    effectsDone,
    peopleSaid: peopleWordLines(peopleWords(state)),
    ...(constraints !== "" && { constraints }),
    ...(attachments && { attachments }),
  };
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
  covered?: Parameters<typeof coverageOf>[0] & { demands: Demand[] },
): Judgement {
  const coverage: Coverage | undefined = covered && coverageOf(covered, covered.demands);
  return {
    findings: critique.findings,
    ...truncateCritique(critique, origin, coverage),
    ...(covered && { demands: covered.demands }),
  };
}
