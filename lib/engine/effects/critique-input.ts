import type { CritiqueInput, TrajectoryLine } from "@/lib/agents/types";
import type { ReflectionSettings } from "@/lib/core/reflection";
import { type AnswerGiven, answersOf, type Step } from "@/lib/core/trajectory";
import type { Attempt } from "./attempt";
import { shownSteps } from "./compress-input";
import type { EffectContext } from "./effect";
import { inputText } from "./work";

/** Characters of an agent's steps that its critic reads; the latest are the ones that count. */
const TRAJECTORY_CHARS = 60_000;

/** What the critic of an agent's last answer reads. */
export function critiqueInput(
  context: EffectContext,
  attempt: Attempt,
  { criteria }: Pick<ReflectionSettings, "criteria">,
): CritiqueInput {
  const { trajectory, work } = attempt;
  const { id, title, details } = work.task;
  const { answer } = answersOf(trajectory).at(-1) as AnswerGiven;
  return {
    mission: context.state().mission,
    criteria,
    answer,
    task: { id, title, details, input: inputText(work.input) },
    trajectory: shownTrajectory(trajectory.steps.slice(0, -1)),
  };
}

function shownTrajectory(steps: readonly Step[]): TrajectoryLine[] {
  const lines = shownSteps(steps);
  let chars = 0;
  const firstLeftOut = lines.findLastIndex((line) => {
    chars += JSON.stringify(line).length;
    return chars > TRAJECTORY_CHARS;
  });
  const kept = lines.slice(firstLeftOut + 1);
  return kept.length === lines.length ? kept : [{ omitted: lines.length - kept.length }, ...kept];
}
