import type { AnswerCritique } from "../reflection/critique";
import { nextReflection, type ReflectionMove, type Stop } from "../reflection/next";
import { clarifyingQuestions } from "../reflection/questions";
import type { Reason } from "./events/reason";
import type { Accepted, ReflectionState, RunState } from "./state";

/** The reflection of the final answer that continues; undefined where none does, or it has ended. */
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

/** The end of a reflection, and why it went no further than that. */
export type Accept = Extract<ReflectionMove, { do: "accept" }>;
export type Stopped = { stopped: Stop; reason: Reason };

/** How one of these answers came to stand, as events tell it; one that is below its threshold leaves questions open. */
export function acceptedFacts(
  { answer: kept, outcome, score }: Accept,
  answers: readonly { critique?: AnswerCritique }[],
  threshold: number,
  stop?: Stopped,
): Accepted {
  const critique = answers[kept]?.critique;
  const below = outcome === "requires_followup" || outcome === "unrevised";
  return {
    outcome,
    ...(score !== undefined && { score }),
    threshold,
    revisions: answers.length - 1,
    kept,
    ...(critique && { feedback: critique.feedback }),
    questions: critique && below ? clarifyingQuestions(critique) : [],
    ...(stop && { stopped: stop.stopped, reason: stop.reason }),
  };
}
