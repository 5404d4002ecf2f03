import { isOpen } from "./step-calls";
import type { StepChunk, Trajectory } from "./types";

/**
 * The most that is kept of what one call tells while it runs, in characters. A step is read with its whole attempt and
 * by every page that looks on, so a talkative build must not make it megabytes.
 */
export const MAX_CALL_OUTPUT_CHARS = 20_000;

/** The trajectory with what the calls of its open step told while they ran; a call that ran again tells it again. */
export function withChunks(trajectory: Trajectory, chunks: readonly StepChunk[]): Trajectory {
  const last = trajectory.steps.at(-1);
  if (!last || !isOpen(last) || chunks.length === 0) return trajectory;
  const callIds = new Set(chunks.map(({ callId }) => callId));
  const kept = (last.chunks ?? []).filter(({ callId }) => !callIds.has(callId));
  return {
    ...trajectory,
    steps: [...trajectory.steps.slice(0, -1), { ...last, chunks: [...kept, ...chunks] }],
  };
}
