import type { ReflectionSettings } from "./settings";

/** Why no more is critiqued or revised, although the last answer has not passed. */
export const STOPS = ["critique_failed", "revision_failed", "budget"] as const;
export type Stop = (typeof STOPS)[number];

/**
 * How an answer stands in the end: it reached the threshold; it was revised as often as allowed and is still below;
 * it is below and could not be revised that often; or nobody has scored it.
 */
export const REFLECTION_OUTCOMES = ["passed", "requires_followup", "unrevised", "not_critiqued"] as const;
export type ReflectionOutcome = (typeof REFLECTION_OUTCOMES)[number];

/** What has happened so far: the score of each answer in order (none where it has not been critiqued). */
export type ReflectionFacts = Pick<ReflectionSettings, "threshold" | "maxRevisions"> & {
  scores: readonly (number | undefined)[];
  stopped?: Stop | undefined;
};

/** `answer` counts from 0. */
export type ReflectionMove =
  | { do: "critique"; answer: number }
  /** Write another answer than this one; `revision` counts from 1. */
  | { do: "revise"; answer: number; revision: number }
  | { do: "accept"; answer: number; outcome: ReflectionOutcome; score?: number };

/** An answer passes by its score alone, whatever its critic says as well. */
export const passes = (score: number, threshold: number): boolean => score >= threshold;

/**
 * What comes next for an answer that is to be critiqued: pure, so it is the same after a crash (docs/agents.md, "Answer
 * reflection"). There has to be one answer at least.
 */
export function nextReflection({
  scores,
  threshold,
  maxRevisions,
  stopped,
}: ReflectionFacts): ReflectionMove {
  const answer = scores.length - 1;
  const score = scores[answer];
  if (score === undefined) {
    if (stopped === undefined) return { do: "critique", answer };
    return { do: "accept", answer, outcome: "not_critiqued" };
  }
  if (passes(score, threshold)) return { do: "accept", answer, outcome: "passed", score };
  if (stopped === undefined && answer < maxRevisions) return { do: "revise", answer, revision: answer + 1 };
  const best = bestOf(scores);
  const outcome = stopped === undefined ? "requires_followup" : "unrevised";
  return { do: "accept", ...best, outcome };
}

/** The answer with the highest score; of equals the latest, which has heard the most. */
function bestOf(scores: readonly (number | undefined)[]): { answer: number; score: number } {
  let best = { answer: 0, score: -1 };
  for (const [answer, score] of scores.entries()) {
    if (score !== undefined && score >= best.score) best = { answer, score };
  }
  return best;
}
