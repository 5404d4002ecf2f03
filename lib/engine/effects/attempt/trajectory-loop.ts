import {
  type Call,
  isOpen,
  type Next,
  type NextFacts,
  next,
  type Step,
  stoppedOutcome,
  type TrajectoryOutcome,
  withChunks,
  withObservation,
  withWaiting,
} from "@/lib/core/trajectory";
import type { EffectContext, Ending, Report } from "../effect";
import { failedAttempt } from "../failures";
import { openCallOutputs } from "../tools/call-output";
import { joinCallOf, joinProblem } from "../tools/join-call";
import { questionsReport } from "../tools/questions";
import { ruleOnCalls } from "../tools/rule-on-calls";
import { runCalls } from "../tools/run-calls";
import type { Attempt } from "./attempt";
import { attemptCost, budgetError, isBudgetError, maxParallelOf } from "./budgets";
import { compress } from "./compress";
import { startAttemptDeadline } from "./deadline";
import { stepReport } from "./step-report";

/** How a trajectory ends: with an outcome and what is to be committed with it, or with the end of its effect. */
export type TrajectoryEnd = { outcome: TrajectoryOutcome; before: Report[] } | { ending: Ending };

/** Finds out what comes next, adds it to the trajectory and commits it; undefined to go on. */
type TakeTurn = (
  context: EffectContext,
  attempt: Attempt,
  step: number,
) => Promise<TrajectoryEnd | undefined>;

/** `factsOf` says what limits the next call, beside the attempt's time. */
export type Turns = {
  takeTurn: TakeTurn;
  factsOf?: (context: EffectContext, attempt: Attempt) => NextFacts;
};

/**
 * The loop of lib/core/trajectory within the attempt's time, each step committed before the next begins, so that a
 * crash repeats at most the call in flight (docs/engine.md, "Attempts").
 */
export async function runTrajectory(
  context: EffectContext,
  attempt: Attempt,
  { takeTurn, factsOf }: Turns,
): Promise<TrajectoryEnd> {
  const deadline = startAttemptDeadline(context, attempt);
  const hasBudget = attempt.trajectory.constraints.costBudgetMicroUsd !== undefined;
  const attemptBudget = (costMicroUsd: number) => budgetError(context, attempt, costMicroUsd);
  try {
    const bounded = {
      ...context,
      signal: deadline.signal,
      time: deadline,
      ...(hasBudget && { attemptBudget, attemptCost: () => attemptCost(context, attempt) }),
    };
    const facts = () => ({ ...factsOf?.(context, attempt), workedMs: deadline.workedMs() });
    return await loop(bounded, attempt, takeTurn, facts);
  } catch (thrown) {
    if (isBudgetError(thrown))
      return { outcome: stoppedOutcome(attempt.trajectory, thrown.exceeded), before: [] };
    if (context.signal.aborted) throw thrown;
    const fault = deadline.fault();
    if (fault) throw fault.thrown;
    if (!deadline.isExpired()) throw thrown;
    const { timeoutMs } = deadline;
    const { deadlineMs = 0 } = attempt.trajectory.constraints;
    const move = next(attempt.trajectory, { workedMs: deadline.isAgentExpired() ? deadlineMs : 0 });
    if (move.do === "finish") return { outcome: move.outcome, before: [] };
    const diagnosis = { code: "attempt_timeout", timeoutMs } as const;
    return { ending: failedAttempt(context, { code: "timeout", diagnosis }) };
  } finally {
    deadline.stop();
  }
}

async function loop(
  context: EffectContext,
  attempt: Attempt,
  takeTurn: TakeTurn,
  factsNow: () => NextFacts,
): Promise<TrajectoryEnd> {
  for (;;) {
    const move = next(attempt.trajectory, factsNow());
    if (move.do === "finish") return { outcome: move.outcome, before: [] };
    if (move.do === "wait") throw new Error("A step that waits for people is no longer at work");
    if (context.stopReason() !== undefined) return { ending: null };
    if (move.do === "compress") {
      await compress(context, attempt, move.maxInputTokens);
      continue;
    }
    if (move.do === "call_model") {
      const end = await takeTurn(context, attempt, move.step);
      if (end !== undefined) return end;
      continue;
    }
    const end = await runStepCalls(context, attempt, move);
    if (end !== undefined) return end;
  }
}

type CallsMove = Extract<Next, { do: "run_calls" | "run_join" }>;

/** Runs what a step calls. While it stays open, its calls' own rows tell what came of them. */
async function runStepCalls(
  context: EffectContext,
  attempt: Attempt,
  move: CallsMove,
): Promise<TrajectoryEnd | undefined> {
  const join = move.do === "run_join" ? await joinCallOf(context, lastStep(attempt)) : undefined;
  const problem = join && joinProblem(context, join);
  if (problem) {
    attempt.trajectory = withObservation(attempt.trajectory, [problem]);
    await context.commit([stepReport(context, attempt, "seen")]);
    return;
  }
  const plan = await ruleOnCalls(
    context,
    attempt,
    move.step,
    move.do === "run_join" ? [join as Call] : move.calls,
  );
  const startedMs = context.clock.nowMs();
  const outputs = openCallOutputs(context, move.step);
  const maxParallel = maxParallelOf(attempt.work.agent);
  const result = await runCalls(context, plan, { maxParallel, outputs }).finally(outputs.end);
  const { branches, last, unknown, paused, refused } = result;
  attempt.trajectory = withChunks(attempt.trajectory, outputs.chunks());
  attempt.trajectory = withObservation(attempt.trajectory, branches, context.clock.nowMs() - startedMs);
  for (const { row } of unknown) attempt.unfinished.set(row.callId, row);
  const asks = [...plan.questions, ...paused];
  // Calls that were refused their start are ruled again first, so that what they ask is asked with the others.
  if (asks.length > 0 && refused === 0) {
    const asked = asks.map(({ ask }) => ask.callId);
    attempt.trajectory = withWaiting(attempt.trajectory, asked);
    await context.commit([...last, stepReport(context, attempt, "waiting")]);
    context.signal.throwIfAborted();
    return { ending: [questionsReport(context, move.step, asks)] };
  }
  // Calls whose end is unknown are ruled as if their worker had been lost.
  if (!isOpen(lastStep(attempt))) last.push(stepReport(context, attempt, "seen"));
  if (last.length > 0) await context.commit(last);
  context.signal.throwIfAborted();
  return;
}

const lastStep = ({ trajectory }: Attempt): Step => trajectory.steps.at(-1) as Step;
