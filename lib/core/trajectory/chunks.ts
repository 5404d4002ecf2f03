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

/** Pieces without words of their own about them that come within this time are one. */
const TOGETHER_MS = 1_000;
/** A call that tells more pieces than this has the others in its last one. */
const MAX_CALL_PIECES = 200;

/** The pieces of one call with one more, which is joined to the one before it of its stream where that tells as much. */
export function withPiece(pieces: readonly StepChunk[], piece: StepChunk): StepChunk[] {
  const at = pieces.findLastIndex(({ stream }) => stream === piece.stream);
  const before = pieces[at];
  if (!before || !(isOneWith(before, piece) || pieces.length >= MAX_CALL_PIECES)) return [...pieces, piece];
  const { callId, stream, seq, done, meta = before.meta } = piece;
  const joined: StepChunk = {
    callId,
    stream,
    text: before.text + piece.text,
    ...(seq !== undefined && { seq }),
    ...(done && { done }),
    ...(meta && { meta }),
    ...(before.atMs !== undefined && { atMs: before.atMs }),
  };
  return pieces.with(at, joined);
}

const isOneWith = (before: StepChunk, piece: StepChunk): boolean =>
  !before.meta && !piece.meta && (piece.atMs ?? 0) - (before.atMs ?? 0) < TOGETHER_MS;

/** What each stream of these pieces told, as one text, in the order in which they began. */
export function streamTexts(pieces: readonly StepChunk[]): { stream: string; text: string }[] {
  const texts = new Map<string, string>();
  for (const { stream, text } of pieces) texts.set(stream, (texts.get(stream) ?? "") + text);
  return [...texts].map(([stream, text]) => ({ stream, text }));
}
