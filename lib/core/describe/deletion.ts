import type { DeletionCounts } from "../retention/deletion";
import { formatCount } from "./amounts";

/** What deleting runs removes, a line each; none where nothing would go. */
export function describeDeleted({ runs, events, comments, replays, files }: DeletionCounts): string[] {
  if (runs === 0) return [];
  return [
    `${counted(runs, "run")} with ${counted(events, "event")}: plans, steps, calls, costs, decisions and the answer`,
    ...(comments > 0 ? [counted(comments, "comment")] : []),
    ...(replays > 0 ? [counted(replays, "replay")] : []),
    ...(files > 0 ? [`${counted(files, "attached file")} that no other run has`] : []),
  ];
}

/** What stays although it was named or hangs together with it, and why. */
export function describeKept({ runs, forks, unfinished, inUse }: DeletionCounts): string[] {
  return [
    ...(forks > 0 ? [`${counted(forks, "fork")}, with the events shared so far`] : []),
    ...(unfinished > 0 ? [`${counted(unfinished, "run")} not finished: cancel first`] : []),
    ...(inUse > 0 ? [`${counted(inUse, "run")} that an unfinished fork or replay needs`] : []),
    ...(runs > 0 ? ["Lessons, examples and templates made from what goes, and lines of the audit log"] : []),
  ];
}

const counted = (n: number, noun: string): string => `${formatCount(n)} ${n === 1 ? noun : `${noun}s`}`;
