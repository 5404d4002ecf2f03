import type { ModelFailure, ModelFailureCode } from "@/lib/core/ports";
import { classify } from "./classify";
import { type ErrorFacts, errorFacts } from "./error-facts";
import { redact } from "./redact";
import { retryAfterMs } from "./retry-after";

const DESCRIPTIONS: Record<ModelFailureCode, string> = {
  unknown_model: "does not know this model",
  auth: "refused the credentials",
  bad_request: "rejected the request",
  rate_limited: "limits the rate of requests",
  quota: "has no quota or credit left",
  unavailable: "is unavailable",
  timeout: "did not answer in time",
  context_overflow: "has too small a context for this request",
  cut_stream: "broke off its answer",
  aborted: "was stopped",
};

const WITH_RETRY_AFTER: ModelFailureCode[] = ["rate_limited", "quota", "unavailable", "timeout"];

export type FailureContext = { provider: string; secrets: string[]; nowMs: number };

type FailureExtras = { status?: number; retryAfterMs?: number };

/** A ModelFailure with a given code and message; both are shown, so they hold no secret. */
export function modelFailure(
  code: ModelFailureCode,
  message: string,
  extras: FailureExtras = {},
): ModelFailure {
  return Object.assign(new Error(message), { name: "ModelFailure", code, ...extras });
}

/** A failure of a provider, in words: who, what, and the detail if there is one. */
export function providerFailure(
  code: ModelFailureCode,
  provider: string,
  detail?: string,
  extras: FailureExtras = {},
): ModelFailure {
  const status = extras.status === undefined ? "" : ` (HTTP ${extras.status})`;
  return modelFailure(
    code,
    `${provider} ${DESCRIPTIONS[code]}${status}${detail ? `: ${detail}` : ""}`,
    extras,
  );
}

/**
 * Any error of a call as a ModelFailure. The original is not kept as its cause: it carries the whole request.
 */
export function toModelFailure(thrown: unknown, context: FailureContext): ModelFailure {
  const facts = errorFacts(thrown);
  const code = classify(facts);
  const waitMs = WITH_RETRY_AFTER.includes(code)
    ? retryAfterMs(facts.headers, context.nowMs, facts.retryDelay)
    : undefined;
  return providerFailure(code, context.provider, detailOf(code, facts, context.secrets), {
    ...(facts.status === undefined || facts.status < 400 ? {} : { status: facts.status }),
    ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
  });
}

/** The provider's own words; not for refused credentials, where they tend to quote the key. */
function detailOf(code: ModelFailureCode, facts: ErrorFacts, secrets: string[]): string | undefined {
  if (code === "auth" && facts.status === 401) return "check the API key in the provider's settings";
  return redact(facts.message || (facts.networkCode ?? ""), secrets) || undefined;
}
