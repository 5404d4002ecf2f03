import type { Decision } from "../../plan/schema";
import type { WorkerCommand } from "../commands";
import type { DraftEvent } from "../events";
import type { GivenReview } from "../events/mission";
import { letsPass } from "../gate-rules";
import type { RunState, TaskState } from "../state";
import { expectedTask, lateResult } from "./late";
import { applyDecision, propose } from "./reviews";

/**
 * The answer that came with the run for this task (docs/engine.md, "Answers given in advance"). It serves the first
 * attempt as it was first asked: what comes later was not foreseen by whoever gave it.
 */
export function givenFor({ givenReviews }: RunState, task: TaskState): GivenReview | undefined {
  if (task.attempt > 1 || task.askedAnew !== undefined || !givenReviews) return;
  return Object.hasOwn(givenReviews, task.id) ? givenReviews[task.id] : undefined;
}

export const givenWords = (given: GivenReview): string => given.reason ?? "given with the run";

/** A decision given in advance is applied; where people have to look at it, it is only proposed to them. */
export function decideReviewGiven(
  state: RunState,
  command: Extract<WorkerCommand, { type: "review_given" }>,
  now: number,
): DraftEvent[] {
  const task = expectedTask(state, command);
  const given = task && givenFor(state, task);
  if (!given) return lateResult(command.key, command.type);
  const decision = given.verb as Decision;
  const reasoning = givenWords(given);
  const seen = task.spec.review?.requiresHumanApproval === true || state.settings.fourEyes;
  if (seen && letsPass(decision)) {
    const proposal = { decision, reasoning, answers: [], reviewer: "given with the run" };
    return propose(state, task, { proposal, key: command.key, byPerson: true }, now);
  }
  return applyDecision(
    state,
    task,
    { decision, reasoning, provenance: "session_rule", key: command.key },
    now,
  );
}
