import { digestOf } from "../../bytes";
import { getOwn } from "../../own";
import { planInForce, releaseDigest, releasedBy } from "../controls/release/release";
import { workUpTo } from "../controls/work";
import type { KeptReview, RunState, TaskState } from "../state";

/**
 * The answer that came with the run for this task (docs/engine.md, "Answers given in advance"). It serves the first
 * attempt as it was first asked, in a fork the one that it begins with, and the question that it was given to: what
 * comes later was not foreseen.
 */
export function givenAnswerFor(state: RunState, task: TaskState): KeptReview | undefined {
  const given = keptFor(state, task.id);
  const { attempt = 1, askedAgain } = given?.serves ?? {};
  if (task.attempt > attempt || task.askedAgain !== askedAgain) return;
  return given?.question === questionOf(state, task) ? given : undefined;
}

/** Binds answers to what they are given to: the question of their task and its release in the first plan that has it. */
export function bindGivenReviews(state: RunState): void {
  for (const taskId of state.givenReviews ? state.order : []) {
    const given = keptFor(state, taskId);
    const task = getOwn(state.tasks, taskId);
    if (given && task) given.question ??= questionOf(state, task);
  }
}

const keptFor = ({ givenReviews }: RunState, taskId: string): KeptReview | undefined =>
  givenReviews && getOwn(givenReviews, taskId);

/**
 * Names what is asked, after what work, and all that its passing sets free; what of that has ended makes no difference, nor
 * which other answers are given: each is for what stands behind its own question.
 */
function questionOf(state: RunState, { id, spec }: TaskState): string {
  const plan = {
    ...planInForce(state),
    ended: new Set<string>(),
    over: new Set<string>(),
    answered: undefined,
  };
  const leading = workUpTo(plan.tasks).get(id) ?? null;
  return digestOf([spec.title, leading, releaseDigest(plan, releasedBy(plan, id))]);
}
