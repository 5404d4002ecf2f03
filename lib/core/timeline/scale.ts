import type { Span, Timeline } from "./rows";

/** A stretch in which nothing was at work, and how much of it is not drawn. */
export type Cut = { from: number; to: number; hiddenMs: number };

/** Maps moments to shares of the width, 0 to 1, with long waits drawn short. */
export type TimeScale = {
  from: number;
  to: number;
  cuts: Cut[];
  hiddenMs: number;
  xOf(at: number): number;
  atOf(x: number): number;
};

/** A wait is drawn no longer than this share of all time at work. */
const WAIT_SHARE = 0.08;

/** The scale of a run's timeline up to `now`. Without any work there is nothing to make room for, and nothing is cut. */
export function timeScale(timeline: Timeline, { from, now }: { from: number; now: number }): TimeScale {
  const to = Math.max(from + 1, now);
  const busy = merged(busySpans(timeline, to), from, to);
  const busyMs = lengthOf(busy);
  const longestMs = busyMs === 0 ? Number.POSITIVE_INFINITY : Math.max(1, busyMs * WAIT_SHARE);
  const cuts = gapsBetween(busy, from, to).flatMap((gap) => {
    const hiddenMs = gap.to - gap.from - longestMs;
    return hiddenMs > 0 ? [{ ...gap, hiddenMs }] : [];
  });
  const hiddenMs = cuts.reduce((sum, cut) => sum + cut.hiddenMs, 0);
  const drawnMs = to - from - hiddenMs;
  /** Pieces of one speed each: where they begin in time and in what is drawn. */
  const pieces = piecesOf(cuts, from, to);
  return {
    from,
    to,
    cuts,
    hiddenMs,
    xOf(at) {
      const time = Math.min(to, Math.max(from, at));
      const piece = pieces.findLast((one) => one.from <= time) as Piece;
      return (piece.drawnFrom + (time - piece.from) * piece.speed) / drawnMs;
    },
    atOf(x) {
      const drawn = Math.min(1, Math.max(0, x)) * drawnMs;
      const piece = pieces.findLast((one) => one.drawnFrom <= drawn) as Piece;
      return Math.min(to, piece.from + (drawn - piece.drawnFrom) / piece.speed);
    },
  };
}

type Piece = { from: number; drawnFrom: number; speed: number };
type Closed = { from: number; to: number };

function piecesOf(cuts: readonly Cut[], from: number, to: number): Piece[] {
  const pieces: Piece[] = [];
  let at = from;
  let drawn = 0;
  const add = (until: number, speed: number) => {
    if (until <= at) return;
    pieces.push({ from: at, drawnFrom: drawn, speed });
    drawn += (until - at) * speed;
    at = until;
  };
  for (const cut of cuts) {
    add(cut.from, 1);
    const lengthMs = cut.to - cut.from;
    add(cut.to, (lengthMs - cut.hiddenMs) / lengthMs);
  }
  add(to, 1);
  return pieces;
}

/** Everything at work: calls of the run, and attempts but for the time in which they waited. */
function busySpans({ rows, calls }: Timeline, now: number): Span[] {
  const attempts = rows.flatMap((row) => row.attempts);
  return [...calls, ...attempts.flatMap((attempt) => without(attempt, attempt.waits, now))];
}

/** What is left of a stretch without the parts of it in others. */
function without(
  { from, to = Number.POSITIVE_INFINITY }: Span,
  others: readonly Span[],
  now: number,
): Closed[] {
  const end = Math.min(to, now);
  return gapsBetween(merged(others, from, end), from, end);
}

/** Stretches as a sorted list in which none meets another, within bounds. */
function merged(spans: readonly Span[], from: number, to: number): Closed[] {
  const inOrder = spans
    .map((span) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to ?? to) }))
    .filter((span) => span.to > span.from)
    .sort((a, b) => a.from - b.from);
  const out: Closed[] = [];
  for (const span of inOrder) {
    const last = out.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else out.push({ ...span });
  }
  return out;
}

function gapsBetween(busy: readonly Closed[], from: number, to: number): Closed[] {
  const gaps: Closed[] = [];
  let at = from;
  for (const span of [...busy, { from: to, to }]) {
    if (span.from > at) gaps.push({ from: at, to: span.from });
    at = Math.max(at, span.to);
  }
  return gaps;
}

const lengthOf = (spans: readonly Closed[]): number =>
  spans.reduce((sum, span) => sum + span.to - span.from, 0);

/** How long stretches last together up to `now`; what overlaps counts once. */
export const durationOf = (spans: readonly Span[], now: number): number =>
  lengthOf(merged(spans, Number.NEGATIVE_INFINITY, now));
