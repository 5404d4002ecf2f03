import { MAX_TRAJECTORIES } from "@/lib/core/inputs/limits";
import type { ModelReplayInput } from "@/lib/core/inputs/replays";

type Recording = ModelReplayInput["trajectories"][number];
export type AttemptRef = NonNullable<Recording["from"]>;

/** A trajectory that is to be replayed: what it is called, and the run or the file that it is from. */
export type Chosen = { key: string; title: string; from: string; recording: Recording };

export const keyOfAttempt = ({ runId, taskId, attempt }: AttemptRef): string =>
  JSON.stringify([runId, taskId, attempt]);

type Choice = { chosen: readonly Chosen[]; note: string | undefined };
export const ADDED_NONE: Choice = { chosen: [], note: undefined };

/** What is chosen with more of it: each once, and as many as a replay takes. */
export function added(now: readonly Chosen[], more: readonly Chosen[]): Choice {
  const keys = new Set(now.map(({ key }) => key));
  const all = [...now, ...more.filter(({ key }) => !keys.has(key))];
  const left = all.length - MAX_TRAJECTORIES;
  return {
    chosen: all.slice(0, MAX_TRAJECTORIES),
    note: left > 0 ? `A replay takes ${MAX_TRAJECTORIES} trajectories; ${left} left out.` : undefined,
  };
}
