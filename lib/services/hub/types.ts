import type { RunEvent } from "@/lib/core/run/events";
import type { RunChange, RunCursor, StreamChunk } from "@/lib/core/stream";

/** How far a run has come: its last event and chunk of text, and whether it has ended. */
export type RunHead = { seq: number; chunk: number; ended: boolean };

export type WatchOptions = { after: number; signal: AbortSignal };
/** Without `chunk`, only text of steps that are not committed yet is given again. */
export type FollowOptions = { seq: number; chunk?: number; signal: AbortSignal };
export type WorkspaceOptions = { workspaceId: string; personId: string; after?: number; signal: AbortSignal };

/** News of a run; the chunks come before the events. `comments`, `ready` and `ended` come alone. */
export type RunBatch = {
  /** The place after this batch. */
  cursor: RunCursor;
  events: RunEvent[];
  chunks: StreamChunk[];
  /** The comments on its plan may have changed. */
  comments?: true;
  ready?: true;
  ended?: true;
};

/** News of a workspace's runs, each as it is now. */
export type WorkspaceBatch = { cursor: number; runs: RunChange[]; comments?: string[]; ready?: true };

/** One reader of run events for all watchers of a process (docs/engine.md, "Streams"). */
export type RunHub = {
  /**
   * Batches of events after `after`, in order, without gap or repeat. Ends when the signal fires, or after the
   * last event of a run that has ended. The consumer sets the pace: it is read again only when it asks for more.
   */
  watch(runId: string, options: WatchOptions): AsyncIterable<RunEvent[]>;
  /** The same with the text that models are writing. */
  follow(runId: string, options: FollowOptions): AsyncIterable<RunBatch>;
  /** Runs of a workspace whenever they change; never ends by itself. */
  watchWorkspace(options: WorkspaceOptions): AsyncIterable<WorkspaceBatch>;
  close(): Promise<void>;
};

/** A run that has changed, or the comments on its plan; of one that a drill tells of, the one person who hears of it. */
export type HeardChange = RunChange & { personId?: string; comments?: true };

/** What has changed in a workspace up to a moment on the database's clock. */
export type Changes = { nowMs: number; runs: HeardChange[] };

/** Where the hub learns of changes. A lost notification costs at most one poll. */
export type HubSources = {
  /** Calls back for every change, of comments too, and after an interruption of hearing; resolves to the way to stop. */
  listen(
    onChange: (runId: string, seq: number, chunk: number) => void,
    onReconnect: () => void,
    onComments: (runId: string) => void,
  ): Promise<() => Promise<void>>;
  readEvents(runId: string, afterSeq: number, limit: number): Promise<RunEvent[]>;
  readChunks(runId: string, after: number, limit: number): Promise<StreamChunk[]>;
  /** The chunk after which a reader has to begin who has every committed step. */
  readOpenChunk(runId: string): Promise<number>;
  /** How far each run has come; runs that do not exist are absent. */
  readHeads(runIds: string[]): Promise<Map<string, RunHead>>;
  /** Runs of a workspace as they are: these, or those changed since a moment; oldest change first. */
  readChanges(workspaceId: string, which: { runIds: string[] } | { sinceMs: number }): Promise<Changes>;
};
