import type { GivenReview } from "../events/mission";
import type { RunState, TaskState } from "../state";

/**
 * The answer that came with the run for this task (docs/engine.md, "Answers given in advance"). It serves the first
 * attempt as it was first asked: what comes later was not foreseen by the one who gave it.
 */
export function givenAnswerFor({ givenReviews }: RunState, task: TaskState): GivenReview | undefined {
  if (task.attempt > 1 || task.askedAgain !== undefined || !givenReviews) return;
  return Object.hasOwn(givenReviews, task.id) ? givenReviews[task.id] : undefined;
}
