/** What deleting runs removes, what stays of those that were named, and forks, which stay anyway. */
export type DeletionCounts = {
  runs: number;
  events: number;
  comments: number;
  replays: number;
  /** Attached files that no other run has. */
  files: number;
  forks: number;
  /** Runs that have not finished. */
  unfinished: number;
  /** Finished runs that an unfinished fork or replay needs. */
  inUse: number;
};
