import type { EventOf } from "../events";
import type { Reason } from "../events/reason";
import type { ApprovalState, RunState } from "../state";
import { noteSpeakers } from "./wishers";

/** A version waits for the people of the controls that it weakens; the one in force stays until they let it pass. */
export function applyOffered(state: RunState, { actor, payload }: EventOf<"plan_version_offered">): void {
  noteSpeakers(state, actor);
  state.offered = { ...payload, pending: [...payload.controls] };
}

/** What is offered does something else by its tools now: who is asked about it again has to let it pass. */
export function applyOfferedTools(
  { offered, refinements }: RunState,
  { digest, reach, tools, controls }: NonNullable<EventOf<"tools_changed">["payload"]["offered"]>,
): void {
  const refined = refinements?.offered?.plan;
  if (offered?.digest === digest) Object.assign(offered, { reach, tools });
  if (offered?.digest === digest && controls) Object.assign(offered, { controls, pending: [...controls] });
  if (refined?.digest === digest) Object.assign(refined, { reach, tools });
}

export function applyDeclined(state: RunState, { payload }: EventOf<"plan_version_declined">): void {
  const { reason, again } = payload;
  delete state.offered;
  const { replan } = state;
  if (replan && again) Object.assign(replan, { tries: replan.tries + 1, refused: reason });
  if (replan && again && reason.code === "changes_requested") {
    state.counters.replans += 1;
    state.counters.wishes += 1;
  }
  if (state.phase !== "planning") return;
  countRedraft(state, reason);
  if (again) return;
  delete state.planFeedback;
  delete state.planRound;
}

/** The planner is asked once more, or the next time, with the reason. */
export function countRedraft(state: RunState, refused: Reason): void {
  state.redrafts = { count: (state.redrafts?.count ?? 0) + 1, refused };
}

/** The people of one of the weakened controls, or of the plan, have let the offered version pass. */
export function recordWaiver({ offered }: RunState, { subject }: ApprovalState): void {
  if (offered) offered.pending = offered.pending.filter((control) => control !== subject?.control);
}

/** People who keep a control have refused what was to be done without it: that is done by no other tool either. */
export function recordKept({ obligations }: RunState, { subject }: ApprovalState): void {
  for (const one of obligations) if (one.control === subject?.control) one.refused = true;
}
