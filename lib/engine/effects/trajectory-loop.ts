import { next, type Outcome, withObservation } from "@/lib/core/trajectory";
import { startDeadline } from "./attempt-deadline";
import type { Attempt } from "./attempt-start";
import { stepReport } from "./attempt-steps";
import type { EffectContext, Ending, Report } from "./effect";
import { failedAttempt } from "./failures";
import { runCalls } from "./tool-calls";
import { planCalls } from "./tool-plan";

/** How a trajectory ends: with an outcome and what is to be committed with it, or with the end of its effect. */
export type TrajectoryEnd = { outcome: Outcome; before: Report[] } | { ending: Ending };

/** Finds out what comes next, adds it to the trajectory and commits it; undefined to go on. */
export type TakeTurn = (
  context: EffectContext,
  attempt: Attempt,
  step: number,
) => Promise<TrajectoryEnd | undefined>;

/**
 * The loop of lib/core/trajectory within the attempt's time, each step committed before the next begins, so that a
 * crash repeats at most the call in flight (docs/engine.md, "Attempts").
 */
export async function runTrajectory(
  context: EffectContext,
  attempt: Attempt,
  takeTurn: TakeTurn,
): Promise<TrajectoryEnd> {
  const deadline = startDeadline(context, attempt);
  try {
    return await loop({ ...context, signal: deadline.signal }, attempt, takeTurn);
  } catch (thrown) {
    if (!deadline.isOver() || context.signal.aborted) throw thrown;
    const diagnosis = `The attempt took longer than its ${deadline.timeoutMs} ms.`;
    return { ending: failedAttempt(context, { code: "timeout", diagnosis }) };
  } finally {
    deadline.stop();
  }
}

async function loop(context: EffectContext, attempt: Attempt, takeTurn: TakeTurn): Promise<TrajectoryEnd> {
  for (;;) {
    const move = next(attempt.trajectory);
    if (move.do === "finish") return { outcome: move.outcome, before: [] };
    if (move.do === "wait") throw new Error("No tool of this attempt can wait for a person");
    if (context.stopReason() !== undefined) return { ending: null };
    if (move.do === "call_model") {
      const end = await takeTurn(context, attempt, move.step);
      if (end !== undefined) return end;
      continue;
    }
    const plan = await planCalls(context, attempt, move.step, move.calls);
    if ("unknown" in plan) return { ending: plan.unknown };
    const startedMs = performance.now();
    const { branches, last } = await runCalls(context, plan);
    attempt.trajectory = withObservation(attempt.trajectory, branches, performance.now() - startedMs);
    await context.commit([...last, stepReport(context, attempt, "seen")]);
    context.signal.throwIfAborted();
  }
}
