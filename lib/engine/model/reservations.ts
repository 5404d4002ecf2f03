import { worstCase } from "@/lib/core/cost";
import type { ModelRequest } from "@/lib/core/ports";
import type { WorkerCommand } from "@/lib/core/run/commands";
import { limitOf } from "@/lib/core/run/ledger/budgets";
import type { RunState } from "@/lib/core/run/state";
import type { EffectContext } from "../effects/effect";

type ReservationRequest = Omit<Extract<WorkerCommand, { type: "reserve" }>, "type" | "key" | "reservationId">;

/**
 * Reserves what a model call may take at most, in a commit before it. Gives the id that the record of the call has to
 * name and the request with what is said of its role, or undefined when there is no room and the effect continues without:
 * because the run closes, or the call only advises.
 * Throws `no_room` when the effect has ended because of it (docs/engine.md, "Budgets").
 */
export async function reserveModelCall(
  context: EffectContext,
  asked: ModelRequest,
  { role, advisory = false }: { role: string; advisory?: boolean },
): Promise<{ reservationId: string; request: ModelRequest } | undefined> {
  const state = context.state();
  const { reasoningEffort, temperature } = context.settingsOfRole(role);
  const request = {
    ...asked,
    ...(reasoningEffort !== undefined && { reasoningEffort }),
    ...(temperature !== undefined && { temperature }),
  };
  const { maxOutputTokens, ...upperBound } = upperBoundOf(context, request, role);
  const overBudget = context.attemptBudget?.(upperBound.costMicroUsd ?? 0);
  if (overBudget && advisory) return;
  if (overBudget) throw overBudget;
  const reservationId = await reserve(context, {
    ...{ role, model: request.modelId, ...upperBound },
    ...(advisory && { advisory }),
    ...(context.attemptCost && { attemptCost: context.attemptCost() }),
  });
  if (reservationId === undefined) return;
  const limit =
    hasRunBudget(state) || context.attemptBudget
      ? maxOutputTokens
      : outputLimit(context, request.modelId, role);
  return {
    reservationId,
    request: Number.isFinite(limit) ? { ...request, maxOutputTokens: limit } : request,
  };
}

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

/** What a request may take at most, with the longest answer that is reserved for it. */
export function upperBoundOf(
  context: Pick<EffectContext, "model" | "state" | "settingsOfRole">,
  request: ModelRequest,
  role: string,
) {
  const { settings } = context.state();
  const price = context.model.list().find(({ id }) => id === request.modelId)?.price;
  const maxOutputTokens = Math.min(settings.maxOutputTokens, outputLimit(context, request.modelId, role));
  return { maxOutputTokens, ...worstCase(request, maxOutputTokens, price) };
}

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
  await context.commit([{ suffix: "", command: { type: "reserve", key, reservationId, ...asked } }]);
  const { ledger, inFlight } = context.state();
  if (ledger.reservations[reservationId]) {
    if (!context.signal.aborted) return reservationId;
    cancelReservation(context, reservationId);
    context.signal.throwIfAborted();
  }
  if (!inFlight[key]) throw noBudgetError();
  return;
}

/** The call was not made. Nobody waits for the commit: what was given up must not hold up its end. */
export function cancelReservation(context: EffectContext, reservationId: string): void {
  void context.commit([{ suffix: "", command: { type: "give_back", reservationId } }]);
}

const noBudgetError = () =>
  Object.assign(new Error("A budget of the run leaves no room for this"), { code: "no_room" });

/** True for what is thrown when an effect has ended because a budget left it no room. */
export const isNoBudgetError = (thrown: unknown): boolean =>
  thrown instanceof Object && "code" in thrown && thrown.code === "no_room";
