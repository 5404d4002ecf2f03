import { planner } from "@/lib/agents/planner";
import type { PlannerInput, PlannerOutput } from "@/lib/agents/types";
import { validatePlan } from "@/lib/core/plan";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import type { PlanCritique } from "@/lib/core/run/events/critique";
import { callRole } from "../call-role";
import { type EffectContext, type Ending, endWith } from "./effect";
import { infrastructureFailure } from "./failures";
import { fitIteration, iterationFacts, withoutEnded } from "./iteration";
import { type Judgement, judgePlan } from "./judge-plan";
import { errorsIn, issueFacts, offerPlan } from "./offer-plan";
import { type TailBase, tailBase } from "./tail";

/** How often a plan with errors goes back to its writer with them. */
const CORRECTIONS = 1;

/** A plan that can run, with the critic's word on it. */
type Draft = { plan: Plan; warnings: Issue[]; judgement?: Judgement };
type Judged = Draft & { judgement: Judgement };

/**
 * Asks the planner for the run's first plan; once more with its errors, if it has some, and once more with what the
 * critic found, if it scores below the run's minimum (docs/engine.md, "Critic"). A draft that a person wants changed
 * goes back to it with their words, and what it writes then is the next version. In an iteration it writes what is
 * missing, behind what has ended.
 */
export async function plan(context: EffectContext): Promise<Ending> {
  const { mission, settings, planFeedback: words, iteration } = context.state();
  const base = words === undefined && !iteration ? undefined : await tailBase(context);
  const tail = iteration && base;
  const asked: PlannerInput = {
    mission,
    tools: context.tools.list(),
    ...(settings.constraints !== "" && { constraints: settings.constraints }),
    ...(iteration && { iteration: await iterationFacts(context, iteration) }),
    ...(base &&
      words !== undefined && { changes: { draft: tail ? withoutEnded(tail) : base.current, words } }),
  };
  let weak: Judged | undefined;
  let problem: PlannerInput["problem"];
  let corrections = 0;
  for (;;) {
    const answer = await callRole(context, planner, { ...asked, ...(problem && { problem }) });
    if (!answer.ok && answer.code !== "unreadable") return infrastructureFailure(context, answer);
    if (!answer.ok) return withoutPlan(context, unreadableIssues(answer), weak, base);
    const read = await readDraft(context, answer.value, tail);
    if ("errors" in read) {
      if (corrections >= CORRECTIONS) return withoutPlan(context, issueFacts(read.errors), weak, base);
      corrections += 1;
      problem = { answer: answer.text, issues: read.errors };
      continue;
    }
    if (!isJudged(read)) return drafted(context, read, base);
    if (weak) return drafted(context, better(weak, read), base);
    if (read.judgement.kept.score >= settings.critic.minScore) return drafted(context, read, base);
    weak = read;
    problem = { answer: answer.text, findings: read.judgement.findings };
  }
}

async function readDraft(
  context: EffectContext,
  { plan: written, warnings: notUnderstood }: PlannerOutput,
  tail: TailBase | undefined,
): Promise<Draft | { errors: Issue[] }> {
  const {
    plan: whole,
    errors,
    warnings,
  } = tail ? fitIteration(context, tail, written) : checked(context, written);
  if (errors.length > 0) return { errors };
  const judgement = await judgePlan(context, whole);
  return { plan: whole, warnings: [...notUnderstood, ...warnings], ...(judgement && { judgement }) };
}

function checked(context: EffectContext, written: Plan) {
  const issues = validatePlan(written, { tools: context.tools.list() });
  return { plan: written, errors: errorsIn(issues), warnings: issues };
}

const isJudged = (draft: Draft): draft is Judged => draft.judgement !== undefined;

function drafted(context: EffectContext, draft: Draft, base: TailBase | undefined): Ending {
  const { plan: written, warnings, judgement } = draft;
  const { offered, rows } = offerPlan(written, warnings, base?.parent, base?.lineages);
  const { kept, blob } = judgement ?? {};
  return endWith(
    { type: "plan_drafted", key: context.key, plan: { ...offered, ...(kept && { critique: kept }) } },
    { ...rows, blobs: [...(rows.blobs ?? []), ...(blob ? [blob] : [])] },
  );
}

/** The weak plan that the planner could not better, or the end of the run. */
function withoutPlan(
  context: EffectContext,
  issues: ReturnType<typeof issueFacts>,
  weak: Judged | undefined,
  base: TailBase | undefined,
): Ending {
  if (!weak) return endWith({ type: "plan_refused", key: context.key, issues });
  return drafted(
    context,
    remarked(weak, "The planner was asked for a better plan and wrote none that can run."),
    base,
  );
}

/** The better of two drafts, and what became of the other. */
function better(first: Judged, second: Judged): Judged {
  const [before, after] = [first.judgement.kept.score, second.judgement.kept.score];
  if (after < before) {
    return remarked(first, `The planner was asked for a better plan and wrote one that scores ${after}.`);
  }
  return { ...second, judgement: told(second.judgement, { improvedFrom: before }) };
}

function remarked(draft: Judged, note: string): Judged {
  const known = draft.judgement.kept.note;
  return {
    ...draft,
    judgement: told(draft.judgement, { note: known === undefined ? note : `${known} ${note}` }),
  };
}

function told(judgement: Judgement, facts: Partial<PlanCritique>): Judgement {
  return { ...judgement, kept: { ...judgement.kept, ...facts } };
}

/** What is wrong with an answer that holds no plan at all. */
export function unreadableIssues(answer: { problem: string; issues: Issue[] }) {
  if (answer.issues.length > 0) return issueFacts(answer.issues);
  return [{ code: "invalid_plan_format", message: answer.problem.slice(0, 300) }];
}
