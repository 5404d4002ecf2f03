import type { Role } from "@/lib/agents/role";
import { LOCAL_WORKSPACE_ID } from "@/lib/auth/actor";
import type { EvaluationCall } from "@/lib/core/evaluation";
import type { WorkspaceSetup } from "@/lib/core/ports";
import { initialState } from "@/lib/core/run";
import type { EffectServices } from "@/lib/engine/effects/effect";
import { callRole, type RoleAnswer } from "@/lib/engine/model/call-role";
import type { ModelCallRow } from "@/lib/engine/types";
import { Failure } from "../lib/failure";
import { openContext } from "./context";
import type { Spending } from "./spending";

export type Ask = <Input, Output>(
  role: Role<Input, Output>,
  input: Input,
  options?: { repairAttempts?: number },
) => Promise<RoleAnswer<Output>>;

/** Asks for one case: the calls that it took stand in `calls`, failed ones too. */
export type CaseAsker = { ask: Ask; calls: EvaluationCall[] };

export type AskerOptions = {
  model?: string | undefined;
  spending: Spending;
  signal: AbortSignal;
  /** Is given every call as it is recorded. */
  onCall?: ((row: ModelCallRow) => void) | undefined;
};

/** What the workspace has set up. Throws a Failure for a model that is not among it. */
export async function openSetup(effects: EffectServices, model: string | undefined): Promise<WorkspaceSetup> {
  const setup = await effects.workspaces.open(LOCAL_WORKSPACE_ID);
  const known = setup.model.list().map(({ id }) => id);
  if (model !== undefined && !known.includes(model))
    throw new Failure("evaluation_usage", `There is no model “${model}”. There are: ${known.join(", ")}.`);
  return setup;
}

const KEY = "evaluation";

/**
 * Lets roles be asked as a run asks them: the same prompts, calls, retries, repairs and prices, without a run. No other
 * model steps in, since a row is about the one that it names.
 */
export async function createAsker(
  effects: EffectServices,
  { model, spending, signal, onCall }: AskerOptions,
): Promise<() => CaseAsker> {
  const setup = await openSetup(effects, model);
  return () => {
    const calls: EvaluationCall[] = [];
    const state = initialState(KEY);
    if (model !== undefined) state.settings.models = { default: model };
    const { reservations } = state.ledger;
    const context = openContext(effects, setup, {
      runId: KEY,
      taskId: "",
      state,
      signal,
      async commit(reports) {
        for (const { command } of reports) {
          if (command.type === "cancel_reservation") {
            spending.cancel(command.reservationId);
          } else if (command.type === "reserve") {
            const { reservationId, costMicroUsd } = command;
            await spending.reserve(reservationId, costMicroUsd);
            reservations[reservationId] = { key: KEY, amounts: {} };
          }
        }
        return [];
      },
      record(row) {
        spending.settle(row.reservationId ?? "", row.costMicroUsd);
        onCall?.(row);
        const simulated = setup.model.list().some(({ id, simulated }) => id === row.model && simulated);
        calls.push(callOf(row, simulated));
      },
    });
    return {
      calls,
      ask: (role, input, options = {}) => callRole(context, role, input, { ...options, mayFallBack: false }),
    };
  };
}

function callOf(row: ModelCallRow, simulated: boolean): EvaluationCall {
  const { role, model, promptVersion, inputTokens, outputTokens, costMicroUsd } = row;
  return {
    role,
    model,
    promptVersion,
    simulated,
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(costMicroUsd !== undefined && { costMicroUsd }),
  };
}
