import { estimatedInputTokens } from "@/lib/core/cost";
import { isBuiltInAgent } from "@/lib/core/plan/agents";
import type { Agent } from "@/lib/core/plan/schema";
import type { RunSettings } from "@/lib/core/run/settings";
import { type AttemptBudget, type Constraints, exceededBudget, type NextFacts } from "@/lib/core/trajectory";
import { boundsOf } from "../../model/reservations";
import type { EffectContext } from "../effect";
import { taskIn } from "../work";
import { agentRequest } from "./agent-request";
import type { Attempt } from "./attempt";
import { hasPendingMessages, pendingMessages } from "./attempt";

/** Part of a model's context from which on steps are compressed: an estimate may be wrong, and the answer needs room. */
const CONTEXT_SHARE = 0.8;

/** Most calls of one parallel set that run at the same moment. */
const MAX_PARALLEL = 10;

/** How many calls of a turn of this agent run at the same moment. */
export const maxParallelOf = ({ maxParallel = MAX_PARALLEL, hints }: Agent): number =>
  Math.min(MAX_PARALLEL, maxParallel, hints?.maxParallel ?? MAX_PARALLEL);

type Limits = Omit<Constraints, "tools" | "hints">;

/** What one attempt of an agent may take: what the plan says of the agent, else what the run says of all. */
export function attemptLimits(agent: Agent, settings: RunSettings): Limits {
  const limits = {
    hopBudget: agent.hopBudget ?? settings.agentHopBudget,
    deadlineMs: agent.deadlineMs ?? settings.agentDeadlineMs,
    tokenBudget: agent.tokenBudget ?? settings.agentTokenBudget,
    costBudgetMicroUsd:
      agent.costBudgetUsd === undefined
        ? settings.agentCostBudgetMicroUsd
        : Math.round(agent.costBudgetUsd * 1_000_000),
  };
  const given = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  return { maxTurns: agent.maxTurns ?? settings.maxTurns, ...Object.fromEntries(given) };
}

/** Where a budget of an attempt is raised. */
const BUDGET_SETTINGS: {
  [counter in AttemptBudget["counter"]]: { agent: keyof Agent; run?: keyof RunSettings };
} = {
  maxTurns: { agent: "maxTurns", run: "maxTurns" },
  hopBudget: { agent: "hopBudget", run: "agentHopBudget" },
  deadlineMs: { agent: "deadlineMs", run: "agentDeadlineMs" },
  tokenBudget: { agent: "tokenBudget", run: "agentTokenBudget" },
  costBudgetMicroUsd: { agent: "costBudgetUsd", run: "agentCostBudgetMicroUsd" },
};

/** The field and the setting that raise the limit, the one that it came from first: of the plan's agent or of the run. */
export function raisedBy(work: Attempt["work"], { counter }: AttemptBudget): string[] {
  const { run } = BUDGET_SETTINGS[counter];
  const limiting = settingPath(work, counter);
  const also = run !== undefined && limiting === `settings.${run}` && !isBuiltInAgent(work.task.agent);
  return also ? [limiting, agentFieldPath(work, counter)] : [limiting];
}

const agentFieldPath = ({ task }: Attempt["work"], counter: AttemptBudget["counter"]): string =>
  `agents.${task.agent}.${BUDGET_SETTINGS[counter].agent}`;

function settingPath(work: Attempt["work"], counter: AttemptBudget["counter"]): string {
  const { agent, run } = BUDGET_SETTINGS[counter];
  return work.agent[agent] !== undefined || run === undefined
    ? agentFieldPath(work, counter)
    : `settings.${run}`;
}

/** The limit on what an attempt may cost, with its use; for an attempt that has one. */
export function attemptCost(context: EffectContext, { work, trajectory }: Attempt) {
  const { costBudgetMicroUsd: limit = 0 } = trajectory.constraints;
  return { used: costSoFar(context), limit, setting: settingPath(work, "costBudgetMicroUsd") };
}

/** What the loop has to know beside the trajectory before it makes a call. */
export function nextFacts(context: EffectContext, attempt: Attempt): NextFacts {
  const { contextTokens } = context.model.list().find(({ id }) => id === attempt.modelId) ?? {};
  return {
    hasPendingMessages: hasPendingMessages(context, attempt),
    costMicroUsd: costSoFar(context),
    nextRequest: () => nextRequest(context, attempt),
    ...(contextTokens !== undefined && { compressAboveTokens: Math.floor(contextTokens * CONTEXT_SHARE) }),
  };
}

function nextRequest(context: EffectContext, attempt: Attempt) {
  const request = agentRequest(attempt, pendingMessages(context, attempt));
  const { longest, amountsOf } = boundsOf(context, request, "agent");
  const { costMicroUsd } = amountsOf(longest);
  return {
    inputTokens: estimatedInputTokens(request),
    ...(costMicroUsd !== undefined && { costMicroUsd }),
  };
}

/** What the attempt's calls have cost, and may yet cost. */
function costSoFar({ state, taskId, key }: EffectContext): number {
  const { ledger } = state();
  const open = Object.values(ledger.reservations).filter((one) => one.key === key);
  const reserved = open.reduce((sum, { amounts }) => sum + (amounts.costMicroUsd ?? 0), 0);
  return reserved + (taskIn(state(), taskId).attempts.at(-1)?.costMicroUsd ?? 0);
}

type BudgetError = Error & { code: "attempt_budget"; exceeded: AttemptBudget };

/** The error that ends the attempt instead of a call that may cost more than there is left. */
export function budgetError(
  context: EffectContext,
  { trajectory }: Attempt,
  asked: number,
): BudgetError | undefined {
  const exceeded = exceededBudget(trajectory, {
    counter: "costBudgetMicroUsd",
    used: costSoFar(context),
    asked,
  });
  return (
    exceeded &&
    Object.assign(new Error("The attempt's budget is used up"), { code: "attempt_budget" as const, exceeded })
  );
}

export const isBudgetError = (thrown: unknown): thrown is BudgetError =>
  thrown instanceof Error && "code" in thrown && thrown.code === "attempt_budget";
