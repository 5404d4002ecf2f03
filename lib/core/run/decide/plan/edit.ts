import type { DomainError } from "../../../errors";
import { getOwn } from "../../../own";
import type { Voter } from "../../../people";
import type { PlanPatch } from "../../../plan/stored";
import type { OfferedPlan, PersonCommand } from "../../commands";
import type { WeakenedControl } from "../../controls/changes/weakened";
import { looseningOf } from "../../controls/changes/weakened-checks";
import { failureTermsOver } from "../../controls/halt";
import { approvalChangedBy, planTerms } from "../../controls/release/approved";
import { offerTerms } from "../../controls/release/asked";
import { touchedControls, versionOffered } from "../../controls/release/release";
import { asksBeforeChange } from "../../controls/release/settled";
import { silentControlsOver } from "../../controls/release/silence";
import { type DraftEvent, draft } from "../../events";
import type { IssueFacts } from "../../events/reason";
import { authorsOf, bypassDenialReason, denialReason } from "../../gates/rules";
import { deadEnds } from "../../plan-edits";
import { statedReason } from "../../reasons";
import { isPlanEditable } from "../../selectors";
import type { RunState } from "../../state";
import { asksAboutReplans, cancelGates, withdrawReplan } from "../gates/cancel";
import { nextApprovalId, openApprovalOf } from "../gates/open";
import { askAboutEdit, candidateOf, startOrAsk } from "../gates/plan";
import { missingReasonRefusal, staleVersionRefusal } from "../operator";
import { type Decided, refuse, refuseDenied } from "../refuse";
import { adoptVersion } from "./new-version";
import { weakenedByPlan } from "./offer";
import { tailIssue } from "./tail-issue";

/**
 * A person's version of the plan: only what has not ended may differ (docs/engine.md, "Commands"). It takes the place
 * of a replan that is wanted or under way, and answers every failure so far. A draft that waits for approval is asked
 * about again as it is then.
 */
export function decideEditPlan(
  state: RunState,
  command: Extract<PersonCommand, { type: "edit_plan" }>,
): Decided {
  const { plan, expectedPlanVersion } = command;
  const stale = staleVersionRefusal(state, expectedPlanVersion);
  if (stale) return stale;
  if (!isPlanEditable(state))
    return refuse("not_allowed_now", "Only a plan that runs or waits for approval can be edited.");
  const asked = openApprovalOf(state, "plan_approval");
  const notTheirs = command.asReviewer && reviewerRefusal(state, asked, command.by);
  if (notTheirs) return notTheirs;
  const reason = command.reason.trim();
  if (reason === "") return missingReasonRefusal();
  const problem = unusable(state, plan);
  if (problem) return problem;
  const weakened = weakenedByPlan(state, plan, true);
  const denied = controlRefusal(state, plan, weakened, command.by);
  if (denied) return denied;
  const why = { code: "plan_edited" } as const;
  const cancelled = cancelGates(state, why, asksAboutReplans);
  const closed = new Set(cancelled.map(({ payload }) => "approvalId" in payload && payload.approvalId));
  const waives = weakened.map(({ obligation }) => obligation.control);
  const by = {
    origin: "person" as const,
    author: "person",
    ...(waives.length > 0 && { waives }),
    ...(command.by?.mayReview && { mayReview: true as const }),
  };
  const adopted = adoptVersion(state, plan, by, statedReason(reason));
  const version = state.planVersion + 1;
  if (asked !== undefined) closed.add(asked);
  const next = afterEdit(state, plan, asked, command);
  return [
    ...(asked === undefined ? [] : [closingOf(state, asked, next)]),
    ...withdrawReplan(state, why),
    ...cancelled,
    ...adopted.filter(({ payload }) => !("approvalId" in payload && closed.has(payload.approvalId))),
    ...(plan.critique ? [draft("plan_critiqued", { ...plan.critique, version })] : []),
    ...next,
  ];
}

/**
 * A draft that waited only for who shall answer its gates continues as it would have; any other is asked about again. So is
 * a plan that runs and that people have not let pass, unless the editor is one who could.
 */
function afterEdit(
  state: RunState,
  plan: OfferedPlan,
  asked: string | undefined,
  { asReviewer = false, by }: { asReviewer?: boolean; by?: Voter },
): DraftEvent[] {
  const { settings, approvals, phase, unapproved } = state;
  const candidate = candidateOf(state, plan);
  if (phase === "executing")
    return unapproved && letsPassDenial(state, [planTerms(state)], by)
      ? [askAboutEdit(state, candidate, asked)]
      : [];
  const question = getOwn(approvals, asked ?? "")?.question;
  const wasOnlyThat = question?.about === "plan" && question.unpassable !== undefined && !question.unread;
  if (!wasOnlyThat || asReviewer || settings.planApproval || asksBeforeChange(state))
    return [askAboutEdit(state, candidate, asked)];
  return startOrAsk(state, candidate);
}

/** The gate about a draft that was edited: replaced by the next one, or no longer needed. */
function closingOf(state: RunState, asked: string, next: readonly DraftEvent[]): DraftEvent {
  const reason = { code: "plan_edited" } as const;
  return next.some(({ type }) => type === "approval_opened")
    ? draft("approval_superseded", { approvalId: asked, by: nextApprovalId(state), reason })
    : draft("approval_cancelled", { approvalId: asked, reason });
}

/** Why this reviewer may not edit the plan; undefined where it is a draft whose approval they may answer. */
function reviewerRefusal(
  state: RunState,
  asked: string | undefined,
  by: Voter | undefined,
): DomainError | undefined {
  const gate = state.phase === "planning" ? getOwn(state.approvals, asked ?? "") : undefined;
  if (!gate)
    return refuse("forbidden", "A plan that does not wait for approval is edited by the right to operate.", {
      capability: "operate",
    });
  const denial = denialReason(gate, authorsOf(state), by, "request_changes");
  return denial && refuseDenied(denial);
}

/**
 * Changing a control, or doing without it or with less, is up to those who could pass it; its author is under four eyes. A plan
 * that people let run is one too, where they are not asked about it as it is then.
 */
function controlRefusal(
  state: RunState,
  plan: OfferedPlan,
  weakened: readonly WeakenedControl[],
  by: Voter | undefined,
): DomainError | undefined {
  const next = versionOffered(state, plan);
  const isAsked = state.phase !== "executing" || state.unapproved !== undefined;
  const loosened = isAsked ? [] : looseningOf(state, { ...next, agents: plan.patch.agents });
  const controls = [
    ...weakened.map(({ obligation }) => obligation.terms),
    ...touchedControls(state, next),
    ...silentControlsOver(state, next),
    ...offerTerms(state),
    ...failureTermsOver(state),
    ...loosened,
  ];
  const denial = letsPassDenial(state, controls, by);
  if (denial) return refuseDenied(denial, { bypassing: true });
  const changed = isAsked ? undefined : letsPassDenial(state, approvalChangedBy(state, next), by);
  return changed && refuseDenied(changed, { bypassing: "plan" });
}

/** Why an editor does not let pass what these terms hold back: under four eyes no author does. */
const letsPassDenial = (
  state: RunState,
  terms: Parameters<typeof bypassDenialReason>[0],
  by: Voter | undefined,
) => bypassDenialReason(terms, [...authorsOf(state), ...(by ? [by] : [])], by);

function unusable(state: RunState, plan: OfferedPlan): DomainError | undefined {
  if (plan.digest === state.planDigest)
    return refuse("invalid_input", "This is the plan as it is: nothing changes.");
  const issue = tailIssue(state, plan.patch, true) ?? deadEnd(state, plan.patch);
  return issue && refuse("invalid_plan", issue.message, { issues: [issue] });
}

/** A task would wait for ever for one that has failed, since a person's plan lifts the halt. */
function deadEnd(state: RunState, patch: PlanPatch): IssueFacts | undefined {
  return deadEnds(state, versionOffered(state, { patch }).tasks)[0];
}
