import type { Stop } from "@/lib/core/reflection";
import type { Check } from "@/lib/core/run/events/checks";
import type { Reason, SimpleReason } from "@/lib/core/run/events/reason";
import type { FailureCode } from "@/lib/core/run/events/tasks";
import type { Stopped } from "@/lib/core/run/reflections";
import type { StoredValue } from "@/lib/core/stored-value";
import { cutText } from "@/lib/core/text";
import type { TrajectoryOutcome } from "@/lib/core/trajectory";
import type { CallFailure } from "../model/call-model";
import type { PayloadRows } from "../types";
import { type BareEffectContext, type EffectContext, endWith, type Report } from "./effect";

const MAX_REASON_CHARS = 500;
type UnreadableAnswer = { ok: false; code: "unreadable"; problem: string; cannot?: string };
type FailedCall = CallFailure | UnreadableAnswer;

export const MAX_DIAGNOSIS_CHARS = 1_000;

/** Why work could not be done that is nobody's failed attempt. */
export type InfrastructureFailure = Pick<CallFailure, "message" | "retryAfterMs" | "modelId"> & {
  code: string;
};

/** A model that cannot be reached is no failed attempt: the effect backs off and comes again. */
export function infrastructureFailure(
  { key }: EffectContext,
  failure: InfrastructureFailure,
  { isFollowed = false } = {},
): Report[] {
  const { code, message, retryAfterMs, modelId } = failure;
  const error = { code, message: cutText(message, MAX_DIAGNOSIS_CHARS) };
  const command = {
    type: "effect_failed" as const,
    key,
    error,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(modelId !== undefined && { model: modelId }),
    ...(isFollowed && { isFollowed }),
  };
  return [{ suffix: "", command }];
}

type FailedAttempt = {
  code: FailureCode;
  diagnosis: Reason;
  lasts?: true;
  output?: StoredValue;
  checks?: Check[];
};

/** What a model, a tool or a check says of a failed attempt, as far as events hold it. */
export const statedDiagnosis = (text: string): SimpleReason => ({
  code: "stated",
  text: cutText(text, MAX_DIAGNOSIS_CHARS),
});

/** The reason of a model for giving no result, in its own words. */
export const abstainedReason = (text: string): SimpleReason => ({
  code: "abstained",
  text: cutText(text, MAX_DIAGNOSIS_CHARS),
});

export function failedAttempt(
  { key, taskId, attempt }: Pick<BareEffectContext, "key" | "taskId" | "attempt">,
  failed: FailedAttempt,
  rows?: PayloadRows,
): Report[] {
  return endWith({ type: "attempt_failed", key, taskId, attempt, checks: [], ...failed }, rows);
}

/** The model answered as often as it was asked, and never readably. */
export function unreadableAttempt(context: EffectContext, answer: { problem: string }): Report[] {
  return failedAttempt(context, { code: "error", diagnosis: unreadableReason(answer.problem) });
}

const unreadableReason = (problem: string, maxChars = MAX_DIAGNOSIS_CHARS): SimpleReason => ({
  code: "unreadable_answer",
  text: cutText(problem, maxChars),
});

/** The reason of a judge for giving no judgement, in its own words. */
const notJudgedReason = (problem: string, maxChars = MAX_DIAGNOSIS_CHARS): SimpleReason => ({
  code: "not_judged",
  text: cutText(problem, maxChars),
});

/** Why a call of a model gave nothing, in the model's or its provider's words as far as events hold them. */
export function failedCallReason(failed: FailedCall, maxChars = MAX_DIAGNOSIS_CHARS): SimpleReason {
  if (failed.code === "unreadable")
    return failed.cannot
      ? notJudgedReason(failed.problem, maxChars)
      : unreadableReason(failed.problem, maxChars);
  if (failed.code === "no_budget") return { code: "no_room_for_call" };
  const { code, message } = failed;
  return { code: "model_failed", failure: code, text: cutText(message, maxChars) };
}

/** Why an attempt was stopped before it had an answer; `raisedBy` are the fields and settings that allow it more. */
export function stopReason(
  outcome: Exclude<TrajectoryOutcome, { reason: "answer_complete" }>,
  raisedBy?: string[],
): SimpleReason {
  if (outcome.reason === "invalid_actions") {
    const { count, last } = outcome;
    return {
      code: "invalid_actions",
      count,
      ...(last !== undefined && { last: cutText(last, MAX_DIAGNOSIS_CHARS) }),
    };
  }
  return { code: "attempt_budget", ...outcome.budget, ...(raisedBy && { raisedBy }) };
}

export function blockedAttempt({ key, taskId, attempt }: EffectContext, diagnosis: Reason): Report[] {
  return endWith({
    type: "attempt_blocked",
    key,
    taskId,
    attempt,
    diagnosis,
  });
}

/**
 * Why a critique or a revision could not be had. It only advises, so the answer stands at once, whether it was the
 * model, its words or a budget (docs/agents.md, "Answer reflection").
 */
export function reflectionStop(failed: FailedCall, otherwise: Exclude<Stop, "budget">): Stopped {
  const stopped = failed.code === "no_budget" ? "budget" : otherwise;
  return { stopped, reason: failedCallReason(failed, MAX_REASON_CHARS) };
}
