import { MODEL_FAILURE_CODES, type ModelFailureCode } from "@/lib/core/ports";
import type { ErrorFacts } from "./error-facts";

const TIMEOUTS = /^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/;
const REQUEST_ERRORS =
  /^AI_(InvalidPrompt|InvalidArgument|InvalidMessageRole|MessageConversion|MissingToolResults|UnsupportedFunctionality|UnsupportedModelVersion|LoadSetting|InvalidTool\w*)/;
const BROKEN_STREAMS =
  /^AI_(InvalidResponseData|JSONParse|TypeValidation|NoOutputGenerated|EmptyResponseBody)/;

const QUOTA_WORDS = [
  "insufficient_quota",
  "billing_hard_limit_reached",
  "billing_error",
  "credit_balance_too_low",
];
const QUOTA_TEXT = /credit balance is too low|insufficient (credits|balance|quota|funds)|payment required/i;
const OVERFLOW_WORDS = [
  "context_length_exceeded",
  "request_too_large",
  "model_context_window_exceeded",
  "exceed_context_size_error",
];
const OVERFLOW_TEXT = new RegExp(
  [
    "context[ _](length|window|size|limit)",
    "(prompt|input|request) (is )?too (long|large)",
    "maximum prompt length",
    "too many (input )?tokens",
    "token count[^.]{0,40} exceeds",
    "maximum number of tokens",
    "reduce the length of",
    "`?inputs`? tokens \\+",
  ].join("|"),
  "i",
);
const AUTH_WORDS = ["api_key_invalid", "invalid_api_key", "authentication_error"];
const RATE_WORDS = ["rate_limit_exceeded", "rate_limit_error"];
const UNKNOWN_MODEL_WORDS = ["model_not_found", "model_not_available"];

/** The port's code for an error, from its facts alone. */
export function classify(facts: ErrorFacts): ModelFailureCode {
  const own = MODEL_FAILURE_CODES.find((code) => facts.words.includes(code));
  if (own && facts.status === undefined) return own;
  return (
    codeByName(facts) ?? codeByStatus(facts) ?? codeByNetwork(facts) ?? codeByWords(facts) ?? "unavailable"
  );
}

function codeByName({ name }: ErrorFacts): ModelFailureCode | undefined {
  if (name === "TimeoutError") return "timeout";
  if (name === "AI_LoadAPIKeyError") return "auth";
  if (name === "AI_NoSuchModelError") return "unknown_model";
  if (BROKEN_STREAMS.test(name)) return "cut_stream";
  return REQUEST_ERRORS.test(name) ? "bad_request" : undefined;
}

function codeByStatus(facts: ErrorFacts): ModelFailureCode | undefined {
  const { status, message } = facts;
  if (status === undefined) return undefined;
  if (status >= 300 && status < 400) return "bad_request";
  // The answer had begun well: its body broke later.
  if (status < 400) return TIMEOUTS.test(facts.networkCode ?? "") ? "timeout" : "cut_stream";
  if (status >= 500) return status === 504 ? "timeout" : "unavailable";
  if (status === 402 || isQuota(facts)) return "quota";
  if (status === 401 || status === 403 || hasWord(facts, AUTH_WORDS)) return "auth";
  if (status === 429) return "rate_limited";
  if (status === 408) return "timeout";
  if (status === 409 || status === 425) return "unavailable";
  if (status === 413 || isOverflow(facts)) return "context_overflow";
  if (hasWord(facts, UNKNOWN_MODEL_WORDS) || (status === 404 && /model/i.test(message)))
    return "unknown_model";
  return "bad_request";
}

function codeByNetwork({ networkCode }: ErrorFacts): ModelFailureCode | undefined {
  if (networkCode === undefined) return undefined;
  return TIMEOUTS.test(networkCode) ? "timeout" : "unavailable";
}

/** An error inside a stream that had begun well often has no status. */
function codeByWords(facts: ErrorFacts): ModelFailureCode | undefined {
  if (isQuota(facts)) return "quota";
  if (hasWord(facts, AUTH_WORDS)) return "auth";
  if (hasWord(facts, RATE_WORDS)) return "rate_limited";
  return isOverflow(facts) ? "context_overflow" : undefined;
}

const isQuota = (facts: ErrorFacts): boolean => hasWord(facts, QUOTA_WORDS) || QUOTA_TEXT.test(facts.message);
const isOverflow = (facts: ErrorFacts): boolean =>
  hasWord(facts, OVERFLOW_WORDS) || OVERFLOW_TEXT.test(facts.message);

function hasWord(facts: ErrorFacts, words: string[]): boolean {
  return facts.words.some((word) => words.includes(word));
}
