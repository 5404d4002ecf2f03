import { getOwn } from "../../own";
import type { OfferedPlan } from "../commands";
import { versionOffered } from "../controls/release/release";
import { tailDigest } from "../controls/release/tails";
import type { ReplanCause } from "../events/reviews";
import { authorsOf } from "../gates/rules";
import { speakersOf } from "../people-words";
import type { ApprovalState, RunState } from "../state";

/** A version as it was written, and the tail that it is, word for word. */
type WrittenTail = { plan: Pick<OfferedPlan, "patch" | "reach" | "tools">; tail?: string | undefined };

/**
 * True for a tail that has been put before people: they wrote it, or decided on it at a review that showed it, and it sets free what
 * it was to set free then, by the agents and tools of that moment (docs/engine.md, "Settled plans").
 */
export const isDecidedTail = (state: Readonly<RunState>, cause: ReplanCause, written: WrittenTail): boolean =>
  isAsDecided(state, cause, written) && isDecidedOn(state, cause);

function isAsDecided(
  state: Readonly<RunState>,
  { tail, released, taskId }: ReplanCause,
  written: WrittenTail,
): boolean {
  if (tail === undefined || written.tail !== tail || released === undefined) return false;
  const added = written.plan.patch.tasks.map(({ id }) => id).filter((id) => !getOwn(state.tasks, id));
  const plan = versionOffered(state, written.plan);
  return tailDigest({ plan, review: taskId, added: new Set(added) }) === released;
}

/** People decided on the tail of a review; under four eyes others than those who wrote it or the plan. */
function isDecidedOn(state: Readonly<RunState>, cause: ReplanCause): boolean {
  const { tailBy, decided } = cause;
  if (!state.settings.fourEyes) return tailBy !== undefined || decided?.kind === "person";
  const answered = gateOfTail(state, cause);
  const by = answered?.decided?.by;
  const wrote = [...authorsOf(state), ...speakersOf(state, answered?.openedAt)];
  const isSecond = by?.kind === "person" && !wrote.some(({ id }) => id === by.id);
  return tailBy === undefined && decided?.kind === "person" && isSecond;
}

/** The gate at which people decided on the tail; none where its decision was held. */
export const gateOfTail = (
  { approvals }: Readonly<RunState>,
  { taskId }: ReplanCause,
): ApprovalState | undefined =>
  Object.values(approvals).findLast(
    (gate) => gate.kind === "review_decision" && gate.taskId === taskId && gate.decided,
  );
