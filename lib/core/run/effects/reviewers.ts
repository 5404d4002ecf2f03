import type { Decision } from "../../plan/schema";
import type { StoredTask } from "../../plan/stored";
import type { Proposal } from "../events/reviews";
import type { Effect, RunState, TaskState } from "../state";
import { taskEffect } from "./task-effect";

type Work = Exclude<Effect, { kind: "wake" }>;

/** Who reviews, each once, in the order of the plan; nobody when the plan leaves it to the one reviewer there always is. */
export function reviewersOf({ review }: Pick<StoredTask, "review">): string[] {
  return [...new Set(review?.reviewers ?? [])];
}

/** The votes so far with one more, in the order in which the plan names the reviewers, no matter who was first. */
export function withVote<V extends { reviewer: string }>(
  { spec, votes = [] }: { spec: StoredTask; votes?: V[] },
  vote: V,
): V[] {
  const all = [...votes, vote];
  return reviewersOf(spec).flatMap((name) => all.find(({ reviewer }) => reviewer === name) ?? []);
}

/** True for a review that several decide by their votes. */
export const isVotedOn = (spec: StoredTask): boolean =>
  spec.type === "planning_review" && reviewersOf(spec).length > 1;

/**
 * What a task's current (or first) attempt needs: one effect, or one for each of several reviewers who has not voted.
 * Each asks its model apart, so that a crash, a failure or a spent budget costs no vote but its own.
 */
export function taskEffects(state: RunState, task: TaskState): Work[] {
  const effect = taskEffect(state, task);
  if (!isVotedOn(task.spec)) return [effect];
  const voted = new Set(task.votes?.map(({ reviewer }) => reviewer));
  return reviewersOf(task.spec).flatMap((reviewer, index) =>
    voted.has(reviewer) ? [] : [{ ...effect, key: `${effect.key}.${index + 1}` }],
  );
}

/** The reviewer whom an effect of this task asks; undefined when the plan names none. */
export function reviewerOf(spec: StoredTask, key: string): string | undefined {
  const index = isVotedOn(spec) ? Number(key.slice(key.lastIndexOf(".") + 1)) - 1 : 0;
  return reviewersOf(spec)[index];
}

/** The proposal of this decision: the one put forward, else that of the first reviewer who voted so. */
export function proposalOf(
  { proposal, votes = [] }: { proposal?: Proposal | undefined; votes?: { proposal?: Proposal }[] },
  decision: Decision,
): Proposal | undefined {
  const all = [proposal, ...votes.map((vote) => vote.proposal)];
  return all.find((one) => one?.decision === decision);
}
