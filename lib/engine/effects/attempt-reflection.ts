import { critique as critiqueRole } from "@/lib/agents/critique";
import { reflectionOfAgent } from "@/lib/core/plan/read-reflection";
import {
  nextReflection,
  type ReflectionMove,
  type ReflectionSettings,
  type Stop,
} from "@/lib/core/reflection";
import { truncateAnswerCritique } from "@/lib/core/run/keep-answer-critique";
import type { Accept, Stopped } from "@/lib/core/run/reflections";
import { type AnswerGiven, answersOf, withCritique } from "@/lib/core/trajectory";
import { callRole } from "../call-role";
import type { Attempt } from "./attempt";
import { budgetError } from "./attempt-budgets";
import { hasPendingMessages } from "./attempt-steering";
import { critiqueInput } from "./critique-input";
import type { EffectContext, Report } from "./effect";
import { reflectionStop } from "./reflection-failure";
import { critiqueReport, reflectedReport } from "./reflection-reports";
import { runTrajectory, type TrajectoryEnd, type Turns } from "./trajectory-loop";
import { taskIn } from "./work";

/**
 * The loop of an agent whose plan wants its answers criticised: each answer is scored, and one below the threshold is
 * followed by further turns, with tools if need be. A critique is committed before the next turn begins, so a crash
 * repeats one call at most (docs/agents.md, "Answer reflection").
 */
export async function runReflected(
  context: EffectContext,
  attempt: Attempt,
  turns: Turns,
): Promise<TrajectoryEnd> {
  const settings = reflectionOfAgent(attempt.work.agent);
  for (;;) {
    const end = await runTrajectory(context, attempt, turns);
    if (!settings) return end;
    const judged = await afterAnswer(context, attempt, settings, end);
    if (judged) return judged;
  }
}

/** What becomes of the end of the loop; undefined when the agent is to go on with what its critic said. */
async function afterAnswer(
  context: EffectContext,
  attempt: Attempt,
  settings: ReflectionSettings,
  end: TrajectoryEnd,
): Promise<TrajectoryEnd | undefined> {
  const failed = failureIn(end);
  if (failed) return fallBackToBest(context, attempt, settings, failed, end);
  if ("ending" in end) return end;
  if (end.before.length > 0) await context.commit(end.before);
  context.signal.throwIfAborted();
  const settled = alreadyAccepted(context, attempt);
  if (settled) return settled;
  const move = nextMove(attempt, settings);
  if (move.do === "accept") return accepted(context, attempt, settings, move);
  if (move.do === "revise") return outOfTurns(context, attempt, settings);
  if (context.stopReason() !== undefined) return { ending: null };
  return criticise(context, attempt, settings);
}

/** The answer that was accepted already, when only what follows has to be done again. */
function alreadyAccepted(context: EffectContext, { trajectory }: Attempt): TrajectoryEnd | undefined {
  const { outcome, step } = taskIn(context.state(), context.taskId).attempts.at(-1)?.reflection ?? {};
  const kept = outcome && answersOf(trajectory).find((one) => one.step === step);
  return kept && { outcome: { reason: "answer_complete", answer: kept.answer }, before: [] };
}

async function criticise(
  context: EffectContext,
  attempt: Attempt,
  settings: ReflectionSettings,
): Promise<TrajectoryEnd | undefined> {
  const { model } = settings;
  const answer = await callRole(
    withBudget(context, attempt),
    critiqueRole,
    critiqueInput(context, attempt, settings),
    {
      advisory: true,
      step: attempt.trajectory.steps.length,
      ...(model !== undefined && { agentModelId: model }),
    },
  );
  context.signal.throwIfAborted();
  if (!answer.ok) return accepted(context, attempt, settings, reflectionStop(answer, "critique_failed"));
  const storedCritique = truncateAnswerCritique(answer.value);
  const judged = withCritique(attempt.trajectory, storedCritique);
  const move = nextMove({ trajectory: judged }, settings);
  const mayRevise = move.do === "revise" && turnsLeft(attempt);
  attempt.trajectory = mayRevise ? withCritique(judged, { ...storedCritique, revise: true }) : judged;
  await context.commit([critiqueReport(context, attempt, settings)]);
  context.signal.throwIfAborted();
  if (mayRevise) return;
  return move.do === "accept"
    ? accepted(context, attempt, settings, move)
    : outOfTurns(context, attempt, settings);
}

/** The critic's calls count among the attempt's own. */
function withBudget(context: EffectContext, attempt: Attempt): EffectContext {
  if (attempt.trajectory.constraints.costBudgetMicroUsd === undefined) return context;
  return { ...context, attemptBudget: (costMicroUsd) => budgetError(context, attempt, costMicroUsd) };
}

const turnsLeft = ({ trajectory: { steps, constraints } }: Pick<Attempt, "trajectory">): boolean =>
  steps.length < constraints.maxTurns;

function outOfTurns(context: EffectContext, attempt: Attempt, settings: ReflectionSettings): TrajectoryEnd {
  const { maxTurns } = attempt.trajectory.constraints;
  const reason = `The agent has no turns left to revise its answer (maxTurns ${maxTurns}).`;
  return accepted(context, attempt, settings, { stopped: "budget", reason });
}

/** An attempt that fails while it revises keeps the best answer that it has given, unless people have said more. */
function fallBackToBest(
  context: EffectContext,
  attempt: Attempt,
  settings: ReflectionSettings,
  failed: Stopped,
  end: TrajectoryEnd,
): TrajectoryEnd {
  const scored = answersOf(attempt.trajectory).some(({ critique }) => critique);
  if (!scored || hasPendingMessages(context, attempt)) return end;
  const before = "ending" in end ? [] : end.before;
  return accepted(context, attempt, settings, failed, before);
}

/** Why the loop has ended without an answer; undefined where it has one, or has not ended. */
function failureIn(end: TrajectoryEnd): Stopped | undefined {
  if ("outcome" in end) {
    const { outcome } = end;
    if (outcome.reason === "answer_complete") return;
    return {
      stopped: outcome.reason === "invalid_actions" ? "revision_failed" : "budget",
      reason: outcome.message,
    };
  }
  for (const { command } of end.ending ?? []) {
    if (command.type !== "attempt_failed") continue;
    const spent = command.code === "timeout" || command.code === "budget_exhausted";
    return { stopped: spent ? "budget" : "revision_failed", reason: command.diagnosis };
  }
  return;
}

function nextMove(
  { trajectory }: Pick<Attempt, "trajectory">,
  settings: ReflectionSettings,
  stopped?: Stop,
): ReflectionMove {
  const { threshold, maxRevisions } = settings;
  const scores = answersOf(trajectory).map(({ critique }) => critique?.score);
  return nextReflection({ scores, threshold, maxRevisions, stopped });
}

/** The attempt's answer, with what became of it. */
function accepted(
  context: EffectContext,
  attempt: Attempt,
  settings: ReflectionSettings,
  why: Accept | Stopped,
  before: Report[] = [],
): TrajectoryEnd {
  const stop = "stopped" in why ? why : undefined;
  const move = stop ? (nextMove(attempt, settings, stop.stopped) as Accept) : (why as Accept);
  const answers = answersOf(attempt.trajectory);
  const kept = answers[move.answer] as AnswerGiven;
  const report = reflectedReport(context, settings, { move, answers, ...(stop && { stop }) });
  return { outcome: { reason: "answer_complete", answer: kept.answer }, before: [...before, report] };
}
