import { getOwn } from "../../own";
import { cancelGates } from "../decide/gates/cancel";
import { openApprovalOf } from "../decide/gates/open";
import { adoptRefinement } from "../decide/plan/refine";
import { runEffect } from "../effects/keys";
import { type DraftEvent, draft } from "../events";
import type { SimpleReason } from "../events/reason";
import { endedSinceLast, hasGivenWay, isReviewNext, pendingCount } from "../refinements";
import type { RefinementsState, RunState } from "../state";

/** Ids that one question names; what else has ended waits for the next one. */
const MAX_ABOUT = 50;

/** Asks what has become of the rest of the plan, and drops what is no longer asked (docs/engine.md, "Refinements"). */
export function settleRefinement(state: RunState, now: number): DraftEvent[] {
  const { refinements } = state;
  if (!refinements || state.phase !== "executing") return [];
  const { asked, offered } = refinements;
  if (offered) return settleOffer(state, offered);
  if (asked) return settleQuestion(state, asked, now);
  return mayAsk(state, refinements) ? ask(state, refinements, now) : [];
}

function mayAsk(state: RunState, { ended, entries }: RefinementsState): boolean {
  const { settings, paused, ledger } = state;
  if (ended.length === 0 || entries.length >= settings.refinement.max || paused) return false;
  if (standsBack(state) || state.offered || ledger.exhaustedLimit || ledger.closing) return false;
  if (openApprovalOf(state, "plan_approval") || openApprovalOf(state, "engine_fault")) return false;
  return pendingCount(state) > 0 && !isReviewNext(state);
}

/** The plan is in question as a whole. */
const standsBack = ({ replan, replanWanted, halt }: RunState): boolean =>
  replan !== undefined || replanWanted !== undefined || halt !== undefined;

function ask(state: RunState, { entries, signs = [] }: RefinementsState, now: number): DraftEvent[] {
  const about = endedSinceLast(state).slice(0, MAX_ABOUT);
  if (about.length === 0) return [];
  const until = now + state.settings.refinement.timeoutMs;
  const because = signs.filter(({ taskId }) => about.includes(taskId));
  return [draft("refinement_started", { number: entries.length + 1, about, because, until })];
}

function settleQuestion(
  state: RunState,
  { number, about, fromVersion, until }: NonNullable<RefinementsState["asked"]>,
  now: number,
): DraftEvent[] {
  const reason = whyDropped(state) ?? movedOn(state, fromVersion);
  if (reason) return [draft("refined", { number, outcome: "withdrawn", reason })];
  if (!about.every((id) => hasGivenWay(state, id)))
    return [draft("refined", { number, outcome: "withdrawn", reason: { code: "result_reopened" } })];
  const isUnderWay = getOwn(state.inFlight, runEffect(state, "refine", number, 1).key) !== undefined;
  if (state.ledger.exhaustedLimit && !isUnderWay)
    return [draft("refined", { number, outcome: "failed", reason: { code: "no_room_for_call" } })];
  return now >= until ? [draft("refined", { number, outcome: "timed_out" })] : [];
}

function settleOffer(state: RunState, offered: NonNullable<RefinementsState["offered"]>): DraftEvent[] {
  const { number, approved } = offered;
  const { plan: _plan, holds: _holds, approved: _approved, ...facts } = offered;
  if (standsBack(state)) {
    const reason = { code: "replan_comes_first" } as const;
    const closed = cancelGates(state, reason, ({ kind }) => kind === "plan_refinement");
    return [...closed, draft("refined", { ...facts, outcome: "withdrawn", reason })];
  }
  if (approved) return adoptRefinement(state, offered);
  if (openApprovalOf(state, "plan_refinement")) return [];
  const reason = movedOn(state, state.refinements?.entries[number - 1]?.fromVersion);
  return [draft("refined", { ...facts, outcome: "superseded", ...(reason && { reason }) })];
}

function whyDropped(state: RunState): SimpleReason | undefined {
  if (standsBack(state)) return { code: "replan_comes_first" };
  return state.paused ? { code: "run_paused" } : undefined;
}

const movedOn = ({ planVersion }: RunState, fromVersion: number | undefined): SimpleReason | undefined =>
  planVersion === fromVersion ? undefined : { code: "plan_outdated", planVersion };
