import { agent as agentRole } from "@/lib/agents/agent";
import { costMicroUsd, estimatedInputTokens, worstCase } from "@/lib/core/cost";
import type { Json, JsonObject } from "@/lib/core/json";
import {
  MODEL_FAILURE_CODES,
  type ModelFailureCode,
  type ModelInfo,
  type ModelResponse,
} from "@/lib/core/ports";
import { cutValue } from "@/lib/core/replay/compare";
import { type PlannedTurn, planModelReplay, recordedModelOf } from "@/lib/core/replay/model/plan";
import { modelReport, type ReplayedTurn, replayedTurn, type TurnSide } from "@/lib/core/replay/model/report";
import { type AskedCall, scoreTurn } from "@/lib/core/replay/model/score";
import { modelReplayMaterial, modelReplaySettings } from "@/lib/core/replay/model/settings";
import { cutText } from "@/lib/core/text";
import { callsOf, readAction, type Step, type Trajectory } from "@/lib/core/trajectory";
import { metricsOf, promptOf } from "../../model/call-model";
import type { ReplayCallRow, ReplayContext, ReplayResult } from "../performer";
import { type AnswerChecker, answerChecker } from "./check-answer";
import { requestOfTurn } from "./request";

/** Turns that are asked at the same time: few, as providers limit what one key may ask. */
const AT_ONCE = 4;
const CALL_TIMEOUT_MS = 180_000;
const TEXT_CHARS = 2_000;
const MAX_CALLS_SHOWN = 20;

/** Puts recorded turns to other models and prompts, and says where they act otherwise (docs/replay.md, "Model replays"). */
export async function performModelReplay(context: ReplayContext): Promise<ReplayResult> {
  const { replay, setup, signal } = context;
  const settings = modelReplaySettings.parse(replay.settings);
  const { trajectories: recorded } = modelReplayMaterial.parse(replay.material);
  const models = setup.model.list();
  const plan = planModelReplay(recorded, settings, { models, currentModel: setup.defaultModelOf("agent") });
  if (!plan.ok) return { status: "failed", failure: plan.problem };
  const checkers = await Promise.all(recorded.map((one) => answerChecker(context, one)));
  const done = context.kept.map(({ body }) => replayedTurn.parse(body));
  const spending = createSpending(settings.maxCostUsd, done);
  const keys = new Set(done.map(keyOf));
  const queue = plan.turns.filter((turn) => !keys.has(keyOf(turn)));
  let limitReached = false;

  async function takeTurns(): Promise<void> {
    for (let turn = queue.shift(); turn && !signal.aborted; turn = queue.shift()) {
      const trajectory = plan.ok && plan.trajectories[turn.trajectory];
      const conversation = recorded[turn.trajectory];
      const variant = settings.variants[turn.variant];
      const info = models.find(({ id }) => id === turn?.modelId);
      if (!trajectory || !conversation || !variant || !info) continue;
      const { maxOutputTokens } = info;
      const request = requestOfTurn(setup.tools, {
        ...{ turn, variant, recorded: conversation, trajectory, maxOutputTokens },
      });
      const reserved = reservedFor(request, info);
      if (!spending.reserve(reserved)) {
        limitReached = true;
        continue;
      }
      const asked = await askTurn(context, {
        turn,
        info,
        request,
        trajectory,
        checker: checkers[turn.trajectory],
      });
      if (!asked) return spending.settle(reserved, 0);
      const countedMicroUsd = asked.body.costMicroUsd ?? reserved;
      spending.settle(reserved, countedMicroUsd);
      const price = models.find(({ id }) => id === recordedModelOf(trajectory))?.price;
      const body = { ...asked.body, countedMicroUsd, ...recordedCost(trajectory, turn, price) };
      done.push(body);
      await context.keep(turn.step, body as Json, done.length, [asked.call]);
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
  const shown = {
    variants: settings.variants,
    trajectories: recorded.map(({ title }, index) => ({
      ...{ title, steps: plan.trajectories[index]?.steps.length ?? 0 },
    })),
  };
  const report = modelReport(shown, plan.turns, done, limitReached);
  return { status: "completed", report: report as unknown as JsonObject };
}

const keyOf = ({ variant, trajectory, step }: Pick<PlannedTurn, "variant" | "trajectory" | "step">): string =>
  [variant, trajectory, step].join("/");

/** Keeps what calls take, and may take at worst, within the limit. */
function createSpending(maxCostUsd: number | undefined, done: readonly ReplayedTurn[]) {
  const limit = maxCostUsd === undefined ? Number.POSITIVE_INFINITY : maxCostUsd * 1_000_000;
  let taken = done.reduce((sum, { countedMicroUsd }) => sum + countedMicroUsd, 0);
  return {
    reserve(microUsd: number): boolean {
      if (taken + microUsd > limit) return false;
      taken += microUsd;
      return true;
    },
    settle(reserved: number, microUsd: number): void {
      taken += microUsd - reserved;
    },
  };
}

function reservedFor(request: ReturnType<typeof requestOfTurn>, { price }: ModelInfo): number {
  const { maxOutputTokens = 0 } = request;
  return worstCase(estimatedInputTokens(request), maxOutputTokens, price).costMicroUsd ?? 0;
}

function recordedCost(
  { steps }: Trajectory,
  { step }: PlannedTurn,
  price: ModelInfo["price"],
): { recordedMicroUsd?: number } {
  const cost = costMicroUsd(steps[step - 1]?.usage ?? {}, price);
  return cost === undefined ? {} : { recordedMicroUsd: cost };
}

type Asking = {
  turn: PlannedTurn;
  info: ModelInfo;
  request: ReturnType<typeof requestOfTurn>;
  trajectory: Trajectory;
  checker: AnswerChecker | undefined;
};

type AskedTurn = { body: Omit<ReplayedTurn, "countedMicroUsd">; call: ReplayCallRow };

/** One turn of the variant's model; undefined where the replay was ended before it answered. */
async function askTurn(
  { setup, ids, clock, signal, replay }: ReplayContext,
  { turn, info, request, trajectory, checker }: Asking,
): Promise<AskedTurn | undefined> {
  const { variant, trajectory: index, step, modelId } = turn;
  const recordedStep = trajectory.steps[step - 1] as Step;
  const recordedCalls = callsOf(recordedStep).map(({ tool, args }) => ({ tool, args }));
  const base = {
    ...{ variant, trajectory: index, step, modelId },
    recorded: sideOf(recordedStep.thought, recordedCalls, answerOf(recordedStep)),
    recordedLatencyMs: recordedStep.modelMs ?? recordedStep.latencyMs,
  };
  const callId = ids.next();
  const callOf = (metrics: Partial<ReplayCallRow> & { latencyMs: number }): ReplayCallRow => ({
    ...{ callId, step, role: "agent", model: modelId, promptHash: promptOf(request).digest },
    promptVersion: agentRole.version,
    ...metrics,
  });
  const startedMs = clock.monotonicMs();
  try {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]);
    const response = await setup.model.call(request, { signal: timeout, fairKey: replay.id });
    const metrics = metricsOf(setup.model, info.id, response);
    const { calls, text, answer } = turnIn(response, turn, trajectory.constraints.tools);
    const checks = answer === undefined ? [] : (checker?.(answer) ?? []);
    return {
      call: callOf(metrics),
      body: {
        ...base,
        replayed: sideOf(text, calls, answer),
        score: scoreTurn(recordedCalls, calls),
        ...(checks.length > 0 && { checks }),
        ...(metrics.costMicroUsd !== undefined && { costMicroUsd: metrics.costMicroUsd }),
        latencyMs: metrics.latencyMs,
      },
    };
  } catch (thrown) {
    if (signal.aborted) return undefined;
    const failure = failureOf(thrown);
    const latencyMs = Math.round(clock.monotonicMs() - startedMs);
    return { call: callOf({ latencyMs, failure }), body: { ...base, failure, latencyMs } };
  }
}

function failureOf(thrown: unknown): ModelFailureCode {
  const { code } = thrown as { code?: string };
  const known = MODEL_FAILURE_CODES.find((one) => one === code);
  if (!known) throw thrown;
  return known === "aborted" ? "timeout" : known;
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
    ...{ tool, args: args ?? rawArgs },
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
