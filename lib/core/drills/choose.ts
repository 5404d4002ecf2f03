import type { ApprovalKind } from "../run/gates/table";
import type { DrillSample } from "./sample";

const WEEK_MS = 7 * 86_400_000;

/** The most that a workspace may send to one person in a week. */
export const MAX_DRILLS_PER_WEEK = 7;

/** So long a drill waits for its reviewer. */
export const DRILL_OPEN_MS = 3 * 86_400_000;

/**
 * The sample that a person gets next: of those that they have not had for the longest time one by `chance`, from 0 up to
 * but not including 1. `lastSentMs` has samples by name. Undefined where there is none of the kind.
 */
export function chooseSample(
  samples: readonly DrillSample[],
  {
    lastSentMs,
    chance,
    kind,
  }: { lastSentMs: ReadonlyMap<string, number>; chance: number; kind?: ApprovalKind | undefined },
): DrillSample | undefined {
  const fitting = samples.filter((sample) => kind === undefined || sample.kind === kind);
  const sentAt = ({ name }: DrillSample) => lastSentMs.get(name) ?? 0;
  const oldest = Math.min(...fitting.map(sentAt));
  const next = fitting.filter((sample) => sentAt(sample) === oldest);
  return next[Math.floor(chance * next.length)];
}

/**
 * Whether a person is due for a drill: about `perWeek` a week, between half and one and a half of the even distance after
 * the last one (`sinceMs`; the moment they joined before the first), so that nobody can tell when one comes.
 */
export function isDrillDue({
  nowMs,
  sinceMs,
  perWeek,
  chance,
}: {
  nowMs: number;
  sinceMs: number;
  perWeek: number;
  chance: number;
}): boolean {
  return perWeek > 0 && nowMs - sinceMs >= (WEEK_MS / perWeek) * (0.5 + chance);
}

/** A number from 0 up to but not including 1 that a digest stands for: chance to people, the same for the same digest. */
export const chanceOf = (digest: string): number => Number.parseInt(digest.slice(0, 8), 16) / 2 ** 32;
