import { getOwn } from "../../own";
import { assessByRule, RETROSPECT_LIMIT_MS } from "../../retrospect/rules";
import type { WorkerCommand } from "../commands";
import { type DraftEvent, draft } from "../events";
import type { Reason } from "../events/reason";
import { retrospectEndsAt, retrospectSkip, retrospectTally } from "../retrospects";
import type { RunState } from "../state";
import { lateResult } from "./late-results";

const TOO_SLOW: Reason = {
  code: "model_failed",
  failure: "timeout",
  text: `no answer within ${RETROSPECT_LIMIT_MS / 1_000} s`,
};

/** The run has been looked back on, and ends as it would have. */
export function decideRunAssessed(
  state: RunState,
  { key, type, assessment, byRule }: Extract<WorkerCommand, { type: "run_assessed" }>,
): DraftEvent[] {
  if (state.phase !== "retrospect" || !getOwn(state.inFlight, key)) return lateResult(key, type);
  return [draft("retrospected", { ...assessment, ...(byRule && { byRule }) }, key), ...endRun(state)];
}

/** What needs no look back ends at once, and a model that takes too long is not waited for. */
export function settleRetrospect(state: RunState, now: number): DraftEvent[] {
  const skipped = retrospectSkip(state);
  if (skipped) return [draft("retrospected", { skipped }), ...endRun(state)];
  const endsAt = retrospectEndsAt(state);
  return endsAt !== undefined && now >= endsAt ? endByRule(state, TOO_SLOW) : [];
}

/** Whatever keeps a model from looking back keeps no run from its end. */
export function endByRule(state: RunState, byRule: Reason, key?: string): DraftEvent[] {
  return [draft("retrospected", { ...assessByRule(retrospectTally(state)), byRule }, key), ...endRun(state)];
}

function endRun({ outcome }: RunState): DraftEvent[] {
  if (!outcome) throw new Error("A run is looked back on once its outcome stands");
  const { at: _at, ...payload } = outcome;
  return [draft("run_finished", payload)];
}
