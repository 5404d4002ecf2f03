import { apply } from "./apply";
import type { RunEvent } from "./events";
import type { RunState } from "./state";
import { initialState } from "./state/initial";

/** The state that these events lead to, from nothing or from an owned state, which is changed. */
export function fold(
  runId: string,
  events: Iterable<RunEvent>,
  from: RunState = initialState(runId),
): RunState {
  for (const event of events) apply(from, event);
  return from;
}
