import { getOwn, setOwn } from "../../own";
import { readEffectKey } from "../effects/keys";
import type { EventOf } from "../events";
import type { LlmCall } from "../events/engine";
import { callKey } from "../gates/of-task";
import { fitOf, warningKey } from "../ledger/budgets";
import type { RunState } from "../state";
import { type Amounts, type Budget, METER_NAMES, METERS, type Meter, REPLAN_BUDGETS } from "../state/ledger";

/** Failures by which a request was refused before anything was written: they take nothing. */
const UNBILLED_FAILURES: ReadonlySet<string> = new Set([
  "unknown_model",
  "auth",
  "bad_request",
  "rate_limited",
  "quota",
  "unavailable",
  "context_overflow",
]);

export function applyReserved(state: RunState, event: EventOf<"budget_reserved">): void {
  holdAmounts(state, event.payload.reservationId, event.payload);
}

/** Opens a reservation of an effect's call. */
export function holdAmounts(
  state: RunState,
  reservationId: string,
  asked: { key: string } & { [name in Meter]?: number | undefined },
): void {
  const amounts = amountsOf(asked);
  setOwn(state.ledger.reservations, reservationId, { key: asked.key, amounts });
  addAmounts(state.ledger.reserved, amounts, 1);
}

/** A request to a model has ended: what it took is used, or what it had reserved where that is not known. */
export function applyModelCall(state: RunState, { payload }: EventOf<"llm_called">): void {
  const { key, amounts } = releaseReservation(state, payload.reservationId);
  const reserved = payload.atMost ?? amounts;
  const costMicroUsd = costOf(payload);
  recordUse(state, "tokens", tokensOf(payload), reserved.tokens);
  recordUse(state, "costMicroUsd", costMicroUsd, reserved.costMicroUsd);
  chargeAttempt(state, key, costMicroUsd ?? reserved.costMicroUsd);
  dequeue(state);
}

/** What a question took counts against the run's limits like its own calls; which call of the run that was, nobody asks. */
export function applyQuestion(state: RunState, { payload }: EventOf<"question_counted">): void {
  for (const { atMost, ...call } of payload.calls) {
    recordUse(state, "tokens", tokensOf(call), atMost.tokens);
    recordUse(state, "costMicroUsd", costOf(call), atMost.costMicroUsd);
  }
}

/** A tool call is spent when it starts, since it cannot be given back; one that had paused is spent already. */
export function applyToolCall(state: RunState, { payload }: EventOf<"tool_started">): void {
  const { ledger } = state;
  const { taskId, step, callId } = payload;
  if (getOwn(getOwn(state.tasks, taskId)?.paused, callKey(step, callId))) return;
  ledger.used.hops += 1;
  const open =
    payload.reservationId === undefined ? undefined : getOwn(ledger.reservations, payload.reservationId);
  if (!open) return;
  const left = (open.amounts.hops as number) - 1;
  ledger.reserved.hops -= 1;
  open.amounts.hops = left;
  if (left === 0) delete ledger.reservations[payload.reservationId as string];
}

export function applySettled(state: RunState, { payload }: EventOf<"budget_settled">): void {
  for (const id of payload.reservationIds) {
    const { key, amounts: reserved } = releaseReservation(state, id);
    if (!payload.unknown) continue;
    recordUse(state, "tokens", undefined, reserved.tokens);
    recordUse(state, "costMicroUsd", undefined, reserved.costMicroUsd);
    chargeAttempt(state, key, reserved.costMicroUsd);
  }
  dequeue(state);
}

export function applyAwaited(state: RunState, { payload }: EventOf<"budget_awaited">): void {
  setOwn(state.ledger.queued, payload.key, amountsOf(payload));
}

/** Replans have counters of their own; whatever is to be replanned waits by itself. */
export function applyExhausted(state: RunState, { payload, effect }: EventOf<"budget_exhausted">): void {
  const { counter, used, limit, asked } = payload;
  if (REPLAN_BUDGETS.has(counter)) return;
  state.ledger.exhaustedLimit = {
    counter: counter as Budget,
    used,
    limit,
    ...(asked !== undefined && { asked }),
  };
  const meter = METER_NAMES.find((name) => METERS[name] === counter);
  if (effect !== undefined && meter) setOwn(state.ledger.queued, effect, amountsOf({ [meter]: asked }));
}

export function applyWarned(state: RunState, event: EventOf<"budget_warned">): void {
  const { counter, lineage, limit, unpriced } = event.payload;
  for (const model of unpriced ?? []) setOwn(state.ledger.warned, `unpriced ${model}`, limit);
  if (!unpriced) setOwn(state.ledger.warned, warningKey(counter, lineage), limit);
}

export function applyBudgetRaised(state: RunState, event: EventOf<"budget_raised">): void {
  const { counter, limit, lineage } = event.payload;
  if (lineage !== undefined) setOwn(state.raised.replansByLineage, lineage, limit);
  else state.raised[counter as Exclude<Budget, "maxReplansPerTask" | "maxIterations">] = limit;
  clearExhaustedLimit(state);
}

/** The one who waited for room asks again. */
export function clearExhaustedLimit(state: RunState): void {
  delete state.ledger.exhaustedLimit;
  state.ledger.queued = {};
}

function amountsOf({ tokens, costMicroUsd, hops }: { [name in Meter]?: number | undefined }): Amounts {
  return {
    ...(tokens !== undefined && { tokens }),
    ...(costMicroUsd !== undefined && { costMicroUsd }),
    ...(hops !== undefined && { hops }),
  };
}

function addAmounts(sums: Record<Meter, number>, amounts: Amounts, sign: 1 | -1): void {
  for (const meter of METER_NAMES) sums[meter] += sign * (amounts[meter] ?? 0);
}

/** Closes a reservation and gives what it held; nothing for one that was closed before. */
function releaseReservation(state: RunState, id: string | undefined): { key?: string; amounts: Amounts } {
  const { reservations, reserved } = state.ledger;
  const open = id === undefined ? undefined : getOwn(reservations, id);
  if (!open) return { amounts: {} };
  delete reservations[id as string];
  addAmounts(reserved, open.amounts, -1);
  return open;
}

/** Agents may have a budget for each attempt: what a call for one has taken is kept with it. */
function chargeAttempt(state: RunState, key: string | undefined, costMicroUsd = 0): void {
  if (key === undefined || costMicroUsd === 0) return;
  const { kind, taskId = "", attempt } = readEffectKey(state.runId, key);
  const charged = getOwn(state.tasks, taskId)?.attempts.findLast((one) => one.attempt === attempt);
  if (kind === "run_attempt" && charged) charged.costMicroUsd = (charged.costMicroUsd ?? 0) + costMicroUsd;
}

function recordUse(state: RunState, meter: Meter, known: number | undefined, reserved = 0): void {
  state.ledger.used[meter] += known ?? reserved;
  if (known === undefined) state.ledger.unknown[meter] += 1;
}

type Used = Pick<LlmCall, "inputTokens" | "outputTokens" | "costMicroUsd" | "failure">;

function tokensOf({ inputTokens, outputTokens, failure }: Used): number | undefined {
  if (inputTokens !== undefined && outputTokens !== undefined) return inputTokens + outputTokens;
  return failure !== undefined && UNBILLED_FAILURES.has(failure) ? 0 : undefined;
}

function costOf({ costMicroUsd, failure }: Used): number | undefined {
  return costMicroUsd ?? (failure !== undefined && UNBILLED_FAILURES.has(failure) ? 0 : undefined);
}

/** As many of the effects in the queue come again as fit now, and those that will never fit, to say so. */
function dequeue(state: RunState): void {
  const { ledger } = state;
  if (ledger.exhaustedLimit) return;
  const admitted: Amounts = {};
  for (const [key, asked] of Object.entries(ledger.queued)) {
    const together = { ...asked };
    for (const meter of METER_NAMES) {
      if (asked[meter] !== undefined) together[meter] = asked[meter] + (admitted[meter] ?? 0);
    }
    const alone = fitOf(state, asked);
    if (fitOf(state, together).fits) Object.assign(admitted, together);
    else if (alone.fits || !alone.never) continue;
    delete ledger.queued[key];
  }
}
