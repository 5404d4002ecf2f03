export type RunLocks = {
  /** Runs the work when nobody else in this process works on the run, in the order of the calls. */
  withLock<T>(runId: string, work: () => Promise<T>): Promise<T>;
};

/** Turns inside one process, so that its callers do not queue up on the row's lock with a connection each. */
export function createRunLocks(): RunLocks {
  const tails = new Map<string, Promise<unknown>>();
  return {
    withLock(runId, work) {
      const result = (tails.get(runId) ?? Promise.resolve()).then(work);
      const tail: Promise<void> = result
        .catch(() => {})
        .then(() => {
          if (tails.get(runId) === tail) tails.delete(runId);
        });
      tails.set(runId, tail);
      return result;
    },
  };
}
