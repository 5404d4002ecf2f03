import { asDomainError, type DomainError, domainError, type ErrorCode } from "@/lib/core/errors";
import { isJsonObject } from "@/lib/core/json";
import type { Log } from "@/lib/core/ports";

/** The one place where error codes become HTTP statuses (docs/api.md, "Errors"). */
export const HTTP_STATUS: Record<ErrorCode, number> = {
  invalid_input: 400,
  invalid_plan: 422,
  not_found: 404,
  unauthenticated: 401,
  forbidden: 403,
  conflict: 409,
  superseded: 409,
  already_decided: 409,
  expired: 409,
  not_allowed_now: 409,
  lease_lost: 409,
  unsupported: 422,
  limit_exceeded: 413,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
};

/** SQLSTATE classes and driver codes that mean "the store cannot answer now", not "the request is wrong". */
const STORE_UNAVAILABLE =
  /^(08...|25006|53...|57...|ECONN[A-Z]+|ENOTFOUND|EPIPE|ETIMEDOUT|CONNECT(ION)?_[A-Z_]+)$/;

const DISK_FULL = "53100";

/** What a client may learn about anything thrown: a fault that nobody named stays nameless. */
export function publicError(thrown: unknown): DomainError {
  const known = asDomainError(thrown);
  if (known && known.code !== "internal") return known;
  const code = codeOf(thrown);
  if (code === DISK_FULL)
    return domainError("unavailable", "The disk of the database is full. Make room on it.");
  if (STORE_UNAVAILABLE.test(code)) {
    return domainError("unavailable", "The database does not answer at the moment. Try again shortly.");
  }
  return domainError("internal", "Something went wrong on the server. The log has the details.");
}

/** An error as an RFC 9457 response. Faults of the server are logged here and only here. */
export function problemResponse(thrown: unknown, log?: Log): Response {
  const error = publicError(thrown);
  const status = HTTP_STATUS[error.code];
  if (status >= 500) log?.error({ err: thrown, code: error.code }, "request failed");
  const headers = new Headers({ "content-type": "application/problem+json", "cache-control": "no-store" });
  const retryAfterSeconds = secondsToWait(error);
  if (retryAfterSeconds !== undefined) headers.set("retry-after", String(retryAfterSeconds));
  if (status === 401) headers.set("www-authenticate", "Bearer");
  const body = { type: `urn:waymark:${error.code}`, title: error.message, status, code: error.code };
  const details = error.details === undefined ? {} : { details: error.details };
  return new Response(JSON.stringify({ ...body, ...details }), { status, headers });
}

function secondsToWait({ code, details }: DomainError): number | undefined {
  if (code === "unavailable") return 2;
  if (code !== "too_many_requests") return;
  const seconds = isJsonObject(details) ? details.retryAfterSeconds : undefined;
  return typeof seconds === "number" ? seconds : 1;
}

function codeOf(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return "";
  const { code, cause } = thrown as { code?: unknown; cause?: unknown };
  if (typeof code === "string" && code !== "internal") return code;
  return cause === undefined ? "" : codeOf(cause);
}
