import type { RunState } from "../run/state";

/** A plan version, and the event with which it took effect. */
export type VersionMark = { version: number; at: number; seq: number };

/** The plan versions that replans brought before an event. */
export function earlierVersions({ replanHistory }: RunState, before: number): VersionMark[] {
  return replanHistory.flatMap(({ outcome, toVersion: version, endedAt: at, endedSeq: seq }) =>
    outcome === "adopted" && version !== undefined && at !== undefined && seq !== undefined && seq < before
      ? [{ version, at, seq }]
      : [],
  );
}
