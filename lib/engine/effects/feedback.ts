import type { Feedback } from "@/lib/agents/feedback";
import type { RunState } from "@/lib/core/run/state";
import type { EffectContext } from "./effect";
import { taskIn } from "./work";

/** The feedback for this attempt; undefined for a first one (docs/engine.md, "Verification"). */
export function feedbackOf(
  state: Readonly<RunState>,
  { taskId, attempt }: Pick<EffectContext, "taskId" | "attempt">,
): Feedback | undefined {
  const { attempts, spec, modelChanges = 0 } = taskIn(state, taskId);
  const previous = attempts.findLast((one) => one.attempt < attempt && one.diagnosis !== undefined);
  if (previous?.diagnosis === undefined) return;
  return {
    attempt,
    of: Math.max(1 + spec.maxRetries + modelChanges, attempt),
    previousOutput: previous.output?.preview ?? "",
    diagnosis: previous.diagnosis,
  };
}
