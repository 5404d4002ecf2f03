import { isJsonObject } from "@/lib/core/json";
import type { Log } from "@/lib/core/ports";
import { HTTP_STATUS, publicError } from "./problem";
import { withinRequestLimit } from "./request-limit";

export type ActionResult<T> =
  | { ok: true; value: T }
  | { ok: false; problem: { message: string; issues: string[] } };

/** Longer than a test of a model or of a tool server takes. */
const ACTION_LIMIT_MS = 120_000;

/** Calls a service for a form: what a person can fix comes back as words instead of being thrown. */
export async function toActionResult<T>(log: Log, call: Promise<T>): Promise<ActionResult<T>> {
  try {
    return { ok: true, value: await withinRequestLimit(call, ACTION_LIMIT_MS) };
  } catch (thrown) {
    const error = publicError(thrown);
    if (HTTP_STATUS[error.code] >= 500) log.error({ err: thrown, code: error.code }, "action failed");
    return { ok: false, problem: { message: error.message, issues: issueLines(error.details) } };
  }
}

function issueLines(details: unknown): string[] {
  if (!isJsonObject(details) || !Array.isArray(details.issues)) return [];
  return details.issues.flatMap((issue) => {
    if (!isJsonObject(issue) || typeof issue.message !== "string") return [];
    return typeof issue.taskId === "string" ? `${issue.taskId}: ${issue.message}` : issue.message;
  });
}
