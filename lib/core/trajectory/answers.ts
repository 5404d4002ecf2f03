import type { Json } from "../json";
import type { StepCritique, Trajectory } from "./types";

/** An answer that the agent has given, and what its critic made of it. */
export type AnswerGiven = { step: number; answer: Json; critique?: StepCritique };

/**
 * The answers of a trajectory that may stand, oldest first: those that were given before people said something more are
 * not among them, since they have not heard it (docs/agents.md, "Answer reflection").
 */
export function answersOf({ steps }: Pick<Trajectory, "steps">): AnswerGiven[] {
  const from = steps.findLastIndex(({ steering = [] }) => steering.length > 0);
  return steps.slice(Math.max(0, from)).flatMap(({ step, action, error, critique }): AnswerGiven[] => {
    if (action.type !== "finish" || error !== undefined) return [];
    return [{ step, answer: action.answer, ...(critique && { critique }) }];
  });
}

/** The trajectory with a critic's word on its last answer. */
export function withCritique(trajectory: Trajectory, critique: StepCritique): Trajectory {
  const steps = trajectory.steps.map((step, index) =>
    index === trajectory.steps.length - 1 ? { ...step, critique } : step,
  );
  return { ...trajectory, steps };
}

/** Is there an answer to fall back on, while the agent works on a better one? */
export const isRevising = (trajectory: Pick<Trajectory, "steps">): boolean =>
  answersOf(trajectory).some(({ critique }) => critique?.revise === true);
