import type { RunEvent } from "@/lib/core/run/events";

export type RunHead = { seq: number; ended: boolean };

export type WatchOptions = { after: number; signal: AbortSignal };

/** One reader of run events for all watchers of a process (docs/api.md, "Streams"). */
export type RunHub = {
  /**
   * Batches of events after `after`, in order, without gap or repeat. Ends when the signal fires, or after the
   * last event of a run that has ended. The consumer sets the pace: it is read again only when it asks for more.
   */
  watch(runId: string, options: WatchOptions): AsyncIterable<RunEvent[]>;
  close(): Promise<void>;
};

/** Where the hub learns of changes. A lost notification costs at most one poll. */
export type HubSources = {
  /** Calls back for every committed change, and after an interruption of hearing; resolves to the way to stop. */
  listen(
    onChange: (runId: string, seq: number) => void,
    onReconnect: () => void,
  ): Promise<() => Promise<void>>;
  readEvents(runId: string, afterSeq: number, limit: number): Promise<RunEvent[]>;
  /** The last event of each run, and whether the run has ended; runs that do not exist are absent. */
  readHeads(runIds: string[]): Promise<Map<string, RunHead>>;
};
