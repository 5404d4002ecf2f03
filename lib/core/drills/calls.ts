import { digestOf } from "../bytes";
import type { LlmCall } from "../run/events/engine";
import type { ApprovalKind } from "../run/gates/table";
import type { DrillSample } from "./sample";

/** Who asked a model last before a gate of a kind; at a gate of a person's task nobody did. */
const LAST_ROLES: Partial<Record<ApprovalKind, string>> = {
  plan_approval: "critic",
  plan_change: "replanner",
  control_waiver: "replanner",
  plan_refinement: "refiner",
  tool_approval: "agent",
  review_decision: "reviewer",
  answer_release: "answer",
};

/** Micro-dollars a token, and what share of a call's cost its prompt is. */
const PRICE = { input: 3, output: 15, promptShare: 0.6 };
const LATENCY_MS = { first: 600, aToken: 12 };

/** Model calls by when they were made: for the plan, for results of tasks, and right before the gate. */
type SampleCalls = Record<"planning" | "working" | "asking", LlmCall[]>;

/**
 * The model calls that led to a sample's moment, as many as it says and with its cost in all. Each role and task has one,
 * and the tasks that have ended share the rest as steps of their agents.
 */
export function callsOfSample(
  { name, asking, kind, settled, results = [], cost }: DrillSample,
  model: string,
): SampleCalls {
  const last = LAST_ROLES[kind];
  const ends = Number(!settled) + Number(last !== undefined);
  const costMicroUsd = Math.round(cost.usd * 1_000_000);
  const share = Math.floor(costMicroUsd / cost.modelCalls);
  let made = 0;
  const call = (role: string, taskId?: string, step?: number): LlmCall => {
    made += 1;
    return {
      callId: `call_${digestOf([name, made]).slice(0, 26)}`,
      ...(taskId !== undefined && { taskId, attempt: 1 }),
      ...(step !== undefined && { step }),
      role,
      model,
      ...usageOf(made === 1 ? costMicroUsd - share * (cost.modelCalls - 1) : share),
    };
  };
  const stepsOf = (place: number) => Math.ceil((cost.modelCalls - ends - place) / results.length);
  return {
    planning: settled ? [] : [call("planner")],
    working: results.flatMap(({ taskId }, place) =>
      Array.from({ length: stepsOf(place) }, (_, n) => call("agent", taskId, n + 1)),
    ),
    asking: last ? [call(last, asking, kind === "tool_approval" ? 1 : undefined)] : [],
  };
}

/** What a call of this cost took, at one price for all models. */
function usageOf(costMicroUsd: number) {
  const { input, output, promptShare } = PRICE;
  const outputTokens = Math.round((costMicroUsd * (1 - promptShare)) / output);
  return {
    inputTokens: Math.round((costMicroUsd * promptShare) / input),
    outputTokens,
    costMicroUsd,
    latencyMs: LATENCY_MS.first + outputTokens * LATENCY_MS.aToken,
    timeToFirstTokenMs: LATENCY_MS.first,
  };
}
