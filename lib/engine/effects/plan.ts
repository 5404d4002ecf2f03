import { type PlannerInput, planner } from "@/lib/agents/planner";
import type { Round } from "@/lib/core/comments/schema";
import { formatReason } from "@/lib/core/describe/reason";
import { markedText } from "@/lib/core/legible/marked";
import { validatePlan } from "@/lib/core/plan";
import { withKnownTools } from "@/lib/core/plan/known-tools";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import type { ModelFile } from "@/lib/core/ports";
import type { OpenInDraft } from "@/lib/core/run/commands";
import type { IssueFacts } from "@/lib/core/run/events/reason";
import { planPolicies } from "@/lib/core/run/tool-policies";
import { callRole } from "../model/call-role";
import { markShown, promptAttachments } from "./attachments";
import { type EffectContext, type Ending, endWith } from "./effect";
import { infrastructureFailure } from "./failures";
import { plannerExamples } from "./learning/examples";
import { lessonsFor } from "./learning/lessons";
import { missionsFor } from "./learning/missions";
import { isFaultOfCheck, tellingAllFaults, unaskedPeople, withoutChecks } from "./plan/faulty-parts";
import { fitIteration, iterationFacts, withoutEndedTasks } from "./plan/iteration";
import {
  errorsIn,
  issueFacts,
  offerFacts,
  offerPlan,
  unreadableIssues,
  withDispositions,
} from "./plan/offer-plan";
import { reviewsFor } from "./plan/own-reviews";
import { gateFactsOf, type TailBase, tailBase } from "./plan/tail";
import { restOf, takingEdits } from "./plan/taking-edits";
import {
  type Draft,
  type FittedPlan,
  judged,
  type PlanProblem,
  withJudgement,
  writePlan,
} from "./plan/write-plan";
import { dateOf, peopleFor } from "./run-facts";
import { toolsForPlans } from "./tools/offered-tools";

/**
 * Asks the planner for the run's first plan. A draft that a person wants changed goes back to it with their words, and
 * what it writes then is the next version. In an iteration it writes what is missing, behind what has ended.
 */
export async function plan(context: EffectContext): Promise<Ending> {
  const { mission, settings, planFeedback: feedback, planRound, iteration, redrafts } = context.state();
  const refused = redrafts && { answer: "", refused: formatReason(redrafts.refused) };
  const base = feedback === undefined && !iteration ? undefined : await tailBase(context);
  const tail = iteration && base;
  const attachments = await promptAttachments(context);
  const missions = base ? undefined : await missionsFor(context);
  const lessons = await lessonsFor(context, "planner");
  const examples = await plannerExamples(context);
  const reviews = await reviewsFor(context, base?.current);
  const people = peopleFor(context);
  const asked: PlannerInput = {
    mission,
    date: dateOf(context.state()),
    tools: toolsForPlans(context),
    ...(settings.constraints !== "" && { constraints: settings.constraints }),
    ...(attachments && { attachments }),
    planStyle: settings.planStyle,
    ...(reviews.shown && { reviews: reviews.shown }),
    ...(people && { people }),
    ...(missions && { missions }),
    ...(lessons && { lessons }),
    ...(examples && { examples }),
    ...(iteration && { iteration: await iterationFacts(context, iteration) }),
    ...(base &&
      feedback !== undefined && {
        changes: {
          draft: tail ? withoutEndedTasks(tail) : base.current,
          words: feedback,
          ...(planRound && { comments: planRound.comments }),
        },
      }),
  };
  let editable = asked.changes?.draft;
  const fitPlan = (plan: Plan) => (tail ? fitIteration(context, tail, plan) : validated(context, plan));
  const readRest = ({ text, issues }: { text: string; issues: Issue[] }) =>
    restOf({ text: markedText(text), issues }, editable && { plan: editable });
  const ask = (problem?: PlanProblem) => {
    const input = { ...asked, ...(problem && { problem }) };
    editable = problem?.plan ?? editable;
    const reading = editable ? takingEdits(planner, { plan: editable }) : planner;
    const role = tellingAllFaults(reading, readRest, fitPlan);
    const showing = (files: readonly ModelFile[]) =>
      attachments ? { ...input, attachments: markShown(attachments, files) } : input;
    return callRole(context, role, input, { showing });
  };
  const written = await writePlan(
    context,
    {
      ask,
      reviews: reviews.named,
      fitPlan,
      readRest,
    },
    refused,
  );
  switch (written.kind) {
    case "drafted": {
      const unread = iteration ? [] : unaskedPeople(written.draft.judgement?.findings ?? []);
      return planDrafted(context, written.draft, base, planRound, unread.length > 0 ? { unread } : undefined);
    }
    case "unreached":
      return infrastructureFailure(context, written.answer);
    case "unreadable":
      return planRefused(context, unreadableIssues(written.answer));
    case "invalid": {
      const { placed, warnings } = written;
      const checks = written.errors.filter(isFaultOfCheck);
      const rest =
        checks.length === 0 ? placed : { ...placed, ...fitPlan(withoutChecks(placed.plan, checks)) };
      const errors = checks.length === 0 ? written.errors : rest.errors;
      const unread = issueFacts([...(written.unread ?? []), ...checks]);
      // People can settle these: an iteration has an answer already, and ends with it.
      if (iteration || !errors.every(({ code }) => code === "gate_unpassable"))
        return planRefused(context, issueFacts([...(written.unread ?? []), ...written.errors]));
      const draft = await judged(context, rest, warnings);
      return planDrafted(context, draft, base, planRound, {
        ...(unread.length > 0 && { unread }),
        ...(errors.length > 0 && { unpassable: issueFacts(errors) }),
      });
    }
    default:
      return planRefused(context, []);
  }
}

function validated(context: EffectContext, plan: Plan) {
  const written = withKnownTools(
    plan,
    context.tools.list().map(({ name }) => name),
  );
  const policies = planPolicies({ state: context.state(), workspace: context.policies() }, "model");
  const gates = gateFactsOf(context);
  const issues = validatePlan(written, { tools: context.tools.list(), ...policies, gates });
  return { plan: written, errors: errorsIn(issues), warnings: issues };
}

async function planDrafted(
  context: EffectContext,
  { fitted, warnings, judgement }: Draft<FittedPlan>,
  base: TailBase | undefined,
  round: Round | undefined,
  open?: OpenInDraft,
): Promise<Ending> {
  const lineages = fitted.lineages ?? base?.lineages;
  const plain = offerPlan(fitted.plan, offerFacts(context, warnings), base?.parent, lineages);
  const { offered, rows } = withJudgement(plain, judgement);
  const plan = await withDispositions(context, offered, round, fitted.dispositions, base, {
    plan: fitted.plan,
    lineages,
  });
  return endWith({ type: "plan_drafted", key: context.key, plan, ...open }, rows);
}

const planRefused = ({ key }: EffectContext, issues: IssueFacts[]): Ending =>
  endWith({ type: "plan_refused", key, issues });
