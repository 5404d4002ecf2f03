import { asDomainError } from "@/lib/core/errors";
import { cutText } from "@/lib/core/text";
import { EFFECTS } from "./effects";
import type { BareEffectContext, Report } from "./effects/effect";
import { failedAttempt, MAX_DIAGNOSIS_CHARS } from "./effects/failures";
import { isNoBudgetError } from "./reserve";

/**
 * Runs one effect to its reports. Never rejects: a throw ends the attempt of a task with code `error`, and anything
 * else as a failure of the infrastructure; what is no longer wanted ends in silence.
 */
export async function performEffect(context: BareEffectContext): Promise<Report[]> {
  try {
    const setup = await context.workspaces.open(context.state().workspaceId);
    const ending = await EFFECTS[context.kind]({ ...context, ...setup });
    if (ending !== null) return ending;
    return [repeatable({ type: "release", keys: [context.key], reason: context.stopReason() ?? "given up" })];
  } catch (thrown) {
    if (context.signal.aborted || isNoBudgetError(thrown)) return [];
    context.log.error({ key: context.key, err: thrown }, "An effect failed");
    return failureOf(context, thrown);
  }
}

function failureOf(context: BareEffectContext, thrown: unknown): Report[] {
  const { key, taskId } = context;
  const known = asDomainError(thrown);
  const message = cutText(thrown instanceof Error ? thrown.message : String(thrown), MAX_DIAGNOSIS_CHARS);
  if (known?.code === "unavailable" || taskId === "") {
    return [repeatable({ type: "effect_failed", key, error: { code: known?.code ?? "error", message } })];
  }
  return failedAttempt(context, { code: "error", diagnosis: message });
}

/** A report that may come again for the same key: without a suffix it gets an id of its own. */
function repeatable(command: Report["command"]): Report {
  return { suffix: "", command };
}
