/** `tool`: the calls of a trajectory are made again; `model`: its turns are put to other models or prompts. */
export const REPLAY_KINDS = ["tool", "model"] as const;
export type ReplayKind = (typeof REPLAY_KINDS)[number];

/**
 * `matched` and `mismatched` are ends of tool replays that ran through, `stopped` is one that a mismatch ended early;
 * `completed` is the end of a model replay. `failed`: it could not be done; `cancelled`: a person ended it.
 */
export const REPLAY_STATUSES = [
  "queued",
  "running",
  "matched",
  "mismatched",
  "stopped",
  "completed",
  "failed",
  "cancelled",
] as const;
export type ReplayStatus = (typeof REPLAY_STATUSES)[number];
