import type { Summary, Trajectory } from "./types";

/**
 * How many of the first steps a summary has to stand for, given the tokens of each step and those that all steps
 * together may take (docs/agents.md, "Long trajectories"): the kept ones fill at most half of that, so that the next
 * turns have room; the last is also kept when it fits at all. Always more than `before`, as long as there are more.
 */
export function stepsToSummarize(stepTokens: readonly number[], roomTokens: number, before: number): number {
  let kept = 0;
  let keptTokens = 0;
  for (const tokens of stepTokens.slice(before).toReversed()) {
    const room = kept === 0 ? roomTokens : roomTokens / 2;
    if (keptTokens + tokens > room) break;
    keptTokens += tokens;
    kept += 1;
  }
  return Math.max(stepTokens.length - kept, Math.min(before + 1, stepTokens.length));
}

/** The trajectory with a summary in the place of its first steps; the steps stay in it. */
export const withSummary = (trajectory: Trajectory, summary: Summary): Trajectory => ({
  ...trajectory,
  summary,
});
