import { nextReflection, type ReflectionMove, type Stop } from "../reflection";
import type { ReflectionState, RunState } from "./state";

/** The reflection of the final answer that goes on; undefined where none does, or it has ended. */
export function openReflection({ reflection }: Readonly<RunState>): ReflectionState | undefined {
  return reflection?.accepted ? undefined : reflection;
}

/** What comes next for these answers, by the run's settings. */
export function nextOfReflection(
  { settings }: Readonly<RunState>,
  { answers }: Pick<ReflectionState, "answers">,
  stopped?: Stop,
): ReflectionMove {
  const { threshold, maxRevisions } = settings.reflection;
  const scores = answers.map(({ critique }) => critique?.score);
  return nextReflection({ scores, threshold, maxRevisions, stopped });
}
