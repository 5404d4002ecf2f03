import { type CritiqueInput, critique as critiqueRole } from "@/lib/agents/critique";
import { reflectionOfAgent } from "@/lib/core/plan/read/reflection";
import {
  nextReflection,
  passes,
  type ReflectionMove,
  type ReflectionSettings,
  type Stop,
} from "@/lib/core/reflection";
import { type Accept, acceptedFacts, type Stopped } from "@/lib/core/run/reflections";
import { truncateAnswerCritique } from "@/lib/core/run/truncate/answer-critique";
import { type AnswerGiven, answersOf, withCritique } from "@/lib/core/trajectory";
import { callRole } from "../../model/call-role";
import { resultIn } from "../check-result";
import type { EffectContext, Report } from "../effect";
import { abstainedReason, reflectionStop, stopReason } from "../failures";
import { judgedWork } from "../given";
import { taskIn } from "../work";
import type { Attempt } from "./attempt";
import { hasPendingMessages } from "./attempt";
import { budgetError } from "./budgets";
import { stepRows } from "./step-report";
import { runTrajectory, type TrajectoryEnd, type Turns } from "./trajectory-loop";

type Settings = Pick<ReflectionSettings, "threshold">;

/**
 * The loop of an agent whose plan wants its answers critiqued: each answer is scored, and one below the threshold is
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

/** What becomes of the end of the loop; undefined when the agent is to continue with what its critic said. */
async function afterAnswer(
  context: EffectContext,
  attempt: Attempt,
  settings: ReflectionSettings,
  end: TrajectoryEnd,
): Promise<TrajectoryEnd | undefined> {
  const failed = failureIn(end);
  if (failed) return fallBackToBest(context, attempt, settings, failed, end);
  const abstained = abstentionIn(context, attempt, end);
  if (abstained) return fallBackToBest(context, withoutLastStep(attempt), settings, abstained, end);
  if ("ending" in end) return end;
  if (end.before.length > 0) await context.commit(end.before);
  context.signal.throwIfAborted();
  const settled = alreadyAccepted(context, attempt);
  if (settled) return settled;
  const move = nextMove(attempt, settings);
  if (move.do === "accept") return accepted(context, attempt, settings, move);
  if (move.do === "revise") return outOfTurns(context, attempt, settings);
  if (context.stopReason() !== undefined) return { ending: null };
  return critiqueAnswer(context, attempt, settings);
}

/** The answer that was accepted already, when only what follows has to be done again. */
function alreadyAccepted(context: EffectContext, { trajectory }: Attempt): TrajectoryEnd | undefined {
  const { outcome, step } = taskIn(context.state(), context.taskId).attempts.at(-1)?.reflection ?? {};
  const kept = outcome && answersOf(trajectory).find((one) => one.step === step);
  return kept && { outcome: { reason: "answer_complete", answer: kept.answer }, before: [] };
}

async function critiqueAnswer(
  context: EffectContext,
  attempt: Attempt,
  settings: ReflectionSettings,
): Promise<TrajectoryEnd | undefined> {
  const { model } = settings;
  const answer = await callRole(
    withBudget(context, attempt),
    critiqueRole,
    await critiqueInput(context, attempt, settings),
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
  const reason = { code: "out_of_turns", maxTurns } as const;
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
      reason: stopReason(outcome),
    };
  }
  for (const { command } of end.ending ?? []) {
    if (command.type !== "attempt_failed") continue;
    const spent = command.code === "timeout" || command.code === "budget_exhausted";
    return { stopped: spent ? "budget" : "revision_failed", reason: command.diagnosis };
  }
  return;
}

/** An answer that says why there can be none is not scored: a critic would ask for the result all the same. */
function abstentionIn(context: EffectContext, { work }: Attempt, end: TrajectoryEnd): Stopped | undefined {
  if (!("outcome" in end) || end.outcome.reason !== "answer_complete") return;
  const read = resultIn(context, work, end.outcome.answer);
  if (!read || read.ok || read.cannot === undefined) return;
  return { stopped: "revision_failed", reason: abstainedReason(read.cannot) };
}

const withoutLastStep = (attempt: Attempt): Attempt => ({
  ...attempt,
  trajectory: { ...attempt.trajectory, steps: attempt.trajectory.steps.slice(0, -1) },
});

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

/** How an agent's answer came to stand. */
function reflectedReport(
  { key, taskId, attempt }: EffectContext,
  { threshold }: Settings,
  { move, answers, stop }: { move: Accept; answers: AnswerGiven[]; stop?: Stopped },
): Report {
  const { step } = answers[move.answer] as AnswerGiven;
  const facts = acceptedFacts(move, answers, threshold, stop);
  return {
    suffix: "reflected",
    command: { type: "attempt_reflected", key, taskId, attempt, step, ...facts },
  };
}

/** The last answer's critique, with the step that holds it from now on. */
function critiqueReport(context: EffectContext, attempt: Attempt, { threshold }: Settings): Report {
  const { key, taskId } = context;
  const answers = answersOf(attempt.trajectory);
  const { step, critique } = answers.at(-1) as AnswerGiven & Required<Pick<AnswerGiven, "critique">>;
  const { revise: _revise, ...said } = critique;
  const facts = { revisions: answers.length - 1, threshold, passed: passes(said.score, threshold) };
  return {
    suffix: `critique${step}`,
    command: { type: "attempt_critiqued", key, taskId, attempt: context.attempt, step, ...said, ...facts },
    rows: stepRows(context, attempt),
  };
}

/** What the critic of an agent's last answer reads. */
async function critiqueInput(
  context: EffectContext,
  { trajectory, work }: Attempt,
  { criteria }: Pick<ReflectionSettings, "criteria">,
): Promise<CritiqueInput> {
  const [last, before] = answersOf(trajectory).toReversed() as [AnswerGiven, AnswerGiven?];
  const previous = before?.critique && { answer: before.answer, critique: before.critique };
  // Each has a block of its own; what people said before it has not.
  const answers = [last.step, ...(previous && before ? [before.step] : [])];
  const steps = trajectory.steps.flatMap((step) => {
    if (!answers.includes(step.step)) return step;
    return step.steering ? { ...step, thought: "" } : [];
  });
  return {
    mission: context.state().mission,
    criteria,
    answer: last.answer,
    about: await judgedWork(context, work, steps),
    previous,
  };
}
