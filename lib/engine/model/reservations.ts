import { estimatedInputTokens, worstCase } from "@/lib/core/cost";
import { getOwn } from "@/lib/core/own";
import type { ModelRequest } from "@/lib/core/ports";
import type { RoleName } from "@/lib/core/prompt-blocks";
import type { WorkerCommand } from "@/lib/core/run/commands";
import type { CallBound } from "@/lib/core/run/events/engine";
import { limitOf } from "@/lib/core/run/ledger/budgets";
import { affordableOutput, usefulOutput } from "@/lib/core/run/ledger/smaller-call";
import type { RunState } from "@/lib/core/run/state";
import type { Amounts } from "@/lib/core/run/state/ledger";
import type { EffectContext } from "../effects/effect";

type ReservationRequest = Omit<Extract<WorkerCommand, { type: "reserve" }>, "type" | "key" | "reservationId">;

/** `atMost` is what the call may take, where more was reserved for it. */
type Reserved = { reservationId: string; request: ModelRequest; atMost?: CallBound };

/**
 * Reserves what a model call may take at most, in a commit before it. Gives the id that the record of the call has to
 * name and the request with what is said of its role, or undefined when there is no room and the effect continues without:
 * because the run closes, or the call only advises.
 * Throws `no_room` when the effect has ended because of it (docs/engine.md, "Budgets").
 */
export async function reserveModelCall(
  context: EffectContext,
  asked: ModelRequest,
  { role, advisory = false }: { role: RoleName; advisory?: boolean },
): Promise<Reserved | undefined> {
  const state = context.state();
  const { reasoningEffort, temperature } = context.settingsOfRole(role);
  const request = {
    ...asked,
    ...(reasoningEffort !== undefined && { reasoningEffort }),
    ...(temperature !== undefined && { temperature }),
  };
  const bounds = boundsOf(context, request, role);
  const full = bounds.amountsOf(bounds.longest);
  const started = reservedAtStart(context, full);
  const maxOutputTokens = started
    ? bounds.longest
    : affordableOutput(
        context.state(),
        sizesOf(bounds, request, role),
        bounds.amountsOf,
        heldAtStart(context),
      );
  const upperBound = started ? full : bounds.amountsOf(maxOutputTokens);
  const overBudget = started ? undefined : context.attemptBudget?.(upperBound.costMicroUsd ?? 0);
  if (overBudget && advisory) return;
  if (overBudget) throw overBudget;
  const reservationId =
    started ??
    (await reserve(context, {
      role,
      model: request.modelId,
      ...upperBound,
      ...(advisory && { advisory }),
      ...(context.attemptCost && { attemptCost: context.attemptCost() }),
    }));
  if (reservationId === undefined) return;
  const limit =
    hasRunBudget(state) || context.attemptBudget
      ? maxOutputTokens
      : outputLimit(context, request.modelId, role);
  return {
    reservationId,
    ...(started && { atMost: upperBound }),
    request: Number.isFinite(limit) ? { ...request, maxOutputTokens: limit } : request,
  };
}

/**
 * What was reserved with the start of the effect serves its first call, if it is enough. Else it is given back with the next
 * commit, which reserves what is.
 */
function reservedAtStart(context: EffectContext, needed: Amounts): string | undefined {
  if (!context.claimStart()) return;
  const { key } = context;
  const held = getOwn(context.state().ledger.reservations, key)?.amounts;
  context.signal.throwIfAborted();
  if (held && covers(held, needed)) return key;
  if (held) cancelReservation(context, key);
  return;
}

const covers = (held: Amounts, needed: Amounts): boolean =>
  (needed.tokens ?? 0) <= (held.tokens ?? 0) &&
  (needed.costMicroUsd === undefined) === (held.costMicroUsd === undefined) &&
  (needed.costMicroUsd ?? 0) <= (held.costMicroUsd ?? 0);

/** The longest answer that the settings allow the role and the model; infinite where they say nothing. */
function outputLimit(
  { model, settingsOfRole }: Pick<EffectContext, "model" | "settingsOfRole">,
  modelId: string,
  role: string,
): number {
  const longest = model.list().find(({ id }) => id === modelId)?.maxOutputTokens;
  return Math.min(
    longest ?? Number.POSITIVE_INFINITY,
    settingsOfRole(role).maxOutputTokens ?? Number.POSITIVE_INFINITY,
  );
}

const sizesOf = (
  { longest }: { longest: number },
  { reasoningEffort = "none" }: ModelRequest,
  role: RoleName,
) => ({
  longest,
  shortest: usefulOutput(role, reasoningEffort !== "none"),
});

type Bounds = Pick<EffectContext, "model" | "state" | "settingsOfRole">;

/** What a request may take at most, by the length of its answer in tokens, and the longest that it may have. */
export function boundsOf(context: Bounds, request: ModelRequest, role: string) {
  const price = context.model.list().find(({ id }) => id === request.modelId)?.price;
  const inputTokens = estimatedInputTokens(request);
  return {
    longest: outputBound(context, request.modelId, role),
    amountsOf: (outputTokens: number) => worstCase(inputTokens, outputTokens, price),
  };
}

/** What is reserved with the start of the effect still: given back with the next commit, which reserves what the call takes. */
const heldAtStart = ({ state, key }: Pick<EffectContext, "state" | "key">): Amounts | undefined =>
  getOwn(state().ledger.reservations, key)?.amounts;

/** The longest answer that is reserved for a call. */
export const outputBound = (context: Bounds, modelId: string, role: string): number =>
  Math.min(context.state().settings.maxOutputTokens, outputLimit(context, modelId, role));

/** Only under a limit is a call held to what was reserved for it. */
const hasRunBudget = (state: Readonly<RunState>): boolean =>
  limitOf(state, "maxTokens") !== undefined || limitOf(state, "maxCostMicroUsd") !== undefined;

/** Reserves the tool calls of a set before any of them starts; without a limit there is nothing to reserve. */
export async function reserveToolCalls(context: EffectContext, hops: number): Promise<string | undefined> {
  if (hops === 0 || limitOf(context.state(), "maxHops") === undefined) return;
  const reservationId = await reserve(context, { hops });
  if (reservationId === undefined) throw noBudgetError();
  return reservationId;
}

async function reserve(context: EffectContext, asked: ReservationRequest): Promise<string | undefined> {
  const { key } = context;
  const reservationId = context.ids.next();
  const begun = getOwn(context.state().inFlight, key)?.sinceSeq;
  await context.commit([{ suffix: "", command: { type: "reserve", key, reservationId, ...asked } }]);
  const { ledger, inFlight } = context.state();
  if (getOwn(ledger.reservations, reservationId)) {
    if (!context.signal.aborted) return reservationId;
    cancelReservation(context, reservationId);
    context.signal.throwIfAborted();
  }
  // What takes its place may have been started by the same commit already.
  if (begun === undefined || getOwn(inFlight, key)?.sinceSeq !== begun) throw noBudgetError();
  return;
}

/** The call was not made. Nobody waits for the commit: what was given up must not hold up its end. */
export function cancelReservation(context: EffectContext, reservationId: string): void {
  void context.commit([{ suffix: "", command: { type: "cancel_reservation", reservationId } }]);
}

const noBudgetError = () =>
  Object.assign(new Error("A budget of the run leaves no room for this"), { code: "no_room" });

/** True for what is thrown when an effect has ended because a budget left it no room. */
export const isNoBudgetError = (thrown: unknown): boolean =>
  thrown instanceof Object && "code" in thrown && thrown.code === "no_room";
