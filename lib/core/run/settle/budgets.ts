import { getOwn } from "../../own";
import { openApprovalOf } from "../decide/gates/open";
import { budgetExhausted, isTimeOver, onExhaustedLimit, settleLostReservations } from "../decide/ledger";
import { nextEffects } from "../effects";
import { isAtWork } from "../effects/status-of";
import { type DraftEvent, draft } from "../events";
import { activeMs, isNearLimit, limitOf, settingPath, usedOf, warningKey } from "../ledger/budgets";
import type { RunState } from "../state";
import { BUDGETS, type Budget } from "../state/ledger";

/**
 * What follows from the ledger by itself: warnings, the end of the run's time, and what a spent limit leads to
 * (docs/engine.md, "Budgets").
 */
export function settleBudgets(state: RunState, now: number): DraftEvent[] {
  for (const rule of [settleStuck, settleTime, settleWarnings, settleExhausted]) {
    const events = rule(state, now);
    if (events.length > 0) return events;
  }
  return [];
}

/**
 * Effects wait for room, and nothing is under way that would make it: of what takes the room nobody will tell the end
 * any more, or nobody who was to come first has asked.
 */
function settleStuck(state: RunState): DraftEvent[] {
  const { ledger, inFlight } = state;
  if (Object.keys(ledger.queued).length === 0 || Object.keys(inFlight).length > 0) return [];
  const lost = settleLostReservations(state, "effect_ended");
  if (lost.length > 0 || ledger.exhaustedLimit || nextEffects(state).some(({ kind }) => kind !== "wake"))
    return lost;
  return [draft("budget_settled", { reservationIds: [], unknown: false, cause: "idle" })];
}

function settleTime(state: RunState, now: number): DraftEvent[] {
  const { exhaustedLimit, closing } = state.ledger;
  if (exhaustedLimit || closing || state.paused || !isTimeOver(state, now)) return [];
  const limit = limitOf(state, "maxDurationMs") as number;
  return [budgetExhausted({ counter: "maxDurationMs", used: activeMs(state, now), limit })];
}

/** Iterations have a word of their own when they are used up. */
const WARNED_BUDGETS = BUDGETS.filter(
  (counter) => counter !== "maxIterations" && counter !== "maxReplansPerTask",
);

/** Asked after every command: it builds nothing unless there is something to warn of. */
function settleWarnings(state: RunState, now: number): DraftEvent[] {
  const warnings = WARNED_BUDGETS.flatMap((counter) => warningOn(state, counter, now));
  for (const lineage of Object.keys(state.counters.replansByLineage)) {
    warnings.push(...warningOn(state, "maxReplansPerTask", now, lineage));
  }
  return warnings;
}

const NO_EVENTS: DraftEvent[] = [];

function warningOn(state: RunState, counter: Budget, now: number, lineage?: string): DraftEvent[] {
  const limit = limitOf(state, counter, lineage);
  if (limit === undefined || getOwn(state.ledger.warned, warningKey(counter, lineage)) === limit)
    return NO_EVENTS;
  const used = usedOf(state, counter, now, lineage);
  if (!isNearLimit({ used, limit })) return NO_EVENTS;
  const facts = { counter, used, limit, setting: settingPath(counter) };
  return [draft("budget_warned", lineage === undefined ? facts : { ...facts, lineage })];
}

/** What is at work may end first, unless it is time that is over. */
function settleExhausted(state: RunState, now: number): DraftEvent[] {
  const { exhaustedLimit } = state.ledger;
  if (!exhaustedLimit || state.paused || openApprovalOf(state, "budget")) return [];
  const { onBudget } = state.settings;
  if (onBudget === "finish" && isAtWork(state) && exhaustedLimit.counter !== "maxDurationMs") return [];
  return onExhaustedLimit(state, exhaustedLimit, now);
}
