import type { EventOf } from "../events";
import type { RunState, SummaryState } from "../state";
import { recordIterationStarted } from "./replan-history";

export function applySummarized(state: RunState, event: EventOf<"summarized">): void {
  const { planVersion, counters } = state;
  state.summaries.push({ ...event.payload, iteration: counters.iterations, planVersion, at: event.at });
}

/** Comes right after the summary that it routes. */
export function applyIterationRouted(state: RunState, event: EventOf<"iteration_routed">): void {
  (state.summaries.at(-1) as SummaryState).route = event.payload;
}

/** The one place where the count of iterations rises. The plan in force stays until the planner's is adopted. */
export function applyIterationStarted(state: RunState, event: EventOf<"iteration_started">): void {
  const { iteration, reason } = event.payload;
  state.counters.iterations = iteration;
  recordIterationStarted(state, event);
  state.iteration = { number: iteration, reason, fromVersion: state.planVersion };
  state.phase = "planning";
  delete state.finishing;
  delete state.halted;
}
