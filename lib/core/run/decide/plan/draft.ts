import { formatReason } from "../../../describe/reason";
import type { OfferedPlan, WorkerCommand } from "../../commands";
import { type DraftEvent, draft } from "../../events";
import type { Reason, SimpleReason } from "../../events/reason";
import { issueReason } from "../../reasons";
import type { IterationState, RunState } from "../../state";
import { submitAnswer } from "../answer";
import { adoptDraft } from "../create";
import { finishRun } from "../finish";
import { candidateOf, startOrAsk } from "../gates/plan";
import { lateResult } from "../late-results";
import { tailIssue } from "./tail-issue";

type Report<T extends WorkerCommand["type"]> = Extract<WorkerCommand, { type: T }>;

export function decidePlanDrafted(
  state: RunState,
  command: Report<"plan_drafted">,
  now: number,
): DraftEvent[] {
  if (!state.inFlight[command.key]) return lateResult(command.key, command.type);
  const { plan, key } = command;
  if (state.iteration) return decideIterationDrafted(state, state.iteration, plan, key, now);
  const { planFeedback: changes } = state;
  const cause: Reason =
    changes === undefined
      ? { code: "plan_drafted" }
      : { code: "changes_requested", text: changes.slice(0, 1_000) };
  const adopted = adoptDraft(state, plan, { origin: "planner", cause, author: "planner", key });
  const { settings } = state;
  return [...adopted, ...startOrAsk(state, settings, candidateOf(state, plan), settings.planApproval)];
}

/** The model critic has looked at the plan that came with the run. */
export function decidePlanJudged(state: RunState, command: Report<"plan_judged">): DraftEvent[] {
  if (!state.inFlight[command.key]) return lateResult(command.key, command.type);
  const { critique, key } = command;
  const { settings, planVersion: version, planTitle: title, planDigest: digest, order } = state;
  const judged = { version, title, digest, taskCount: order.length, critique };
  return [draft("plan_critiqued", { ...critique, version }, key), ...startOrAsk(state, settings, judged)];
}

/** The planner's plan had errors, and still had them after they were shown to it. */
export function decidePlanRefused(
  state: RunState,
  command: Report<"plan_refused">,
  now: number,
): DraftEvent[] {
  if (!state.inFlight[command.key]) return lateResult(command.key, command.type);
  const issues = command.issues.slice(0, 20);
  const rejected = draft("plan_rejected", { issues }, command.key);
  const cause = issueReason(issues);
  if (state.iteration) return [rejected, ...endIteration(state, state.iteration, cause, now)];
  const because = [{ code: "plan_refused", cause } as const];
  return [rejected, ...finishRun(state, "plan_rejected", now, { because })];
}

export function decideAnswerReady(
  state: RunState,
  command: Report<"answer_ready">,
  now: number,
): DraftEvent[] {
  if (!state.inFlight[command.key]) return lateResult(command.key, command.type);
  const { key, value, byRule = false } = command;
  return submitAnswer(state, value, now, { key, byRule });
}

/** The plan of an iteration is a version whose new tasks come behind what has ended. */
function decideIterationDrafted(
  state: RunState,
  iteration: IterationState,
  offered: OfferedPlan,
  key: string,
  now: number,
): DraftEvent[] {
  const refusal = unusable(state, offered);
  if (refusal) {
    const issues = [{ code: "invalid_plan", message: formatReason(refusal) }];
    return [draft("plan_rejected", { issues }, key), ...endIteration(state, iteration, refusal, now)];
  }
  const { number, reason: text } = iteration;
  const { planFeedback: changes, settings } = state;
  const cause: Reason = { code: "iteration", number, text, ...(changes !== undefined && { changes }) };
  const adopted = adoptDraft(state, offered, { origin: "iteration", cause, author: "planner", key });
  return [...adopted, ...startOrAsk(state, settings, candidateOf(state, offered), settings.planApproval)];
}

function unusable(state: RunState, { digest, patch }: OfferedPlan): SimpleReason | undefined {
  const triedIn = state.planDigests[digest];
  if (triedIn !== undefined) return { code: "plan_repeated", planVersion: triedIn };
  const issue = tailIssue(state, patch);
  return issue && issueReason([issue]);
}

/** An iteration that cannot be planned ends the run with the last good answer and what went wrong. */
export function endIteration(
  state: RunState,
  iteration: IterationState,
  cause: SimpleReason,
  now: number,
): DraftEvent[] {
  const because = [{ code: "iteration_unplanned", number: iteration.number, cause } as const];
  return finishRun(state, "completed_early", now, { because });
}
