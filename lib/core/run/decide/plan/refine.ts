import { digestOf } from "../../../bytes";
import { getOwn } from "../../../own";
import { applyModeOf } from "../../../refinement/settings";
import { cutText } from "../../../text";
import type { WorkerCommand } from "../../commands";
import { actsRestingOn } from "../../controls/release/asked";
import { isRestedOn } from "../../controls/release/leave";
import { planInForce, versionOffered } from "../../controls/release/release";
import { asksBeforeChange } from "../../controls/release/settled";
import { DEFAULT_REVIEW_DEADLINE_SECONDS } from "../../controls/terms/terms";
import { type DraftEvent, draft } from "../../events";
import type { Provenance } from "../../events/envelope";
import type { Question } from "../../events/questions";
import type { IssueFacts, Reason, SimpleReason } from "../../events/reason";
import { planBound } from "../../gates/shown";
import { verbsOfKind } from "../../gates/table";
import { issueReason } from "../../reasons";
import type { RefinementsState, RunState } from "../../state";
import { deadline, openApproval } from "../gates/open";
import { lateResult } from "../late-results";
import { adoptVersion } from "./new-version";
import { weakenedByPlan, weakenedReason } from "./offer";
import { tailIssue } from "./tail-issue";

type Report<T extends WorkerCommand["type"]> = Extract<WorkerCommand, { type: T }>;
type Written = Report<"refinement_written">;
type Offered = NonNullable<RefinementsState["offered"]>;

/** The question that this report answers; undefined when nobody waits for its answer any more. */
const questionOf = ({ refinements, inFlight }: RunState, key: string) =>
  getOwn(inFlight, key) ? refinements?.asked : undefined;

/**
 * What a refinement takes of the rest of the plan is adopted or offered to people (docs/engine.md, "Refinements"). One whose
 * tasks have begun since it was put together changes nothing: it is put together again.
 */
export function decideRefinementWritten(state: RunState, command: Written, now: number): DraftEvent[] {
  const { key, plan, facts } = command;
  const asked = questionOf(state, key);
  if (!asked) return lateResult(key, command.type);
  if (hasBegun(state, facts)) return [];
  const { number } = asked;
  const refused = whyRefused(state, plan);
  if (refused) return [draft("refined", { number, outcome: "refused", ...facts, ...refused }, key)];
  const offer = { number, ...facts, ...(plan && { plan }) };
  return applyModeOf(state.settings) === "ask" || asksBeforeChange(state)
    ? offerRefinement(state, offer, now, key)
    : adopt(state, offer, key);
}

export function decideRefinementUnneeded(
  state: RunState,
  command: Report<"refinement_unneeded">,
): DraftEvent[] {
  const { key, facts } = command;
  const asked = questionOf(state, key);
  if (!asked) return lateResult(key, command.type);
  const outcome = facts.dropped.length > 0 ? "inapplicable" : "unneeded";
  return [draft("refined", { number: asked.number, outcome, ...facts }, key)];
}

export function decideRefinementUnwritten(
  state: RunState,
  command: Report<"refinement_unwritten">,
): DraftEvent[] {
  const { key, reason, issues, facts } = command;
  const asked = questionOf(state, key);
  if (!asked) return lateResult(key, command.type);
  return [refinementFailed(asked.number, reason, key, { ...facts, issues })];
}

/** Nothing was written, or what was written cannot be used. */
export function refinementFailed(
  number: number,
  reason: SimpleReason,
  key: string,
  { issues = [], ...facts }: { issues?: IssueFacts[] } & Partial<Written["facts"]> = {},
): DraftEvent {
  if (issues.length === 0) return draft("refined", { number, outcome: "failed", ...facts, reason }, key);
  return draft("refined", { number, outcome: "refused", ...facts, reason, issues }, key);
}

/** True where work that it changes or skips has begun or ended, or something rests on what it skips that people let pass, or need not be asked about. */
const hasBegun = (state: RunState, { modified, skipped }: Written["facts"]): boolean =>
  skipped.some(({ taskId }) => isRestedOn(state, taskId)) ||
  [...modified, ...skipped].some(({ taskId }) => {
    const task = getOwn(state.tasks, taskId);
    return task?.status !== "pending" || task.attempts.length > 0;
  });

/** Nobody is asked to let a control be weakened for a refinement: the plan is as good without it. */
function whyRefused(
  state: RunState,
  plan: Written["plan"],
): { reason: Reason; issues?: IssueFacts[] } | undefined {
  if (!plan) return;
  const triedIn = getOwn(state.planDigests, plan.digest);
  if (triedIn !== undefined) return { reason: { code: "plan_repeated", planVersion: triedIn } };
  const issue = tailIssue(state, plan.patch, true);
  if (issue) return { reason: issueReason([issue]), issues: [issue] };
  const weakened = weakenedByPlan(state, plan);
  if (weakened.length > 0) return { reason: weakenedReason(state, plan, weakened) };
  const { critique } = plan;
  const { minScore } = state.settings.critic;
  if (!critique || critique.score >= minScore) return;
  return { reason: { code: "plan_too_weak", score: critique.score, minScore } };
}

/** Each of its tasks holds until people have answered, or the time for that is over. */
function offerRefinement(
  state: RunState,
  offer: Omit<Offered, "holds" | "approved">,
  now: number,
  key: string,
): DraftEvent[] {
  const gate = openApproval(state, questionAbout(state, offer, now));
  return [draft("refinement_offered", { ...offer, holds: heldBy(state, offer) }, key), gate];
}

/** What people are asked about a refinement. */
export function questionAbout(
  state: RunState,
  offer: Omit<Offered, "holds" | "approved">,
  now: number,
): Parameters<typeof openApproval>[1] {
  const { number, plan, summary, modified, added, skipped } = offer;
  const version = state.planVersion + 1;
  const titled = (items: typeof added) =>
    items.map(({ taskId, reason }) => ({ taskId, title: titleIn(state, offer, taskId), reason }));
  const changes = { modified: titled(modified), added: titled(added), skipped: titled(skipped) };
  const question: Question = { about: "refinement", number, summary, ...changes };
  const said = digestOf([plan?.digest ?? null, question]);
  const inForce = planInForce(state);
  const acts = actsRestingOn(
    inForce,
    skipped.map(({ taskId }) => taskId),
  );
  const digest = plan ? planBound(said, versionOffered(state, plan)) : planBound(said, inForce, acts);
  return {
    kind: "plan_refinement",
    question,
    digest,
    verbs: verbsOfKind("plan_refinement"),
    ...(plan && { planVersion: version }),
    ...deadline(now, DEFAULT_REVIEW_DEADLINE_SECONDS),
    onTimeout: "reject",
  };
}

/** Every pending task that it names: what it changes and skips, and what new tasks come after. */
function heldBy(
  { tasks }: RunState,
  { plan, modified, added, skipped }: Pick<Offered, "plan"> & Written["facts"],
) {
  const isNew = new Set(added.map(({ taskId }) => taskId));
  const before = (plan?.patch.tasks ?? []).flatMap(({ id, dependsOn }) => (isNew.has(id) ? dependsOn : []));
  const named = new Set([...[...modified, ...skipped].map(({ taskId }) => taskId), ...before]);
  return [...named].filter((id) => getOwn(tasks, id)?.status === "pending");
}

const TITLE_CHARS = 100;

function titleIn({ tasks }: RunState, { plan }: Pick<Offered, "plan">, taskId: string): string {
  const spec = getOwn(tasks, taskId)?.spec ?? plan?.patch.tasks.find(({ id }) => id === taskId);
  return cutText(spec?.title ?? taskId, TITLE_CHARS);
}

/** People have let it pass: it takes effect exactly as they saw it, or not at all. */
export function adoptRefinement(
  state: RunState,
  { holds: _h, approved: _a, ...offer }: Offered,
): DraftEvent[] {
  const { plan: _plan, ...facts } = offer;
  const { planVersion } = state;
  const isOutdated = state.refinements?.entries.at(-1)?.fromVersion !== planVersion;
  if (isOutdated || hasBegun(state, offer)) {
    const reason = { code: "plan_outdated", planVersion } as const;
    return [draft("refined", { ...facts, outcome: "superseded", reason })];
  }
  const refused = whyRefused(state, offer.plan);
  return refused ? [draft("refined", { ...facts, outcome: "superseded", ...refused })] : adopt(state, offer);
}

function adopt(state: RunState, offer: Omit<Offered, "holds" | "approved">, key?: string): DraftEvent[] {
  const { plan, ...facts } = offer;
  const { number, summary, skipped } = facts;
  const cause: Reason = { code: "refined", number, text: summary };
  const version = state.planVersion + 1;
  const adopted = plan ? adoptVersion(state, plan, { origin: "refinement", author: "refiner" }, cause) : [];
  const judged = plan?.critique ? [draft("plan_critiqued", { ...plan.critique, version })] : [];
  const skips = skipped.map(({ taskId, reason: text }) =>
    draft("task_skipped", { taskId, reason: { code: "skipped_by_refinement", number, text } }),
  );
  const toVersion = plan && { toVersion: version };
  return [
    ...adopted,
    ...judged,
    ...skips,
    draft("refined", { ...facts, outcome: "adopted", ...toVersion }, key),
  ];
}

/** A refinement that people do not want, or of which they say nothing in time, leaves the plan as it is. */
export function declineRefinement(
  { refinements }: RunState,
  { comment, provenance }: { comment?: string | undefined; provenance: Provenance },
): DraftEvent[] {
  if (!refinements?.offered) return [];
  const { plan: _plan, holds: _holds, approved: _approved, ...facts } = refinements.offered;
  const outcome = provenance === "timeout" || provenance === "escalation" ? "expired" : "rejected";
  const text = comment?.trim();
  return [
    draft("refined", { ...facts, outcome, ...(text && { reason: { code: "stated" as const, text } }) }),
  ];
}
