import type { DrillResult } from "@/lib/core/drills/view";
import type { RunEvent } from "@/lib/core/run/events";
import { foldOnto } from "@/lib/core/run/fold-onto";
import type { RunState } from "@/lib/core/run/state";
import { RUN_LOG_EVENTS } from "@/lib/core/stream/frames";

/** What a page knows of a run: the folded state, and the last events in order; with `drill` that it was one, and no run. */
export type LiveRun = { state: RunState; log: RunEvent[]; drill?: DrillResult };

/**
 * The run after these events, which shares with the given one what they leave alone. Events it has already are passed over;
 * `gap` is true when one is missing before them: nothing is folded then, and the stream has to be read again from `state.seq`.
 */
export function foldEvents(run: LiveRun, events: readonly RunEvent[]): { run: LiveRun; gap: boolean } {
  const unseen: RunEvent[] = [];
  let { seq } = run.state;
  for (const event of events) {
    if (event.seq <= seq) continue;
    if (event.seq !== seq + 1) return { run, gap: true };
    unseen.push(event);
    seq = event.seq;
  }
  if (unseen.length === 0) return { run, gap: false };
  const state = foldOnto(run.state, unseen);
  return { run: { state, log: [...run.log, ...unseen].slice(-RUN_LOG_EVENTS) }, gap: false };
}
