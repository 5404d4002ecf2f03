import type { EventOf } from "../../run/events";
import { isHoldBudgetSpent } from "../../run/selectors";
import type { TaskState } from "../../run/state";
import { formatDuration } from "../amounts";

export const RELEASE_CAUSES: Record<EventOf<"hold_released">["payload"]["cause"], string> = {
  closed: "the decision was closed",
  idle: "nothing was done for a minute",
  spent: "it had stood still for ten minutes",
};

/** How long a decision is held, or who keeps it from being applied. `now` and `heldUntil` in milliseconds. */
export function holdClockText(
  task: Pick<TaskState, "claim" | "claimedMs" | "heldUntil">,
  now: number,
  standsStill: "paused" | "unapproved" | "replanning" | undefined,
): string {
  const { claim, heldUntil = 0 } = task;
  if (claim)
    return `Being decided by ${claim.by.name}; the countdown is stopped at ${formatDuration(claim.remainingMs)}`;
  if (standsStill === "paused") return "The countdown is stopped until the run is resumed";
  if (standsStill === "unapproved") return "Not applied before the plan is approved";
  if (standsStill === "replanning") return "Not applied: a person asked for another plan";
  if (heldUntil <= now) return "Applying…";
  const clock = `Applies automatically in ${formatDuration(heldUntil - now)}`;
  if (!isHoldBudgetSpent(task)) return clock;
  return `${clock}. The countdown has been stopped for ten minutes, the longest possible: decide by hand to keep it open`;
}

/** What became of a held decision that somebody was about to make; undefined while nothing has. */
export function holdEndText(decided: EventOf<"review_decided"> | undefined): string {
  if (!decided) return "The decision is no longer asked for.";
  const { actor, payload } = decided;
  if (payload.provenance === "person" && actor.kind === "person")
    return `${actor.name} decided ${payload.decision}.`;
  return `${payload.decision} was applied automatically.`;
}

/** When a held decision of a list applies; `now` is unknown until the page runs in a browser. */
export function heldListText(heldUntil: number, now: number | undefined): string {
  if (now === undefined) return "Applies unless overridden";
  if (heldUntil <= now) return "Not applied yet";
  return `Applies in ${formatDuration(heldUntil - now)} unless overridden`;
}
