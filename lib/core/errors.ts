import type { Json } from "./json";

/** Every expected failure is one of these codes; transports map them once (lib/http/problem.ts, scripts). */
export const ERROR_CODES = [
  "invalid_input",
  "invalid_plan",
  "not_found",
  "unauthenticated",
  "forbidden",
  "conflict",
  "superseded",
  "already_decided",
  "expired",
  "not_allowed_now",
  "lease_lost",
  "unsupported",
  "limit_exceeded",
  "too_many_requests",
  "unavailable",
  "internal",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** An expected failure as plain data: what is wrong, and what to do about it, in words for the reader. */
export type DomainError = { code: ErrorCode; message: string; details?: Json };

export function domainError(code: ErrorCode, message: string, details?: Json): DomainError {
  return details === undefined ? { code, message } : { code, message, details };
}

/** Carries a DomainError through throwing code. Match it by `code`, never by class. */
export class DomainFailure extends Error {
  readonly code: ErrorCode;
  readonly details: Json | undefined;
  constructor(error: DomainError) {
    super(error.message);
    this.name = "DomainFailure";
    this.code = error.code;
    this.details = error.details;
  }
}

/** The failure of an input that is well formed and yet cannot be used. */
export function invalidInput(message: string, details?: Json): DomainFailure {
  return new DomainFailure(domainError("invalid_input", message, details));
}

/** The DomainError inside anything thrown, or undefined for an unexpected fault (never shown to a client). */
export function asDomainError(thrown: unknown): DomainError | undefined {
  if (typeof thrown !== "object" || thrown === null || !("code" in thrown) || !("message" in thrown)) return;
  const { code, message } = thrown;
  if (typeof message !== "string" || !ERROR_CODES.includes(code as ErrorCode)) return;
  const details = "details" in thrown ? (thrown.details as Json | undefined) : undefined;
  return domainError(code as ErrorCode, message, details);
}
