import { agent as agentRole } from "@/lib/agents/agent";
import type { ModelResponse } from "@/lib/core/ports";
import { messagesOf, next, withModelTurn, withObservation } from "@/lib/core/trajectory";
import { callModel } from "../call-model";
import { chooseModel } from "../model-choice";
import { startDeadline } from "./attempt-deadline";
import { endOfAttempt } from "./attempt-end";
import { type Attempt, beginAttempt } from "./attempt-start";
import { stepReport } from "./attempt-steps";
import type { EffectContext, Ending, Report } from "./effect";
import { blockedAttempt, failedAttempt, infrastructureFailure } from "./failures";
import { runCalls } from "./tool-calls";
import { planCalls } from "./tool-plan";
import { missingDiagnosis, readWork } from "./work";

/**
 * One attempt of an agent's task: the loop of lib/core/trajectory, each step committed before the next begins, so
 * that a crash repeats at most the call in flight (docs/engine.md, "Attempts").
 */
export async function runAttempt(context: EffectContext): Promise<Ending> {
  const work = await readWork(context);
  if (work.missing.length > 0) return blockedAttempt(context, missingDiagnosis(work.missing));
  const attempt = await beginAttempt(context, work);
  const deadline = startDeadline(context, attempt);
  try {
    return await loop({ ...context, signal: deadline.signal }, attempt);
  } catch (thrown) {
    if (!deadline.isOver() || context.signal.aborted) throw thrown;
    const diagnosis = `The attempt took longer than its ${deadline.timeoutMs} ms.`;
    return failedAttempt(context, { code: "timeout", diagnosis, verification: false });
  } finally {
    deadline.stop();
  }
}

async function loop(context: EffectContext, attempt: Attempt): Promise<Ending> {
  for (;;) {
    const move = next(attempt.trajectory);
    if (move.do === "finish") return endOfAttempt(context, attempt, move.outcome, []);
    if (move.do === "wait") throw new Error("No tool of this attempt can wait for a person");
    if (context.stopReason() !== undefined) return null;
    if (move.do === "call_model") {
      const ending = await takeTurn(context, attempt, move.step);
      if (ending !== undefined) return ending;
      continue;
    }
    const plan = await planCalls(context, attempt, move.step, move.calls);
    if ("unknown" in plan) return plan.unknown;
    const startedMs = performance.now();
    const { branches, last } = await runCalls(context, plan);
    attempt.trajectory = withObservation(attempt.trajectory, branches, performance.now() - startedMs);
    await context.commit([...last, stepReport(context, attempt, "seen")]);
    context.signal.throwIfAborted();
  }
}

/** One turn of the model. A turn without calls may end the attempt: then both are one commit. */
async function takeTurn(context: EffectContext, attempt: Attempt, step: number): Promise<Ending | undefined> {
  const startedAtMs = context.clock.nowMs();
  const modelId = chooseModel(context.state(), "agent", context.defaultModelId, attempt.work.agent.model);
  const outcome = await callModel(
    context,
    {
      modelId,
      system: attempt.system,
      messages: messagesOf(attempt.trajectory, attempt.verbatim),
      ...(attempt.tools.length > 0 && { tools: attempt.tools }),
    },
    { role: "agent", promptVersion: agentRole.version, step },
  );
  if (!outcome.ok && outcome.code === "context_overflow") {
    const diagnosis = `The conversation no longer fits the model: ${outcome.message}`;
    return failedAttempt(context, { code: "error", diagnosis, verification: false });
  }
  if (!outcome.ok) return infrastructureFailure(context, outcome);
  addTurn(context, attempt, outcome.response, startedAtMs);
  const move = next(attempt.trajectory);
  const reports: Report[] = [stepReport(context, attempt, move.do === "run_calls" ? "open" : "seen")];
  if (move.do === "finish") return endOfAttempt(context, attempt, move.outcome, reports);
  await context.commit(reports);
  return;
}

function addTurn(
  context: EffectContext,
  attempt: Attempt,
  response: ModelResponse,
  startedAtMs: number,
): void {
  const { toolCalls, verbatim, latencyMs } = response;
  const argumentProblems = toolCalls.map(({ tool, args }) =>
    args === undefined ? undefined : context.tools.checkArguments(tool, args),
  );
  attempt.trajectory = withModelTurn(attempt.trajectory, {
    ...response,
    argumentProblems,
    startedAtMs,
    latencyMs,
  });
  attempt.verbatim.push(verbatim);
}
