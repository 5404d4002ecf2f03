import type { OfferedPlan } from "../commands";
import { type DraftEvent, draft } from "../events";
import type { IterationState, RunState } from "../state";
import { adoptDraft } from "./create";
import { finishRun } from "./finish";
import { candidateOf, startOrAsk } from "./plan-gate";
import { tailIssue } from "./tail-issue";

/** The plan of an iteration is a version whose new tasks come behind what has ended. */
export function decideIterationDrafted(
  state: RunState,
  iteration: IterationState,
  offered: OfferedPlan,
  key: string,
  now: number,
): DraftEvent[] {
  const issue = unusable(state, offered);
  if (issue !== undefined) {
    const issues = [{ code: "invalid_plan", message: issue }];
    return [draft("plan_rejected", { issues }, key), ...endIteration(state, iteration, issue, now)];
  }
  const { number, reason } = iteration;
  const words = state.planFeedback === undefined ? reason : `changed as asked: ${state.planFeedback}`;
  const cause = `iteration ${number}: ${words}`;
  const adopted = adoptDraft(state, offered, { origin: "iteration", cause, author: "planner", key });
  const { settings } = state;
  return [...adopted, ...startOrAsk(state, settings, candidateOf(state, offered), settings.planApproval)];
}

function unusable(state: RunState, { digest, patch }: OfferedPlan): string | undefined {
  const triedIn = state.planDigests[digest];
  if (triedIn !== undefined) return `This is the plan of version ${triedIn} again.`;
  return tailIssue(state, patch)?.message;
}

/** An iteration that cannot be planned ends the run with the last good answer and what went wrong. */
export function endIteration(
  state: RunState,
  iteration: IterationState,
  why: string,
  now: number,
): DraftEvent[] {
  const message = `Iteration ${iteration.number} could not be planned: ${why}`;
  return finishRun(state, "completed_early", now, { message });
}
