import type { Stop } from "@/lib/core/reflection";
import type { Check } from "@/lib/core/run/events/checks";
import type { Reason, SimpleReason } from "@/lib/core/run/events/reason";
import type { FailureCode } from "@/lib/core/run/events/tasks";
import { statedReason } from "@/lib/core/run/reasons";
import type { Stopped } from "@/lib/core/run/reflections";
import type { StoredValue } from "@/lib/core/stored-value";
import { cutText } from "@/lib/core/text";
import type { CallFailure } from "../model/call-model";
import type { PayloadRows } from "../types";
import { type BareEffectContext, type EffectContext, endWith, type Report } from "./effect";

const MAX_REASON_CHARS = 500;
type FailedCall = CallFailure | { ok: false; code: "unreadable"; problem: string };

export const MAX_DIAGNOSIS_CHARS = 1_000;

/** Why work could not be done that is nobody's failed attempt. */
export type InfrastructureFailure = Pick<CallFailure, "message" | "retryAfterMs" | "modelId"> & {
  code: string;
};

/** A model that cannot be reached is no failed attempt: the effect backs off and comes again. */
export function infrastructureFailure({ key }: EffectContext, failure: InfrastructureFailure): Report[] {
  const { code, message, retryAfterMs, modelId } = failure;
  const error = { code, message: cutText(message, MAX_DIAGNOSIS_CHARS) };
  const command = {
    type: "effect_failed" as const,
    key,
    error,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(modelId !== undefined && { model: modelId }),
  };
  return [{ suffix: "", command }];
}

type FailedAttempt = { code: FailureCode; diagnosis: Reason; output?: StoredValue; checks?: Check[] };

/** What a model, a tool or a check says of a failed attempt, as far as events hold it. */
export const statedDiagnosis = (text: string): SimpleReason => ({
  code: "stated",
  text: cutText(text, MAX_DIAGNOSIS_CHARS),
});

export function failedAttempt(
  { key, taskId, attempt }: BareEffectContext,
  failed: FailedAttempt,
  rows?: PayloadRows,
): Report[] {
  return endWith({ type: "attempt_failed", key, taskId, attempt, checks: [], ...failed }, rows);
}

/** The model answered as often as it was asked, and never readably. */
export function unreadableAttempt(context: EffectContext, answer: { problem: string }): Report[] {
  return failedAttempt(context, { code: "error", diagnosis: statedDiagnosis(answer.problem) });
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
  if (failed.code === "no_budget")
    return { stopped: "budget", reason: statedReason(failed.message, MAX_REASON_CHARS) };
  const said = failed.code === "unreadable" ? failed.problem : (failed as CallFailure).message;
  return { stopped: otherwise, reason: statedReason(said, MAX_REASON_CHARS) };
}
