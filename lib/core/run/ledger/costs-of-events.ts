import { getOwn } from "../../own";
import type { CostLine, RunCosts, VersionCost } from "../../views";
import type { EventOf, RunEvent } from "../events";
import type { RunState } from "../state";
import { addCall, type ModelSpend, sumSpend, zeroSpend } from "./spend";
import { spendingOf } from "./spending";

type Tokens = Pick<
  CostLine,
  "failedCalls" | "inputTokens" | "cachedInputTokens" | "outputTokens" | "reasoningTokens" | "latencyMs"
>;
type Sum = { spend: ModelSpend; tokens: Tokens };

/**
 * What a run had cost at one of its events, from the events up to there and the state that they lead to: what
 * `GET /runs/{id}/costs` says of it now.
 */
export function costsOfEvents(state: RunState, events: readonly RunEvent[]): RunCosts {
  const calls = events.filter((event) => event.type === "llm_called");
  const side = (keyOf: (event: EventOf<"llm_called">) => string | null) => linesBy(calls, keyOf);
  const agentOf = (taskId = "") => getOwn(state.tasks, taskId)?.spec.agent ?? null;
  const models = side(({ payload }) => payload.model);
  const replans = state.replanHistory;
  return {
    total: linesBy(calls, () => null)[0] ?? lineOf(null, emptySum()),
    roles: side(({ payload }) => payload.role),
    tasks: side(({ payload }) => payload.taskId ?? null),
    agents: side(({ payload }) => agentOf(payload.taskId)),
    models,
    versions: side(({ planVersion }) => String(planVersion))
      .map((line) => versionOf(state, line))
      .sort((a, b) => Number(a.key) - Number(b.key)),
    discardedCost: spendingOf(sumSpend(replans.map(({ discardedCost }) => discardedCost))),
    replanningCost: spendingOf(sumSpend(replans.map(({ spent }) => spent))),
    unpricedModels: models.flatMap(({ key, unknownCalls }) => (key && unknownCalls > 0 ? key : [])),
  };
}

function linesBy(
  calls: readonly EventOf<"llm_called">[],
  keyOf: (event: EventOf<"llm_called">) => string | null,
): CostLine[] {
  const sums = new Map<string | null, Sum>();
  for (const event of calls) {
    const key = keyOf(event);
    sums.set(key, plus(sums.get(key) ?? emptySum(), event.payload));
  }
  return [...sums].map(([key, sum]) => lineOf(key, sum));
}

const emptySum = (): Sum => ({
  spend: zeroSpend(),
  tokens: {
    failedCalls: 0,
    inputTokens: 0,
    cachedInputTokens: 0,
    outputTokens: 0,
    reasoningTokens: 0,
    latencyMs: 0,
  },
});

function plus({ spend, tokens }: Sum, call: EventOf<"llm_called">["payload"]): Sum {
  return {
    spend: addCall(spend, call),
    tokens: {
      failedCalls: tokens.failedCalls + (call.failure === undefined ? 0 : 1),
      inputTokens: tokens.inputTokens + (call.inputTokens ?? 0),
      cachedInputTokens: tokens.cachedInputTokens + (call.cachedInputTokens ?? 0),
      outputTokens: tokens.outputTokens + (call.outputTokens ?? 0),
      reasoningTokens: tokens.reasoningTokens + (call.reasoningTokens ?? 0),
      latencyMs: tokens.latencyMs + call.latencyMs,
    },
  };
}

const lineOf = (key: string | null, { spend, tokens }: Sum): CostLine => ({
  key,
  ...spendingOf(spend),
  ...tokens,
});

function versionOf({ replanHistory }: RunState, line: CostLine): VersionCost {
  const replaced = replanHistory.filter(
    ({ fromVersion, toVersion }) => toVersion !== undefined && String(fromVersion) === line.key,
  );
  const replacedBy = replaced.at(-1)?.toVersion ?? null;
  const discarded = sumSpend(replaced.map(({ discardedCost }) => discardedCost));
  return { ...line, replacedBy, discardedCost: replacedBy === null ? null : spendingOf(discarded) };
}
