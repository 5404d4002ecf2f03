export type FailureCode =
  | "database_foreign_owner"
  | "database_invalid_url"
  | "database_no_binaries"
  | "database_start_failed"
  | "database_too_old"
  | "database_unreachable"
  | "database_wrong_version"
  | "build_failed"
  | "web_failed"
  | "port_invalid"
  | "port_taken"
  | "no_browser"
  | "stage_failed"
  | "unknown_revision"
  | "worker_elsewhere"
  | "record_usage"
  | "set_damaged"
  | "evaluation_usage"
  | "cost_unknown";

/** A fault a person can fix: `message` says what is wrong and what to do; it is shown without a stack. */
export class Failure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.name = "Failure";
  }
}

/** The code of a system or server error ("ENOENT", "57P03"), if it has one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
