import { getOwn } from "../../own";
import type { Voter } from "../../people";
import type { StoredValue } from "../../stored-value";
import type { WorkerCommand } from "../commands";
import { type DraftEvent, draft } from "../events";
import type { FirstCall } from "../events/engine";
import type { SettlementCause } from "../events/ledger";
import type { Reason } from "../events/reason";
import { authorsOf, type Denial, denialReason } from "../gates/rules";
import { verbsOfKind } from "../gates/table";
import {
  activeMs,
  currentSuggestion,
  fitOf,
  ledgerLine,
  limitOf,
  settingPath,
  suggestedLimit,
} from "../ledger/budgets";
import { type ApprovalState, isBeside, type RunState } from "../state";
import { type Amounts, BUDGETS, type ExhaustedLimit, METER_NAMES, METERS } from "../state/ledger";
import { beginFinishing, finishRun } from "./finish";
import { cancelGates } from "./gates/cancel";
import { openApproval } from "./gates/open";
import { type Decided, refuse, refuseDenied } from "./refuse";

type Reserve = Extract<WorkerCommand, { type: "reserve" }>;

/**
 * Reserves what a call may take at most. Where it does not fit, its effect ends without an attempt being spent: it
 * comes again when calls under way have ended, or, if it can never fit, when the limit was raised. A closing run has
 * nothing to come again for, and a call that only advises is not worth a question, or a wait beside an attempt: such an
 * effect continues without the call (docs/engine.md, "Budgets").
 */
export function decideReserve(state: RunState, command: Reserve, now: number): DraftEvent[] {
  const { type: _type, advisory = false, attemptCost, ...asked } = command;
  const { key } = asked;
  const begun = getOwn(state.inFlight, key);
  if (!begun) return [];
  const { closing, exhaustedLimit } = state.ledger;
  const overdue = isTimeOver(state, now);
  const fit = fitOf(state, asked);
  if (!overdue && fit.fits)
    return [...warnOfUnpricedModel(state, asked, attemptCost), draft("budget_reserved", asked)];
  const waits = !overdue && !fit.fits && !fit.never && !exhaustedLimit;
  if (closing || state.phase === "retrospect" || (advisory && (!waits || isBeside(begun)))) return [];
  const counter = fit.fits ? "maxDurationMs" : METERS[fit.meter];
  if (fit.fits || !fit.never || exhaustedLimit) {
    return [draft("budget_awaited", { key, counter, ...amountsOf(asked) }, key)];
  }
  const used = state.ledger.used[fit.meter];
  const limit = limitOf(state, counter) as number;
  return [budgetExhausted({ counter, used, limit, asked: asked[fit.meter] as number }, key)];
}

/**
 * Those first calls that are reserved with the start of their effects. One that does not fit beside what goes before it, or
 * of whose cost a limit could not tell, asks for itself, when its request is known.
 */
export function affordableCalls(state: RunState, calls: readonly FirstCall[], now: number): FirstCall[] {
  if (calls.length === 0 || state.ledger.exhaustedLimit || isTimeOver(state, now)) return [];
  const limitsCost = limitOf(state, "maxCostMicroUsd") !== undefined;
  const sums = { tokens: 0, costMicroUsd: 0 };
  return calls.filter(({ key, tokens, costMicroUsd }) => {
    if (getOwn(state.ledger.reservations, key) || (limitsCost && costMicroUsd === undefined)) return false;
    const together = {
      tokens: sums.tokens + tokens,
      costMicroUsd: sums.costMicroUsd + (costMicroUsd ?? 0),
    };
    if (!fitOf(state, together).fits) return false;
    Object.assign(sums, together);
    return true;
  });
}

export const isTimeOver = (state: RunState, now: number): boolean =>
  activeMs(state, now) >= (limitOf(state, "maxDurationMs") ?? Number.POSITIVE_INFINITY);

export function budgetExhausted(spent: ExhaustedLimit & { taskId?: string }, key?: string): DraftEvent {
  return draft("budget_exhausted", { ...spent, setting: settingPath(spent.counter) }, key);
}

const amountsOf = (asked: Amounts): Amounts =>
  Object.fromEntries(
    METER_NAMES.flatMap((meter) => (asked[meter] === undefined ? [] : [[meter, asked[meter]]])),
  );

/** A limit in dollars says nothing of a model without a price: people are warned once for each. */
function warnOfUnpricedModel(
  state: RunState,
  { model, costMicroUsd }: Omit<Reserve, "type" | "attemptCost">,
  attemptCost: Reserve["attemptCost"],
): DraftEvent[] {
  if (model === undefined || costMicroUsd !== undefined) return [];
  const limit = limitOf(state, "maxCostMicroUsd");
  if (getOwn(state.ledger.warned, `unpriced ${model}`) !== undefined) return [];
  if (limit !== undefined) return [unpricedModelWarning(state.ledger.used.costMicroUsd, limit, [model])];
  if (!attemptCost) return [];
  return [draft("budget_warned", { counter: "costBudgetUsd", ...attemptCost, unpriced: [model] })];
}

/** Models that one warning names. */
const MAX_NAMED_MODELS = 20;

export function unpricedModelWarning(used: number, limit: number, models: string[]): DraftEvent {
  const counter = "maxCostMicroUsd";
  return draft("budget_warned", {
    counter,
    used,
    limit,
    setting: settingPath(counter),
    unpriced: models.slice(0, MAX_NAMED_MODELS),
  });
}

/** The call for which this was reserved was not made. */
export function decideCancelReservation(
  state: RunState,
  { reservationId }: { reservationId: string },
): DraftEvent[] {
  const open = getOwn(state.ledger.reservations, reservationId);
  return open ? settlements([[reservationId, open]], false, "call_not_made") : [];
}

/** Most reservations that one event settles, so that it stays under its limit. */
const RESERVATIONS_PER_EVENT = 50;

/** Calls of a worker that died may have taken all they reserved; tools that it had not started took nothing. */
export function settleLostReservations(state: RunState, cause: SettlementCause): DraftEvent[] {
  const open = Object.entries(state.ledger.reservations);
  const ofTools = open.filter(([, { amounts }]) => amounts.hops !== undefined);
  const ofModels = open.filter(([, { amounts }]) => amounts.hops === undefined);
  return [...settlements(ofModels, true, cause), ...settlements(ofTools, false, cause)];
}

type OpenReservations = [string, { amounts: Amounts }][];

function settlements(open: OpenReservations, unknown: boolean, cause: SettlementCause): DraftEvent[] {
  const events: DraftEvent[] = [];
  for (let from = 0; from < open.length; from += RESERVATIONS_PER_EVENT) {
    const some = open.slice(from, from + RESERVATIONS_PER_EVENT);
    const sums: Amounts = {};
    for (const [, { amounts }] of some) {
      for (const meter of METER_NAMES) {
        if (amounts[meter] !== undefined) sums[meter] = (sums[meter] ?? 0) + amounts[meter];
      }
    }
    const reservationIds = some.map(([id]) => id);
    events.push(draft("budget_settled", { reservationIds, unknown, cause, ...sums }));
  }
  return events;
}

/** What a spent limit leads to, as the run's `onBudget` says. `replan`: why another replan is wanted, where it is that. */
export function onExhaustedLimit(
  state: RunState,
  spent: ExhaustedLimit,
  now: number,
  replan?: Reason,
): DraftEvent[] {
  switch (state.settings.onBudget) {
    case "fail":
      return finishRun(state, "budget_exhausted", now, { because: [limitReached(spent)] });
    case "finish":
      return finishForBudget(state, spent.counter, now);
    case "gate":
      return [budgetGate(state, spent, replan)];
  }
}

function budgetGate(state: RunState, spent: ExhaustedLimit, replan: Reason | undefined): DraftEvent {
  const { counter, used, limit, lineage, asked } = spent;
  const setting = settingPath(counter);
  const suggested = suggestedLimit(spent);
  const canComplete = state.startedAt !== undefined;
  return openApproval(state, {
    kind: "budget",
    question: { about: "limit", ...(replan && { replan }) },
    verbs: verbsOfKind("budget").filter((verb) => canComplete || verb !== "complete"),
    subject: {
      counter,
      used,
      limit,
      setting,
      suggested,
      ...(asked !== undefined && { asked }),
      ...(lineage !== undefined && { lineage }),
    },
  });
}

const limitReached = ({ counter, used, limit }: ExhaustedLimit): Reason => ({
  code: "limit_reached",
  counter,
  used,
  limit,
});

/** The run ends with the results so far. What has not begun has nothing to end with. */
export function finishForBudget(
  state: RunState,
  counter: string,
  now: number,
  gateId?: string,
): DraftEvent[] {
  const because = [{ code: "budget_exhausted", counter } as const];
  if (state.startedAt === undefined) return finishRun(state, "budget_exhausted", now, { because });
  if (state.phase === "planning") return finishRun(state, "completed_early", now, { because });
  const reason = state.finishing ?? "completed_early";
  return beginFinishing(state, { reason, budget: counter }, gateId);
}

type Raise = { counter: string; limit: number; lineage?: string | undefined };

/** Why a limit cannot be set to this; undefined when it can. It has to rise, and to lie above what is used. */
export function raiseRefusal(
  state: RunState,
  { counter, limit, lineage }: Raise,
  now: number,
): Exclude<Decided, DraftEvent[]> | undefined {
  const budget = BUDGETS.find((one) => one === counter && one !== "maxIterations");
  const line = budget && ledgerLine(state, budget, now, lineage);
  if (line?.limit === undefined) {
    return refuse("invalid_input", `This run has no limit “${counter}” that could be raised.`);
  }
  const least = Math.max(line.limit, Math.floor(line.used));
  if (Number.isInteger(limit) && limit > least) return;
  const { used, limit: current } = line;
  const message = `The new limit must be a whole number above ${least}: ${used} of ${current} are used.`;
  return refuse("invalid_input", message, { counter, used, limit: current });
}

export const budgetRaised = ({ counter, limit, lineage }: Raise): DraftEvent =>
  draft("budget_raised", { counter, limit, ...(lineage !== undefined && { lineage }) });

/**
 * A person raises a limit without being asked, or beside the gate that asks about it: then that is closed, and it takes who
 * may answer there.
 */
export function decideRaiseBudget(
  state: RunState,
  { counter, limit, lineage, by }: Raise & { by?: Voter | undefined },
  now: number,
): Decided {
  const isAnswered = ({ kind, subject }: ApprovalState) =>
    kind === "budget" && subject?.counter === counter && subject.lineage === lineage;
  for (const id of Object.keys(state.openApprovals)) {
    const gate = getOwn(state.approvals, id);
    if (!gate || !isAnswered(gate)) continue;
    const denial = by ? denialReason(gate, authorsOf(state), by, "raise") : namelessAt(gate);
    if (denial) return refuseDenied(denial);
  }
  const refused = raiseRefusal(state, { counter, limit, lineage }, now);
  if (refused) return refused;
  return [
    ...cancelGates(state, { code: "limit_raised", counter }, isAnswered),
    budgetRaised({ counter, limit, lineage }),
  ];
}

/** It is an answer only from somebody who is known to be able to give one. */
const namelessAt = ({ assignees }: ApprovalState): Denial => ({ code: "nameless", assignees });

/** The limit that an answer to a budget gate asks for: its number, else the one suggested. */
export function requestedRaise(
  state: RunState,
  { subject = {} }: ApprovalState,
  value: StoredValue | undefined,
  now: number,
): Raise {
  const { counter, lineage } = subject;
  const given = value && "inline" in value ? value.inline : undefined;
  const asked = typeof given === "number" ? given : Number.NaN;
  return {
    counter: String(counter),
    limit: value === undefined ? currentSuggestion(state, subject, now) : asked,
    ...(lineage !== undefined && { lineage: String(lineage) }),
  };
}
