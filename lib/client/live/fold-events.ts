import type { DrillResult } from "@/lib/core/drills/view";
import { apply } from "@/lib/core/run/apply";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunState } from "@/lib/core/run/state";
import { RUN_LOG_EVENTS } from "@/lib/core/stream/frames";

/** What a page knows of a run: the folded state, and the last events in order; with `drill` that it was one, and no run. */
export type LiveRun = { state: RunState; log: RunEvent[]; drill?: DrillResult };

/**
 * The run after these events. Events it has already are passed over; `gap` is true when one is missing before
 * them: nothing is folded then, and the stream has to be read again from `state.seq`.
 */
export function foldEvents(run: LiveRun, events: readonly RunEvent[]): { run: LiveRun; gap: boolean } {
  const unseen = events.filter((event) => event.seq > run.state.seq);
  if (unseen.length === 0) return { run, gap: false };
  const state = structuredClone(run.state);
  for (const event of unseen) {
    if (event.seq <= state.seq) continue;
    if (event.seq !== state.seq + 1) return { run, gap: true };
    apply(state, event);
  }
  return { run: { state, log: [...run.log, ...unseen].slice(-RUN_LOG_EVENTS) }, gap: false };
}
