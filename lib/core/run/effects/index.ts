import { getOwn } from "../../own";
import { type ApprovalKind, gateRow } from "../gates/table";
import { limitOf, timeAtActiveMs, WARN_AT } from "../ledger/budgets";
import { heldByRefinement } from "../refinements";
import { nextOfReflection, openReflection } from "../reflections";
import { retrospectEndsAt } from "../retrospects";
import type { ApprovalState, Effect, EffectKind, RunState } from "../state";
import { taskOf } from "../state/ready";
import { reasoningEffect, runEffect } from "./keys";
import { taskEffects } from "./reviewers";

/** Effects that begin without a model: a program, and the preparation of a question to a person. */
const WITHOUT_MODEL: ReadonlySet<EffectKind> = new Set(["run_direct", "show_gate"]);

type Work = Exclude<Effect, { kind: "wake" }>;

/**
 * What should be in flight now (or from `notBefore` on), and the moments at which the run wants a look although
 * nothing ends: pure, and in time proportional to what is active. Cancel > abort > pause > replan > waiting > starts.
 */
export function nextEffects(state: RunState): Effect[] {
  if (state.phase === "ended" || state.phase === "new") return [];
  if (state.phase === "retrospect") return retrospectWork(state);
  const wakes = [...approvalWakes(state), ...clockWakes(state), ...refinementWakes(state)];
  if (
    Object.keys(state.openApprovals).some(
      (id) => gateRow((getOwn(state.approvals, id) as ApprovalState).kind).haltsRun,
    )
  )
    return wakes;
  if (state.paused) return [...inFlightWork(state), ...wakes];
  const work = [...phaseWork(state), ...reasoningWork(state)].filter((one) => !awaitsBudget(state, one));
  return [...work.flatMap((one) => withBackoff(state, one)), ...heldWakes(state), ...wakes];
}

function phaseWork(state: RunState): Work[] {
  if (state.phase === "planning") return planWork(state);
  if (state.phase === "finishing") return isGateOpen(state, "answer_release") ? [] : [finishingWork(state)];
  if (awaitsLeave(state)) return rewriteWork(state);
  const active = withinConcurrency(state, activeWork(state));
  if (state.replan)
    return state.replanFailed || state.offered
      ? active
      : [...active, ...replanWork(state, active.length > 0)];
  if (isGateOpen(state, "plan_approval")) return active.filter((work) => hasBegun(state, work));
  if (state.replanWanted) return active;
  if (state.halt) return active.length > 0 ? active : haltReviewWork(state);
  const atWork = new Set(active.map(({ taskId }) => taskId)).size;
  const free = Math.max(0, state.settings.maxConcurrency - atWork);
  const starting = startable(state).slice(0, free);
  return [
    ...active,
    ...refineWork(state),
    ...starting.flatMap((id) => taskEffects(state, taskOf(state, id))),
  ];
}

/**
 * True for a run whose people have yet to say whether it may carry out its plan, as in a fork of one that they approved:
 * nothing of it begins or continues.
 */
export const awaitsLeave = ({ phase, unapproved }: RunState): boolean =>
  phase === "executing" && unapproved === "run";

/** Such a plan is only written otherwise: while people are being asked about it, as a person wishes. */
function rewriteWork(state: RunState): Work[] {
  const { replan, replanFailed, offered } = state;
  if (!replan || replanFailed || offered) return [];
  return replan.cause.trigger === "person" || !isGateOpen(state, "plan_approval")
    ? replanWork(state, false)
    : [];
}

/** What a refinement may still change waits for it, and takes no place of others. */
function startable(state: RunState): string[] {
  const held = heldByRefinement(state);
  return held.size === 0 ? state.ready : state.ready.filter((id) => !held.has(id));
}

const refineWork = (state: RunState): Work[] => {
  const { asked } = state.refinements ?? {};
  return asked ? [runEffect(state, "refine", asked.number, 1)] : [];
};

/** A plan waits for the model critic, then for a person, who may have it redrafted with their words. */
function planWork(state: RunState): Work[] {
  const { planVersion, planFeedback, critiques, settings, iteration, offered, redrafts } = state;
  if (offered) return [];
  if (planVersion === 0 || planFeedback !== undefined || iteration?.fromVersion === planVersion)
    return [runEffect(state, "plan", 1 + planVersion, 1 + (redrafts?.count ?? 0))];
  const judged = settings.critic.mode !== "model" || critiques[planVersion] !== undefined;
  return judged || isGateOpen(state, "plan_approval")
    ? []
    : [runEffect(state, "critique_plan", planVersion, 1)];
}

/**
 * The summarizer writes the answer, unless the run wants none or it has failed: then it is written plainly. What is
 * written may be critiqued and revised before it stands.
 */
function finishingWork(state: RunState): Work {
  const { settings, summaryFailed, counters, answerSentBack } = state;
  const reflection = openReflection(state);
  if (reflection) {
    const { answers } = reflection;
    const kind = nextOfReflection(state, reflection).do === "revise" ? "revise_answer" : "critique_answer";
    return runEffect(state, kind, 1 + counters.iterations, answers.length);
  }
  if (wantsSelfCritique(state)) return runEffect(state, "critique_approach", 1 + counters.iterations, 1);
  const plainly = settings.summarizer === "off" || summaryFailed !== undefined;
  const attempt = 1 + (answerSentBack?.times ?? 0);
  return runEffect(state, plainly ? "answer" : "summarize", 1 + counters.iterations, attempt);
}

/** Asked once for each plan that was carried out; a run that closes for a budget answers with what it has. */
function wantsSelfCritique({ settings, selfCritiques, counters, ledger, summaryFailed }: RunState): boolean {
  if (!settings.selfCritique || ledger.closing !== undefined || summaryFailed !== undefined) return false;
  return selfCritiques?.at(-1)?.iteration !== counters.iterations;
}

/** A model looks back, for so long and no longer. */
function retrospectWork(state: RunState): Effect[] {
  const at = retrospectEndsAt(state);
  return [
    runEffect(state, "retrospect", 1, 1),
    ...(at === undefined ? [] : [{ kind: "wake" as const, key: `${state.runId}/retrospect`, at }]),
  ];
}

/** No more at a time than tasks may run, those that were asked for first. */
function reasoningWork(state: RunState): Work[] {
  if (awaitsLeave(state)) return [];
  const asked = state.reasoning?.slice(0, state.settings.maxConcurrency) ?? [];
  return asked.map((taskId) => reasoningEffect(state, taskId));
}

/** Running tasks whose attempt still has work to do; a review with a held proposal has none. */
function activeWork(state: RunState): Work[] {
  return Object.keys(state.active)
    .filter((id) => getOwn(state.held, id) === undefined)
    .flatMap((id) => {
      const task = taskOf(state, id);
      const { notBefore } = task;
      return taskEffects(state, task).map((work) =>
        notBefore === undefined ? work : { ...work, notBefore },
      );
    });
}

/** A retry that waits for its time has not begun: it starts no sooner than other work. */
const hasBegun = ({ inFlight }: RunState, { key, notBefore }: Work): boolean =>
  notBefore === undefined || getOwn(inFlight, key) !== undefined;

/** A task that continues after it has waited for people has to find a place again: its own was free for others. */
function withinConcurrency(state: RunState, work: Work[]): Work[] {
  const atWork = new Set(work.filter(({ key }) => getOwn(state.inFlight, key)).map(({ taskId }) => taskId));
  return work.filter(({ taskId }) => {
    const has = atWork.has(taskId) || atWork.size < state.settings.maxConcurrency;
    if (has) atWork.add(taskId);
    return has;
  });
}

/**
 * The replanner is asked when running attempts have ended, at the latest after the grace; but not while one of them
 * changes something outside, which the new tail has to know of.
 */
function replanWork(state: RunState, draining: boolean): Work[] {
  const replan = state.replan as NonNullable<RunState["replan"]>;
  const work = runEffect(state, "replan", replan.number, replan.tries + 1);
  const asked = getOwn(state.inFlight, work.key) !== undefined;
  if (!asked && Object.keys(state.active).some((id) => taskOf(state, id).writing)) return [];
  const notBefore = draining ? Math.max(replan.graceUntil, replan.notBefore) : replan.notBefore;
  return [{ ...work, notBefore }];
}

function haltReviewWork(state: RunState): Work[] {
  const review = state.halt?.review;
  if (review === undefined) return [];
  const task = taskOf(state, review);
  return task.status === "pending" ? taskEffects(state, task) : [];
}

/** Work that failed for reasons of the infrastructure waits for its back-off, or for the person who was asked. */
function withBackoff(state: RunState, work: Work): Work[] {
  const fault = getOwn(state.faults, work.key);
  if (!fault) return [work];
  if (isGateOpen(state, "model_unavailable")) return [];
  return [{ ...work, notBefore: Math.max(work.notBefore ?? 0, fault.notBefore) }];
}

function isGateOpen(state: RunState, kind: ApprovalKind): boolean {
  return Object.keys(state.openApprovals).some((id) => getOwn(state.approvals, id)?.kind === kind);
}

function inFlightWork(state: RunState): Work[] {
  return Object.entries(state.inFlight).map(([key, { kind, taskId, attempt }]) => {
    const work: { kind: EffectKind; key: string } = { kind, key };
    return taskId === undefined ? work : { ...work, taskId, attempt };
  });
}

/**
 * True while no held decision is applied by itself: the run is paused, its people have yet to let its plan run, or a person
 * has wished for another plan, which goes before what a reviewer proposed on the plan in force.
 */
export function holdsStandStill(state: RunState): boolean {
  const { paused, replan, replanWanted } = state;
  return paused !== undefined || awaitsLeave(state) || (replan?.cause ?? replanWanted)?.trigger === "person";
}

function heldWakes(state: RunState): Effect[] {
  if (holdsStandStill(state)) return [];
  return Object.entries(state.held).map(([id, at]) => ({
    kind: "wake",
    key: `${state.runId}/${id}/hold`,
    at,
  }));
}

function approvalWakes(state: RunState): Effect[] {
  return Object.keys(state.openApprovals).flatMap((id) => {
    const at = getOwn(state.approvals, id)?.deadlineAt;
    return at === undefined ? [] : [{ kind: "wake" as const, key: `${id}/deadline`, at }];
  });
}

/**
 * True for work that may not begin, because it needs a budget that is spent or waits for room in one. What is in
 * flight continues until it asks for more (docs/engine.md, "Budgets").
 */
function awaitsBudget({ inFlight, ledger }: RunState, { kind, key }: Work): boolean {
  if (getOwn(inFlight, key)) return false;
  if (getOwn(ledger.queued, key)) return true;
  const counter = ledger.exhaustedLimit?.counter;
  if (counter === "maxDurationMs") return true;
  return (counter === "maxTokens" || counter === "maxCostMicroUsd") && !WITHOUT_MODEL.has(kind);
}

/** Nobody waits longer for a refinement. */
function refinementWakes({ refinements, runId }: RunState): Effect[] {
  const { asked } = refinements ?? {};
  return asked ? [{ kind: "wake", key: `${runId}/refine`, at: asked.until }] : [];
}

/** The moments at which the run's time is nearly and wholly used. */
function clockWakes(state: RunState): Effect[] {
  const { ledger, runId } = state;
  const limit = limitOf(state, "maxDurationMs");
  if (limit === undefined || ledger.exhaustedLimit || ledger.closing) return [];
  const isWarned = ledger.warned.maxDurationMs === limit;
  const at = timeAtActiveMs(state, isWarned ? limit : Math.ceil(WARN_AT * limit));
  return at === undefined ? [] : [{ kind: "wake", key: `${runId}/clock`, at }];
}
