import type { PersonCommand } from "../commands";
import { type DraftEvent, draft, type Payload } from "../events";
import { reviewQuestion } from "../gates/shown";
import { verbsOfKind } from "../gates/table";
import { HOLD_BUDGET_MS } from "../selectors";
import type { RunState, TaskState } from "../state";
import { namedTask, taskOf } from "../state/ready";
import { type Decided, refuse } from "./refuse";
import { openReviewGate } from "./reviews";

/** Without a sign of life for this long nobody is deciding any more. */
const CLAIM_IDLE_MS = 60_000;
/** At least this much of the countdown is left when it continues, so that nobody finds it over at once. */
const LEAST_LEFT_MS = 15_000;

type Claim = NonNullable<TaskState["claim"]>;
type OnHold<Type extends PersonCommand["type"]> = Extract<PersonCommand, { type: Type }>;

/**
 * Stops the countdown of a held decision for a person who looks into it, or says that they still do (docs/engine.md,
 * "Held decisions"). One person at a time; deciding stays open to everyone.
 */
export function decideClaim(state: RunState, { taskId, by }: OnHold<"claim_review">, now: number): Decided {
  const task = heldTask(state, taskId);
  if (!task) return notHeldRefusal();
  const { claim, claimedMs = 0 } = task;
  if (claim && claim.by.id !== by.id)
    return refuse("not_allowed_now", `${claim.by.name} is deciding this already.`);
  const since = claim?.since ?? now;
  const until = Math.min(now + CLAIM_IDLE_MS, since + HOLD_BUDGET_MS - claimedMs);
  if (until <= now) {
    return refuse("not_allowed_now", "The countdown has been stopped for ten minutes. Decide it by hand.");
  }
  const remainingMs = claim?.remainingMs ?? remainingOf(state, task, now);
  return [draft("hold_claimed", { taskId, by: { id: by.id, name: by.name }, until, remainingMs })];
}

/** The person who stopped the countdown lets it go on. */
export function decideReleaseClaim(
  state: RunState,
  { taskId, by }: OnHold<"release_review">,
  now: number,
): Decided {
  const claim = heldTask(state, taskId)?.claim;
  if (claim?.by.id !== by.id) return refuse("not_allowed_now", "You are not deciding this now.");
  return [released(taskId, claim, "closed", now)];
}

/** The proposal is put before people at a gate, without a countdown unless the plan gives such a gate a deadline. */
export function decideByHand(state: RunState, { taskId }: OnHold<"decide_by_hand">, now: number): Decided {
  const task = heldTask(state, taskId);
  if (!task) return notHeldRefusal();
  const question = reviewQuestion(task, task.proposal, undefined, task.consensus);
  const seconds = task.spec.review?.approvalTimeoutSeconds;
  const asked = { question, verbs: verbsOfKind("review_decision"), seconds, judged: task, byHand: true };
  return openReviewGate(state, task, asked, now);
}

/** A claim that was not renewed has lapsed: the countdown continues. */
export function lapse(state: RunState, taskId: string, claim: Claim, now: number): DraftEvent[] {
  const { claimedMs = 0 } = taskOf(state, taskId);
  const isSpent = claim.until - claim.since + claimedMs >= HOLD_BUDGET_MS;
  return [released(taskId, claim, isSpent ? "spent" : "idle", now)];
}

function released(
  taskId: string,
  { remainingMs }: Claim,
  cause: Payload<"hold_released">["cause"],
  now: number,
): DraftEvent {
  return draft("hold_released", { taskId, cause, heldUntil: now + Math.max(LEAST_LEFT_MS, remainingMs) });
}

/** What is left of a countdown, which stands still while the run is paused. */
function remainingOf(
  { paused, settings }: RunState,
  { heldUntil = 0, heldFrom }: TaskState,
  now: number,
): number {
  const from = heldFrom ?? heldUntil - settings.reviewHoldMs;
  const at = paused ? Math.max(paused.since, from) : now;
  return Math.max(0, heldUntil - at);
}

const heldTask = (state: RunState, taskId: string): TaskState | undefined =>
  Object.hasOwn(state.held, taskId) ? namedTask(state, taskId) : undefined;

const notHeldRefusal = () =>
  refuse("not_allowed_now", "No decision of this review is held: it was applied, or is not there yet.");
