import { type ErrorCode, invalidInput } from "@/lib/core/errors";
import { isJsonObject } from "@/lib/core/json";
import type { Log } from "@/lib/core/ports";
import { readJsonText } from "./body";
import { requireCommandKey } from "./command-key";
import { HTTP_STATUS, publicError } from "./problem";
import { withinRequestLimit } from "./request-limit";

export type ActionResult<T> =
  | { ok: true; value: T }
  | { ok: false; problem: { code: ErrorCode; message: string; issues: string[] } };

/** Longer than a test of a model or of a tool server takes. */
const ACTION_LIMIT_MS = 120_000;

/** Calls a service for a form: what a person can fix comes back as words instead of being thrown. */
export async function toActionResult<T>(log: Log, call: Promise<T>): Promise<ActionResult<T>> {
  try {
    return { ok: true, value: await withinRequestLimit(call, ACTION_LIMIT_MS) };
  } catch (thrown) {
    const error = publicError(thrown);
    if (HTTP_STATUS[error.code] >= 500) log.error({ err: thrown, code: error.code }, "action failed");
    return {
      ok: false,
      problem: { code: error.code, message: error.message, issues: issueLines(error.details) },
    };
  }
}

/** What a form sent as text: `toPageText` wrote it. */
type Written<T> = { json: string; of?: T };

/**
 * What a form sent as text, with all names in it. A browser can send anything: rejects with `invalid_input` for what is no
 * such text, is nested too deeply or has a number that would become another one.
 */
export async function readPageText<T>(given: Written<T>): Promise<T> {
  if (typeof given !== "object" || given === null || typeof given.json !== "string")
    throw invalidInput("There is nothing to be done.");
  return readJsonText(given.json) as T;
}

/** Of each kind of input its own. */
type WithoutKey<Given> = Given extends unknown ? Omit<Given, "key"> : never;

/**
 * What a form sent as text that may be sent again, as a call of a service: its key tells a repeat. Rejects with
 * `invalid_input` for what has no such key, as `readPageText` does.
 */
export async function keyedCall<Given extends { key: string }>(
  written: Written<Given>,
): Promise<{ commandId: string; input: WithoutKey<Given> }> {
  const given = await readPageText(written);
  if (typeof given !== "object" || given === null) throw invalidInput("There is nothing to be done.");
  const { key, ...input } = given;
  return {
    commandId: `web_${requireCommandKey(key, "The key of a form")}`,
    input: input as WithoutKey<Given>,
  };
}

function issueLines(details: unknown): string[] {
  if (!isJsonObject(details) || !Array.isArray(details.issues)) return [];
  return details.issues.flatMap((issue) => {
    if (!isJsonObject(issue) || typeof issue.message !== "string") return [];
    return typeof issue.taskId === "string" ? `${issue.taskId}: ${issue.message}` : issue.message;
  });
}
