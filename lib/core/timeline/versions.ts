import type { RunState } from "../run/state";

/** A plan version, and the event with which it took effect. */
export type VersionMark = { version: number; at: number; seq: number };

/** The plan versions before an event: those that are stored, as far as they are known, else those that replans brought. */
export function earlierVersions(
  { replanHistory }: RunState,
  before: number,
  stored?: readonly VersionMark[],
): VersionMark[] {
  if (stored) return stored.filter(({ seq }) => seq < before);
  return replanHistory.flatMap(({ outcome, toVersion: version, endedAt: at, endedSeq: seq }) =>
    outcome === "adopted" && version !== undefined && at !== undefined && seq !== undefined && seq < before
      ? [{ version, at, seq }]
      : [],
  );
}
