import { isSameJson } from "../../json";
import type { StagedEdit } from "./edits";

/** Staged edits with the way back and the way forth again. */
export type StagedHistory = {
  past: readonly StagedEdit[][];
  present: readonly StagedEdit[];
  future: readonly StagedEdit[][];
  /** What was written last: the next letters in the same place make no further step. */
  typing?: string;
};

const MAX_STEPS = 200;

export const historyOf = (present: readonly StagedEdit[]): StagedHistory => ({
  past: [],
  present,
  future: [],
});

/** A step further, to these edits; with the same `typing` as the step before it is the same step. */
export function recordStep(
  history: StagedHistory,
  next: readonly StagedEdit[],
  typing?: string,
): StagedHistory {
  const { past, present } = history;
  if (isSameJson(present, next)) return history;
  const continues = typing !== undefined && typing === history.typing;
  const before = past.at(-1);
  // Letters that are all taken back were no step.
  if (continues && before && isSameJson(before, next))
    return { past: past.slice(0, -1), present: next, future: [] };
  return {
    past: continues ? past : [...past, [...present]].slice(-MAX_STEPS),
    present: next,
    future: [],
    ...(typing !== undefined && { typing }),
  };
}

/** The step before; the same history where there is none. */
export function undoStep(history: StagedHistory): StagedHistory {
  const { past, present, future } = history;
  const before = past.at(-1);
  return before ? { past: past.slice(0, -1), present: before, future: [[...present], ...future] } : history;
}

/** The step that was undone last; the same history where there is none. */
export function redoStep(history: StagedHistory): StagedHistory {
  const { past, present, future } = history;
  const [next, ...rest] = future;
  return next ? { past: [...past, [...present]], present: next, future: rest } : history;
}

/** The history with each of its steps changed alike, as edits are when their tasks get other ids. */
export const mapHistory = (
  { past, present, future }: StagedHistory,
  change: (edits: readonly StagedEdit[]) => StagedEdit[],
): StagedHistory => ({ past: past.map(change), present: change(present), future: future.map(change) });
