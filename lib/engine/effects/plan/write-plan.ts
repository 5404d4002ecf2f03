import type { WrittenPlan } from "@/lib/agents/written-plan";
import type { GivenDisposition } from "@/lib/core/comments/dispositions";
import { isGrave } from "@/lib/core/plan/critic";
import type { Finding } from "@/lib/core/plan/critic/types";
import type { Lineages } from "@/lib/core/plan/lineage";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import { planLines } from "@/lib/core/plan/write/json";
import type { PlanCritique } from "@/lib/core/run/events/critique";
import type { Reason } from "@/lib/core/run/events/reason";
import { heldToTemplates, type OwnReview, withReviews } from "@/lib/core/templates/reviews";
import type { RoleAnswer } from "../../model/call-role";
import type { PayloadRows } from "../../types";
import type { EffectContext } from "../effect";
import { type Judgement, judgePlan } from "./judge-plan";

/** How often a plan with errors goes back to its writer with them. */
const MAX_CORRECTIONS = 1;

/**
 * The plan that could not be used, and why, in which the critic found these weak places, or why the run did not take it.
 * `answer` is that plan as its writer is shown it, and `plan` what edits of it are made of.
 */
export type PlanProblem = { answer: string; plan?: Plan } & (
  | { issues: Issue[] }
  | { findings: Finding[] }
  | { refused: string }
);

/** A written plan in its place, behind what has ended, and everything that is wrong with it. */
export type FittedPlan = {
  plan: Plan;
  errors: Issue[];
  warnings: Issue[];
  ended?: ReadonlySet<string>;
  /** Of one behind what has ended: the lineages with those that its tasks carry on. */
  lineages?: Lineages;
  /** What its writer says of people's comments. */
  dispositions?: GivenDisposition[];
};

/** A plan that can run, with the critic's word on it, if the run wants one. */
export type Draft<P extends FittedPlan> = { fitted: P; warnings: Issue[]; judgement?: Judgement };
type JudgedDraft<P extends FittedPlan> = Draft<P> & { judgement: Judgement };

type Unreadable = Extract<RoleAnswer<never>, { code: "unreadable" }>;
type FailedCall = Exclude<Extract<RoleAnswer<never>, { ok: false }>, Unreadable>;

type PlanWritingResult<P extends FittedPlan, Stop> =
  | { kind: "drafted"; draft: Draft<P> }
  /**
   * Its plans had errors, and still had them after they were shown to it; with the last of them. `unread`: pieces of its text
   * that could not be read, so that the plan is what is left without them.
   */
  | { kind: "invalid"; errors: Issue[]; unread?: Issue[]; placed: P; warnings: Issue[] }
  | { kind: "unreadable"; answer: Unreadable }
  | { kind: "unreached"; answer: FailedCall }
  /** It says that it will not write one. */
  | { kind: "stopped"; stop: Stop };

type PlanWriter<P extends FittedPlan, Stop> = {
  ask(problem: PlanProblem | undefined): Promise<RoleAnswer<WrittenPlan | { stop: Stop }>>;
  fitPlan(plan: Plan): P;
  /** The plan of a text without the pieces of it that could not be read, where it is whole but for these. */
  readRest?(answer: Unreadable): WrittenPlan | undefined;
  /** What the plan may name as a review's template: reviews of the workspace, and of the plan that is written again. */
  reviews: { known: readonly OwnReview[]; inForce: Plan | undefined };
};

/**
 * Has a role write a plan: once more with its errors, if it has some, what was not read among them; and once more with
 * what the critic found, if it scores below the run's minimum or the model's findings are grave. Of two weak plans the
 * better one is taken (docs/engine.md, "Critic").
 */
export async function writePlan<P extends FittedPlan, Stop = never>(
  context: EffectContext,
  { ask, fitPlan, readRest, reviews }: PlanWriter<P, Stop>,
  given?: PlanProblem,
): Promise<PlanWritingResult<P, Stop>> {
  const { minScore } = context.state().settings.critic;
  let weak: JudgedDraft<P> | undefined;
  let problem = given;
  let corrections = 0;
  const place = (written: WrittenPlan) => {
    const { known, inForce } = reviews;
    const read = withReviews({ ...written, errors: [] }, known, { inForce });
    const { plan = written.plan, warnings, errors } = read;
    const fitted = fitPlan(heldToTemplates(plan, known, inForce));
    const { dispositions } = written;
    const placed = {
      ...fitted,
      errors: [...errors, ...fitted.errors],
      ...(dispositions && { dispositions }),
    };
    return { placed, warnings };
  };
  for (;;) {
    const answer = await ask(problem);
    if (!answer.ok && answer.code !== "unreadable") return { kind: "unreached", answer };
    if (!answer.ok) {
      const rest = weak ? undefined : readRest?.(answer);
      if (!rest) return fallbackDraft(weak) ?? { kind: "unreadable", answer };
      const { placed, warnings } = place(rest);
      return { kind: "invalid", unread: answer.issues, errors: placed.errors, placed, warnings };
    }
    if ("stop" in answer.value) return fallbackDraft(weak) ?? { kind: "stopped", stop: answer.value.stop };
    const { placed, warnings } = place(answer.value);
    const { plan } = answer.value;
    const sent = { answer: planLines(plan), plan };
    if (placed.errors.length > 0) {
      if (corrections >= MAX_CORRECTIONS)
        return fallbackDraft(weak) ?? { kind: "invalid", errors: placed.errors, placed, warnings };
      corrections += 1;
      problem = { ...sent, issues: placed.errors };
      continue;
    }
    const draft = await judged(context, placed, warnings, weak);
    if (!isJudged(draft)) return { kind: "drafted", draft };
    if (weak) return { kind: "drafted", draft: betterDraft(weak, draft) };
    const { kept, findings } = draft.judgement;
    if (kept.score >= minScore && !findings.some(isGrave)) return { kind: "drafted", draft };
    weak = draft;
    problem = { ...sent, findings };
  }
}

/** A plan without errors and what the critic says of it, after a `weak` one or as the first. */
export async function judged<P extends FittedPlan>(
  context: EffectContext,
  placed: P,
  readWarnings: Issue[],
  weak?: JudgedDraft<P>,
): Promise<Draft<P>> {
  const earlier = weak && { plan: weak.fitted.plan, judgement: weak.judgement };
  const judgement = await judgePlan(context, placed.plan, placed.ended, earlier);
  return { fitted: placed, warnings: [...readWarnings, ...placed.warnings], ...(judgement && { judgement }) };
}

/** The offered plan and its rows with the critic's word among them. */
export function withJudgement<Offered extends object>(
  { offered, rows }: { offered: Offered; rows: PayloadRows },
  judgement: Judgement | undefined,
): { offered: Offered & { critique?: PlanCritique }; rows: PayloadRows } {
  if (!judgement) return { offered, rows };
  const { kept, blobs } = judgement;
  return {
    offered: { ...offered, critique: kept },
    rows: { ...rows, blobs: [...(rows.blobs ?? []), ...blobs] },
  };
}

const isJudged = <P extends FittedPlan>(draft: Draft<P>): draft is JudgedDraft<P> =>
  draft.judgement !== undefined;

/** The weak plan that its writer could not better. */
function fallbackDraft<P extends FittedPlan>(
  weak: JudgedDraft<P> | undefined,
): { kind: "drafted"; draft: Draft<P> } | undefined {
  if (!weak) return;
  return { kind: "drafted", draft: withNote(weak, { code: "redraft_unusable" }) };
}

/** The better of two drafts, and what became of the other. */
function betterDraft<P extends FittedPlan>(first: JudgedDraft<P>, second: JudgedDraft<P>): JudgedDraft<P> {
  const [before, after] = [first.judgement.kept.score, second.judgement.kept.score];
  if (after < before) {
    return withNote(first, { code: "redraft_weaker", score: after });
  }
  return { ...second, judgement: withCritiqueFacts(second.judgement, { improvedFrom: before }) };
}

function withNote<P extends FittedPlan>(draft: JudgedDraft<P>, note: Reason): JudgedDraft<P> {
  const { notes = [] } = draft.judgement.kept;
  return { ...draft, judgement: withCritiqueFacts(draft.judgement, { notes: [...notes, note] }) };
}

function withCritiqueFacts(judgement: Judgement, facts: Partial<PlanCritique>): Judgement {
  return { ...judgement, kept: { ...judgement.kept, ...facts } };
}
