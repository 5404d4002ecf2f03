import { parseJson } from "./json";

/** Failures of tools that may pass by themselves, and those that last (docs/engine.md, "Failed calls"). */

/** What a failure says of itself by its fields; `retryAfterMs`: when it may be tried again. */
type StatedFault = { passes: boolean; retryAfterMs?: number };

const FLAGS = new Set([
  "retryable",
  "isretryable",
  "retriable",
  "shouldretry",
  "canretry",
  "transient",
  "istransient",
]);
const STATUSES = new Set(["status", "statuscode", "httpstatus", "httpstatuscode", "code"]);
const CODES = new Set(["code", "errorcode", "errno", "status"]);
/** What an error holds of the one below it. */
const INNER = new Set(["error", "cause", "data", "details", "response", "meta", "structuredcontent"]);
const MAX_DEPTH = 5;

/** Statuses of a server that is busy or away (RFC 9110, 15.5 and 15.6; RFC 6585, 4; RFC 8470, 5.2). */
export const PASSING_STATUS: ReadonlySet<unknown> = new Set([408, 425, 429, 500, 502, 503, 504, 529]);
/** Codes of systems (errno), of gRPC, and of our own requests over HTTP. */
const PASSING_CODES: ReadonlySet<string> = new Set(
  `ECONNRESET ECONNREFUSED ECONNABORTED ETIMEDOUT EPIPE EAI_AGAIN EBUSY ENETUNREACH EHOSTUNREACH EAGAIN
  UND_ERR_SOCKET UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT
  UNAVAILABLE DEADLINE_EXCEEDED RESOURCE_EXHAUSTED unreachable timeout broken`.split(/\s+/),
);
const LASTING_CODES: ReadonlySet<string> = new Set(
  `EACCES EPERM ENOENT EEXIST EISDIR ENOTDIR EINVAL ENOSPC EROFS ENOTFOUND
  INVALID_ARGUMENT NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED UNAUTHENTICATED FAILED_PRECONDITION OUT_OF_RANGE
  UNIMPLEMENTED DATA_LOSS bad_url forbidden_address bad_redirect`.split(/\s+/),
);
/** Requests that are wrong as they are (JSON-RPC 2.0, 5.1): nothing was done, and the same one is refused again. */
export const isWrongRequest = (code: unknown): boolean =>
  code === -32700 || (typeof code === "number" && code <= -32600 && code >= -32602);

/** What fields of an error, or of what a server sent with it, say of the failure; undefined where none does. */
export function statedFault(thrown: unknown): StatedFault | undefined {
  const fields = fieldsIn(thrown, MAX_DEPTH);
  const after = fields.map(retryAfterIn).find((one) => one !== undefined);
  const wait = after === undefined ? {} : { retryAfterMs: after };
  const flag = fields.find(([name, value]) => FLAGS.has(name) && typeof value === "boolean");
  if (flag) return flag[1] ? { passes: true, ...wait } : { passes: false };
  if (after !== undefined) return { passes: true, ...wait };
  const passes = fields.map(passesBy).find((one) => one !== undefined);
  return passes === undefined ? undefined : { passes };
}

type Field = readonly [name: string, value: unknown];

/** The fields of an error and of those that it holds, the outer ones first; a text that is JSON counts as what it says. */
function fieldsIn(value: unknown, depth: number): Field[] {
  const said = typeof value === "string" && /^\s*[[{]/.test(value) ? parseJson(value) : value;
  if (depth === 0 || typeof said !== "object" || said === null) return [];
  if (Array.isArray(said)) return said.slice(0, MAX_ITEMS).flatMap((one) => fieldsIn(one, depth - 1));
  // `cause` of an error is not enumerable.
  const entries = [
    ...Object.entries(said),
    ...(said instanceof Error ? [["cause", said.cause] as const] : []),
  ];
  const own = entries.map(([name, one]) => [nameIn(name), one] as const);
  return [...own, ...own.flatMap(([name, one]) => (INNER.has(name) ? fieldsIn(one, depth - 1) : []))];
}
const MAX_ITEMS = 10;
const nameIn = (key: string): string => key.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();

/** Milliseconds, as the name says, or else the seconds of the header that it is named after. */
function retryAfterIn([name, value]: Field): number | undefined {
  if (!/^retry(?:after|in|delay)(?:ms|s|secs?|seconds|milliseconds)?$/.test(name)) return undefined;
  const count =
    typeof value === "number" ? value : typeof value === "string" ? Number.parseFloat(value) : Number.NaN;
  if (!(count >= 0)) return undefined;
  return /(?:ms|milliseconds)$/.test(name) ? count : count * 1_000;
}

function passesBy([name, value]: Field): boolean | undefined {
  const number = typeof value === "string" && /^-?\d{3,6}$/.test(value) ? Number(value) : value;
  if (STATUSES.has(name) && typeof number === "number") {
    if (PASSING_STATUS.has(number)) return true;
    if ((number >= 400 && number < 600) || isWrongRequest(number)) return false;
  }
  if (!CODES.has(name) || typeof value !== "string") return undefined;
  return PASSING_CODES.has(value) || (LASTING_CODES.has(value) ? false : undefined);
}

const PASSES = "The tool says that this may pass.";
const LASTS = "The tool says that trying again does not help.";

/** A failure in words, with what its fields say of it where the words would be taken otherwise. */
export function faultInWords(message: string, stated: Pick<StatedFault, "passes"> | undefined): string {
  if (stated === undefined || isPassingFault(message) === stated.passes) return message;
  return `${message} ${stated.passes ? PASSES : LASTS}`;
}

/** A status of HTTP, named as one. */
const status = (codes: string) =>
  new RegExp(String.raw`\b(?:https?|status|code|error)\b[\s:=#"']{0,4}(?:code\W{0,3})?(?:${codes})\b`, "i");

/** What nobody says of a call that fails for good. */
const CLEARLY_PASSING = [
  status("408|425|429|500|502|503|504|529"),
  /too many requests|rate.?limit|bad gateway|service (?:is )?(?:temporarily )?unavailable|gateway time-?out/i,
  /\b(?:ECONN(?:RESET|REFUSED|ABORTED)|ETIMEDOUT|EPIPE|EAI_AGAIN|EBUSY)\b|socket hang ?up/,
];
const MAYBE_PASSING =
  /timed? ?out|(?:did not|no) answer within|internal server error|overloaded|throttl|temporar(?:y|ily)|\b(?:un|not )available\b|is (?:away|busy|locked)\b|not ready|still (?:running|starting|in progress)|disconnected|connection (?:was |is )?(?:reset|closed|lost|refused|aborted)|(?:try|retry) (?:\w+ ){0,2}(?:again|later)|retry.?after/i;
const LASTING = [
  status("4(?:0[0134579]|1\\d|2[234])"),
  /not found|no such|denied|forbidden|unauthori[sz]ed|not (?:permitted|allowed)|invalid|does not exist|\b(?:EACCES|ENOENT|EPERM)\b/i,
];

/**
 * True for the words of a tool whose failure may pass by itself: it was busy, away or too slow. Words are the last resort, for
 * tools that state nothing by fields; whatever gives no hint fails the same way again.
 */
export function isPassingFault(message: string): boolean {
  if (message.includes(LASTS)) return false;
  if (message.includes(PASSES) || CLEARLY_PASSING.some((words) => words.test(message))) return true;
  return MAYBE_PASSING.test(message) && !LASTING.some((words) => words.test(message));
}
