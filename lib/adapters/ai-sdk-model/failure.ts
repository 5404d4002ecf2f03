import { redactSecrets } from "@/lib/core/hide-secrets";
import { MODEL_FAILURE_CODES, type ModelFailure, type ModelFailureCode } from "@/lib/core/ports";
import { elideText } from "@/lib/core/text";
import { type ErrorFacts, errorFacts } from "./error-facts";

const TIMEOUTS = /^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/;

const REQUEST_ERRORS =
  /^AI_(InvalidPrompt|InvalidArgument|InvalidMessageRole|MessageConversion|MissingToolResults|UnsupportedFunctionality|UnsupportedModelVersion|LoadSetting|InvalidTool\w*)/;

const BROKEN_STREAMS = /^AI_(NoOutputGenerated|EmptyResponseBody)/;
/** How the SDK says that a stream broke, by the error that it has for one that cannot be read. */
const NO_END = /stream ended without/i;
/** It came whole and cannot be read: the same request gets the same. */
const UNREADABLE = /^AI_(InvalidResponseData|JSONParse|TypeValidation)/;

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
const RATE_TEXT = /\brate[ _-]?limit|too many requests/i;
const REQUEST_WORDS = ["invalid_request_error", "bad_request", "badrequesterror", "invalid_argument"];
const PASSING_TEXT =
  /overload|try again|retry|temporar|capacity|busy|unavailable|time[d_ ]?-?out|internal|server[ _]error/i;
const UNKNOWN_MODEL_WORDS = ["model_not_found", "model_not_available"];
const isQuota = (facts: ErrorFacts): boolean => hasWord(facts, QUOTA_WORDS) || QUOTA_TEXT.test(facts.message);

const isOverflow = (facts: ErrorFacts): boolean =>
  hasWord(facts, OVERFLOW_WORDS) || OVERFLOW_TEXT.test(facts.message);

const MAX_DETAIL_CHARS = 240;

// Providers echo keys, often half masked; these are the forms they take.
const KEY_PATTERNS = [
  /\b(?:sk|pk|rk|gsk|xai|hf|key)[-_][\w*.-]{6,}/gi,
  /\bAIza[\w-]{10,}/g,
  /\b(bearer|basic)\s+[\w+/=.*~-]{6,}/gi,
  /(:\/\/)[^\s/:@]+:[^\s/@]+@/g,
];

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
  unreadable_answer: "answered, but not as a model does",
  aborted: "was stopped",
};

const WITH_RETRY_AFTER: ModelFailureCode[] = ["rate_limited", "quota", "unavailable", "timeout"];

type FailureContext = { provider: string; secrets: string[]; nowMs: number };

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
    ? retryAfterMs(facts.headers, context.nowMs, facts.retryDelay ?? delayIn(facts.message))
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

/** The text as one short line, without any of the secrets and without anything that looks like a key. */
export function redact(text: string, secrets: string[]): string {
  const known = redactSecrets(text, secrets, "[hidden]");
  const hidden = KEY_PATTERNS.reduce((rest, form) => rest.replace(form, "[hidden]"), known);
  return elideText(hidden.replace(/\s+/g, " ").trim(), MAX_DETAIL_CHARS);
}

/** "Please try again in 1m2.5s." or "in 20ms", as OpenAI and others write it, in seconds. */
function delayIn(message: string): string | undefined {
  const [, minutes = "0", seconds = "0", milliseconds = "0"] =
    /\b(?:try again|retry) (?:in|after) (?=\d)(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+)ms)?/i.exec(
      message,
    ) ?? [];
  const total = Number(minutes) * 60 + Number(seconds) + Number(milliseconds) / 1000;
  return total > 0 ? String(total) : undefined;
}

/**
 * How long the provider asks us to wait, in milliseconds: `retry-after-ms`, or `Retry-After` as seconds or as an
 * HTTP date (RFC 9110, 10.2.3), or the delay in the body: Google's field, or the words of others. Undefined when it does not say, or not
 * readably.
 */
export function retryAfterMs(
  headers: Record<string, string>,
  nowMs: number,
  retryDelay?: string,
): number | undefined {
  const exact = positive(headers["retry-after-ms"]);
  if (exact !== undefined) return Math.ceil(exact);
  const header = headers["retry-after"];
  const seconds = positive(header);
  if (seconds !== undefined) return Math.ceil(seconds * 1000);
  // Date.parse alone would read nearly anything, "-5" included.
  const dateMs = header && /^[a-z]+,? /i.test(header) ? Date.parse(header) : Number.NaN;
  if (!Number.isNaN(dateMs)) return Math.max(0, dateMs - nowMs);
  const delay = positive(retryDelay?.replace(/s$/, ""));
  return delay === undefined ? undefined : Math.ceil(delay * 1000);
}

function positive(text: string | undefined): number | undefined {
  if (text === undefined || !/^\s*\d+(\.\d+)?\s*$/.test(text)) return undefined;
  return Number(text);
}

/** The port's code for an error, from its facts alone. */
export function classify(facts: ErrorFacts): ModelFailureCode {
  const own = MODEL_FAILURE_CODES.find((code) => facts.words.includes(code));
  if (own && facts.status === undefined) return own;
  return (
    codeByName(facts) ??
    codeByStatus(facts) ??
    codeByNetwork(facts) ??
    codeByWords(facts) ??
    codeByPlace(facts)
  );
}

function codeByName({ name, message }: ErrorFacts): ModelFailureCode | undefined {
  if (name === "TimeoutError") return "timeout";
  if (name === "AI_LoadAPIKeyError") return "auth";
  if (name === "AI_NoSuchModelError") return "unknown_model";
  if (BROKEN_STREAMS.test(name) || (UNREADABLE.test(name) && NO_END.test(message))) return "cut_stream";
  if (UNREADABLE.test(name)) return "unreadable_answer";
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
  if (hasWord(facts, RATE_WORDS) || RATE_TEXT.test(facts.message)) return "rate_limited";
  if (hasWord(facts, UNKNOWN_MODEL_WORDS)) return "unknown_model";
  if (isOverflow(facts)) return "context_overflow";
  return hasWord(facts, REQUEST_WORDS) ? "bad_request" : undefined;
}

/** A stream that had begun well may end well the next time; an error in the place of an answer says so where it passes. */
function codeByPlace({ isWholeAnswer, message, words }: ErrorFacts): ModelFailureCode {
  const passes = [message, ...words].some((said) => PASSING_TEXT.test(said));
  return isWholeAnswer && !passes ? "unreadable_answer" : "unavailable";
}

function hasWord(facts: ErrorFacts, words: string[]): boolean {
  return facts.words.some((word) => words.includes(word));
}
