import { agent as agentRole } from "@/lib/agents/agent";
import type { Json } from "@/lib/core/json";
import type { ModelInfo, ModelResponse } from "@/lib/core/ports";
import { cutValue } from "@/lib/core/replay/compare";
import { type PlannedTurn, trajectoryBefore } from "@/lib/core/replay/model/plan";
import type { ReplayedTurn, TurnSide } from "@/lib/core/replay/model/report";
import { type AskedCall, scoreTurn } from "@/lib/core/replay/model/score";
import { cutText } from "@/lib/core/text";
import { callsOf, readAction, type Step, type Trajectory } from "@/lib/core/trajectory";
import { askModel } from "../../model/ask-beside-runs";
import type { ReplayCallRow, ReplayContext } from "../performer";
import { critiqueAnswer } from "./critic";
import type { Judge } from "./judge";
import type { Limits } from "./limits";
import type { requestOfTurn } from "./request";

const TEXT_CHARS = 2_000;
const MAX_CALLS_SHOWN = 20;

type AskingTurn = {
  turn: PlannedTurn;
  info: ModelInfo;
  request: ReturnType<typeof requestOfTurn>;
  trajectory: Trajectory;
  judge: Judge;
  critic: ModelInfo | undefined;
  limits: Limits;
};

/**
 * One turn of the variant's model, and what its answer is worth where it gives one. `no_room`: it was not asked; undefined
 * where the replay was ended before it answered.
 */
export async function askTurn(
  context: ReplayContext,
  { turn, info, request, trajectory, judge, critic, limits }: AskingTurn,
): Promise<{ body: ReplayedTurn; calls: ReplayCallRow[] } | "no_room" | undefined> {
  const { variant, trajectory: index, step, modelId } = turn;
  const recordedStep = trajectory.steps[step - 1] as Step;
  const recordedCalls = callsOf(recordedStep).map(({ tool, args }) => ({ tool, args }));
  const asked = await askModel(
    { ...context, servedId: context.replay.id },
    { request, info, role: agentRole, step, limits },
  );
  if (!asked || asked === "no_room") return asked;
  const { calls, countedMicroUsd, latencyMs, costMicroUsd } = asked;
  const body: ReplayedTurn = {
    variant,
    trajectory: index,
    step,
    modelId,
    latencyMs,
    countedMicroUsd,
    recorded: sideOf(recordedStep.thought, recordedCalls, answerOf(recordedStep)),
    recordedLatencyMs: recordedStep.modelMs ?? recordedStep.latencyMs,
    ...(calls.length > 1 && { tries: calls.length }),
    ...(costMicroUsd !== undefined && { costMicroUsd }),
  };
  if ("failure" in asked) return { body: { ...body, failure: asked.failure }, calls };
  const acted = turnIn(asked.response, turn, trajectory.constraints.tools);
  const { answer } = acted;
  const checks = answer === undefined ? [] : judge.check(answer);
  const answered: ReplayedTurn = {
    ...body,
    replayed: sideOf(acted.text, acted.calls, answer),
    score: scoreTurn(recordedCalls, acted.calls),
    ...(checks.length > 0 && { checks }),
  };
  const hasResult = answer !== undefined && checks.every(({ outcome }) => outcome !== "abstained");
  if (!critic || !hasResult) return { body: answered, calls };
  const before = trajectoryBefore(trajectory, step).steps;
  const judged = await critiqueAnswer(context, critic, {
    answer,
    asked: judge.asked,
    before,
    step,
    limits,
    said: recordedStep.steering,
  });
  // The turn was paid for: it is kept, also where nobody waits for its critique any more.
  if (!judged)
    return { body: { ...answered, critique: { modelId: critic.id, failure: "aborted", calls: 0 } }, calls };
  return {
    body: {
      ...answered,
      critique: judged.critique,
      countedMicroUsd: countedMicroUsd + judged.countedMicroUsd,
    },
    calls: [...calls, ...judged.calls],
  };
}

const answerOf = ({ action }: Step): Json | undefined =>
  action.type === "finish" ? action.answer : undefined;

/** What a turn does, in whichever way its model says it. A text that holds no action is an answer. */
function turnIn(
  { text, toolCalls }: ModelResponse,
  { inJson, step }: PlannedTurn,
  tools: readonly string[],
): { text: string; calls: AskedCall[]; answer?: Json } {
  const asked = ({ tool, args, rawArgs }: ModelResponse["toolCalls"][number]): AskedCall => ({
    tool,
    args: args ?? rawArgs,
  });
  if (!inJson) {
    const calls = toolCalls.map(asked);
    return { text, calls, ...(calls.length === 0 && { answer: text }) };
  }
  const read = readAction(text, step, tools);
  if (!read.ok) return { text, calls: [], answer: text };
  const { thought, toolCalls: called, join, answer } = read.action;
  const calls = [...called, ...(join ? [join] : [])].map(asked);
  return { text: thought, calls, ...(calls.length === 0 && { answer: answer ?? null }) };
}

/** As much of a turn as a report keeps. */
const sideOf = (text: string, calls: readonly AskedCall[], answer: Json | undefined): TurnSide => ({
  text: cutText(text, TEXT_CHARS),
  calls: calls.slice(0, MAX_CALLS_SHOWN).map(({ tool, args }) => ({ tool, args: cutValue(args).value })),
  ...(answer !== undefined && { answer: cutValue(answer).value }),
});
