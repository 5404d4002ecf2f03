import { passes, type ReflectionSettings } from "@/lib/core/reflection";
import { type Accept, acceptedFacts, type Stopped } from "@/lib/core/run/reflections";
import { type AnswerGiven, answersOf } from "@/lib/core/trajectory";
import type { Attempt } from "./attempt";
import { stepRow } from "./attempt-steps";
import type { EffectContext, Report } from "./effect";

type Settings = Pick<ReflectionSettings, "threshold">;

/** How an agent's answer came to stand. */
export function reflectedReport(
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
export function critiqueReport(context: EffectContext, attempt: Attempt, { threshold }: Settings): Report {
  const { key, taskId } = context;
  const answers = answersOf(attempt.trajectory);
  const { step, critique } = answers.at(-1) as AnswerGiven & Required<Pick<AnswerGiven, "critique">>;
  const { revise: _revise, ...said } = critique;
  const facts = { revisions: answers.length - 1, threshold, passed: passes(said.score, threshold) };
  return {
    suffix: `critique${step}`,
    command: { type: "attempt_critiqued", key, taskId, attempt: context.attempt, step, ...said, ...facts },
    rows: { steps: [stepRow(context, attempt)] },
  };
}
