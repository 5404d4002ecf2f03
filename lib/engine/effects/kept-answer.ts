import { startTrajectory, step, withModelTurn } from "@/lib/core/trajectory";
import { stepReport } from "./attempt-steps";
import type { EffectContext, Report } from "./effect";
import { taskIn } from "./work";

/** An answer of one turn as the only step of its attempt, so that it is there while a model judges it. */
export function persistAnswer(context: EffectContext, text: string): Report {
  const empty = startTrajectory({ query: "", constraints: { tools: [] } });
  const trajectory = withModelTurn(empty, {
    text,
    toolCalls: [],
    finishReason: "stop",
    usage: {},
    argumentProblems: [],
    startedAtMs: context.clock.nowMs(),
    latencyMs: 0,
  });
  return stepReport(context, { trajectory, verbatim: [] }, "seen");
}

/** The answer that an earlier worker kept for this attempt. */
export async function persistedAnswer(context: EffectContext): Promise<string | undefined> {
  const { runId, taskId, attempt } = context;
  const { steps: count = 0 } = taskIn(context.state(), taskId).attempts.at(-1) ?? {};
  if (count === 0) return;
  const { steps } = await context.reads.attempt(runId, taskId, attempt);
  const { action } = step.parse(steps[0]?.body);
  return action.type === "finish" && typeof action.answer === "string" ? action.answer : undefined;
}
