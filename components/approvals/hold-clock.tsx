"use client";

import { useNow } from "@/lib/client/use-now";
import { holdClockText } from "@/lib/core/describe/gates/holds";
import { awaitsLeave, holdsStandStill } from "@/lib/core/run/effects";
import type { RunState, TaskState } from "@/lib/core/run/state";

/** How long a decision is held, counted down, or who or what keeps it from being applied. */
export function HoldClock({ state, task }: { state: RunState; task: TaskState }) {
  const now = useNow(true);
  if (now === undefined) return null;
  return holdClockText(task, now, standsStillFor(state));
}

function standsStillFor(state: RunState) {
  if (!holdsStandStill(state)) return;
  if (state.paused) return "paused";
  return awaitsLeave(state) ? "unapproved" : "replanning";
}
