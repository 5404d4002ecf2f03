import { getOwn } from "../../own";
import { isWaiting } from "../effects/status-of";
import type { EventOf } from "../events";
import { isOver } from "../retrospects";
import type { RunState } from "../state";
import { taskOf } from "../state/ready";
import { hold } from "./holds";

/**
 * The clocks of back-off, holds and replans stood still while the run was paused, those that began in the meantime from
 * their beginning. Deadlines of gates ran on (docs/engine.md, "Commands").
 */
export function applyResumed(state: RunState, { at }: EventOf<"run_resumed">): void {
  const { since } = state.paused as NonNullable<RunState["paused"]>;
  const stoodStillMs = (begunAt: number): number => Math.max(0, at - Math.max(since, begunAt));
  delete state.paused;
  for (const id of Object.keys(state.active)) {
    const task = taskOf(state, id);
    const failedAt = task.attempts.at(-2)?.endedAt ?? since;
    if (task.notBefore !== undefined) task.notBefore += stoodStillMs(failedAt);
  }
  for (const [id, heldUntil] of Object.entries(state.held)) {
    const task = taskOf(state, id);
    const { claim, heldFrom = heldUntil - state.settings.reviewHoldMs } = task;
    hold(state, task, heldUntil + stoodStillMs(claim?.at ?? heldFrom));
    if (!claim) continue;
    claim.since += stoodStillMs(claim.since);
    claim.until = getOwn(state.held, id) as number;
  }
  for (const fault of Object.values(state.faults)) {
    const stoodStill = stoodStillMs(fault.at);
    fault.notBefore += stoodStill;
    fault.since += stoodStill;
  }
  if (!state.replan) return;
  const stoodStill = stoodStillMs(state.replan.startedAt);
  state.replan.notBefore += stoodStill;
  state.replan.graceUntil += stoodStill;
}

/**
 * Lets the run's clock run or stand still as its state says after an event at this moment: it stands while the run is
 * waiting, paused or ended (docs/engine.md, "Budgets").
 */
export function updateClock(state: RunState, at: number): void {
  const { ledger } = state;
  const runs = state.phase !== "new" && !isOver(state) && !state.paused && !isWaiting(state);
  if (runs === (ledger.activeSince !== undefined)) return;
  if (ledger.activeSince === undefined) ledger.activeSince = at;
  else {
    ledger.activeMs += at - ledger.activeSince;
    delete ledger.activeSince;
  }
}
