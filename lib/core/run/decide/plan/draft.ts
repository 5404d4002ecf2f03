import { getOwn } from "../../../own";
import type { OfferedPlan, WorkerCommand } from "../../commands";
import { beyond } from "../../controls/release/facts";
import { asksBeforeChange } from "../../controls/release/settled";
import { type DraftEvent, draft } from "../../events";
import type { Reason, SimpleReason } from "../../events/reason";
import { issueReason, roundReason } from "../../reasons";
import type { IterationState, RunState } from "../../state";
import { submitAnswer } from "../answer";
import { adoptDraft } from "../create";
import { finishRun } from "../finish";
import { askAboutDraft, askToSettle, candidateInForce, candidateOf, startOrAsk } from "../gates/plan";
import { lateResult } from "../late-results";
import { offerVersion, weakenedByPlan, weakenedReason } from "./offer";
import { tailIssue } from "./tail-issue";

type Report<T extends WorkerCommand["type"]> = Extract<WorkerCommand, { type: T }>;

const MAX_ISSUES = 20;

export function decidePlanDrafted(
  state: RunState,
  command: Report<"plan_drafted">,
  now: number,
): DraftEvent[] {
  if (!getOwn(state.inFlight, command.key)) return lateResult(command.key, command.type);
  const { plan, key } = command;
  const { iteration } = state;
  const refusal = iteration && unusable(state, plan);
  if (refusal) {
    return [
      draft("plan_rejected", { issues: [], reason: refusal }, key),
      ...endIteration(state, iteration, refusal, now),
    ];
  }
  const weakened = weakenedByPlan(state, plan);
  const { unread, unpassable } = command;
  const open = [...(unread ?? []), ...(unpassable ?? [])];
  // Settling a draft is no time to weaken who has to answer; and what people let go of they are shown whole.
  if (open.length > 0 && (weakened.length > 0 || open.length > MAX_ISSUES))
    return decidePlanRefused(state, { type: "plan_refused", key, issues: open }, now);
  if (open.length > 0)
    return [
      ...adoptDraft(state, plan, { ...originOf(state), key }),
      askToSettle(state, candidateOf(state, plan), {
        ...(unread && { unread }),
        ...(unpassable && { unpassable }),
      }),
    ];
  if (weakened.length === 0) return takeDraft(state, plan, { key });
  const finding = weakenedReason(state, plan, weakened);
  if (state.redrafts?.refused.code !== finding.code) {
    return [draft("plan_rejected", { issues: [], again: finding }, key)];
  }
  if (state.settings.controls === "refuse") return declineDraft(state, finding, now, key);
  return offerVersion(state, plan, { weakened }, { ...originOf(state), key }, now);
}

/** The draft is the plan, and runs or is put before people; `waives` are the controls whose people let it pass. */
export function takeDraft(
  state: RunState,
  plan: OfferedPlan,
  how: { key?: string; waives?: string[] },
): DraftEvent[] {
  const { settings } = state;
  const adopted = adoptDraft(state, plan, { ...originOf(state), ...how });
  const asks = settings.planApproval || (state.iteration !== undefined && asksBeforeChange(state));
  return [...adopted, ...startOrAsk(state, candidateOf(state, plan), asks)];
}

/** Where a draft comes from, as far as the run has come. */
function originOf({ iteration, planFeedback, planRound }: RunState) {
  const changes = planFeedback?.slice(0, 1_000);
  if (iteration) {
    const { number, reason: text } = iteration;
    const cause: Reason = { code: "iteration", number, text, ...(changes && { changes }) };
    return { origin: "iteration", cause, author: "planner" } as const;
  }
  const cause: Reason =
    changes === undefined
      ? { code: "plan_drafted" }
      : planRound
        ? roundReason(planRound, changes, 1_000)
        : { code: "changes_requested", text: changes };
  return { origin: "planner", cause, author: "planner" } as const;
}

/** The draft before stays: an iteration comes to nothing, and a plan that does not run yet is asked about again. */
export function declineDraft(state: RunState, reason: SimpleReason, now: number, key?: string): DraftEvent[] {
  const { iteration, planVersion: version } = state;
  const declined = draft("plan_version_declined", { version: version + 1, reason }, key);
  if (iteration) return [declined, ...endIteration(state, iteration, reason, now)];
  return [declined, askAboutDraft(state)];
}

/** The model critic has looked at the plan that came with the run. */
export function decidePlanJudged(state: RunState, command: Report<"plan_judged">): DraftEvent[] {
  if (!getOwn(state.inFlight, command.key)) return lateResult(command.key, command.type);
  const { critique, key } = command;
  const judged = candidateInForce(state, critique);
  const critiqued = draft("plan_critiqued", { ...critique, version: judged.version }, key);
  return [critiqued, ...startOrAsk(state, judged)];
}

/** The planner's plan had errors, and still had them after they were shown to it. */
export function decidePlanRefused(
  state: RunState,
  command: Report<"plan_refused">,
  now: number,
): DraftEvent[] {
  if (!getOwn(state.inFlight, command.key)) return lateResult(command.key, command.type);
  const issues = command.issues.slice(0, MAX_ISSUES);
  const rejected = draft(
    "plan_rejected",
    { issues, ...beyond("moreIssues", MAX_ISSUES, command.issues) },
    command.key,
  );
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
  if (!getOwn(state.inFlight, command.key)) return lateResult(command.key, command.type);
  const { key, value, byRule = false } = command;
  return submitAnswer(state, value, now, { key, byRule });
}

/** The plan of an iteration is a version whose new tasks come behind what has ended. */
function unusable(state: RunState, { digest, patch }: OfferedPlan): SimpleReason | undefined {
  const triedIn = getOwn(state.planDigests, digest);
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
