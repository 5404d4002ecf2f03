import { byteLength } from "../../bytes";
import { type EventType, MAX_EVENT_BYTES } from "../events";
import { type Decided, isRefused, refuse } from "./refuse";

/**
 * What the log takes at most. Rules cut their texts by characters, so that an event has MAX_EVENT_BYTES at most; in
 * scripts of two or three bytes a character it may be that much more. Beyond that something is wrong.
 */
const MAX_STORED_EVENT_BYTES = 4 * MAX_EVENT_BYTES;

/** Events that carry what `apply` needs in full: a plan's patch, a mission with its settings, verdicts on a list. */
const LIMIT_BY_TYPE: Partial<Record<EventType, number>> = {
  plan_version_adopted: 1_048_576,
  plan_version_offered: 1_048_576,
  refinement_offered: 1_048_576,
  tools_changed: 1_048_576,
  run_created: 131_072,
  // Verdicts on 200 items, each with a reason, in any script.
  approval_decided: 262_144,
};

/** What was decided, or `limit_exceeded` for the first event that is too large (docs/engine.md, "Events"). */
export function withinSize(decided: Decided): Decided {
  if (isRefused(decided)) return decided;
  for (const { type, payload } of decided) {
    const limit = LIMIT_BY_TYPE[type] ?? MAX_STORED_EVENT_BYTES;
    const text = JSON.stringify(payload);
    // A character takes three bytes at most: nearly every event is known to be small by this alone.
    if (text.length * 3 <= limit) continue;
    const bytes = byteLength(text);
    if (bytes <= limit) continue;
    const message = `This is too large for the log of a run: ${type} would take ${bytes} bytes, and ${limit} are allowed.`;
    return refuse("limit_exceeded", message, { type, bytes, limit });
  }
  return decided;
}
