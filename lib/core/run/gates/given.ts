import type { GivenReview } from "../events/mission";
import type { RunState, TaskState } from "../state";

/**
 * The answer that came with the run for this task (docs/engine.md, "Answers given in advance"). It serves the first
 * attempt as it was first asked, in a fork the one that it begins with: what comes later was not foreseen.
 */
export function givenAnswerFor({ givenReviews }: RunState, task: TaskState): GivenReview | undefined {
  const given = givenReviews && Object.hasOwn(givenReviews, task.id) ? givenReviews[task.id] : undefined;
  const { attempt = 1, askedAgain } = given?.serves ?? {};
  return task.attempt <= attempt && task.askedAgain === askedAgain ? given : undefined;
}
