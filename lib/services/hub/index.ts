import type { Log } from "@/lib/core/ports";
import { batchesOf, eventsOf, RunFeed } from "./run-feed";

import type { FollowOptions, HubSources, RunHub, WatchOptions, WorkspaceOptions } from "./types";
import { WorkspaceFeed } from "./workspace-feed";

export type {
  HubSources,
  RunBatch,
  RunHub,
} from "./types";

const POLL_MS = 2_000;
/** Scans of a workspace visit all its runs, so they are rare. */
const SCAN_EVERY_POLLS = 8;
const WORKSPACE_PAUSE_MS = 250;

type HubOptions = { log?: Log; pollMs?: number; workspacePauseMs?: number };

/** A hub that listens and polls only while somebody watches. */
export function createRunHub(sources: HubSources, options: HubOptions = {}): RunHub {
  const { log, pollMs = POLL_MS, workspacePauseMs: pauseMs = WORKSPACE_PAUSE_MS } = options;
  const feeds = new Map<string, RunFeed>();
  const workspaces = new Map<string, WorkspaceFeed>();
  const closing = new AbortController();
  let listening: Promise<(() => Promise<void>) | void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let polls = 0;

  const onError = (error: unknown): void => {
    log?.warn({ err: error }, "cannot poll what is watched; trying again");
  };

  async function poll(scan: boolean): Promise<void> {
    if (scan) for (const feed of workspaces.values()) void feed.scan();
    try {
      for (const [runId, head] of await sources.readHeads([...feeds.keys()])) feeds.get(runId)?.update(head);
    } catch (error) {
      onError(error);
    }
  }

  function onChange(runId: string, seq: number, chunk: number): void {
    feeds.get(runId)?.update({ seq, chunk, ended: false });
    if (seq > 0) for (const feed of workspaces.values()) feed.notify(runId);
  }

  function onComments(runId: string): void {
    feeds.get(runId)?.noteComments();
    for (const feed of workspaces.values()) feed.noteComments(runId);
  }

  /** Nobody tells of comments by anything else: what may have been missed is looked at again. */
  function noteAllComments(): void {
    for (const feed of feeds.values()) feed.noteComments();
  }

  function onReconnect(): void {
    noteAllComments();
    void poll(true);
  }

  function startPolling(): void {
    listening ??= sources.listen(onChange, onReconnect, onComments).catch((error: unknown) => {
      log?.warn({ err: error }, "cannot listen for changes; polling only");
      listening = undefined;
    });
    timer ??= setInterval(() => {
      polls += 1;
      const isScan = polls % SCAN_EVERY_POLLS === 0;
      if (isScan && listening === undefined) noteAllComments();
      void poll(isScan || listening === undefined);
    }, pollMs);
  }

  function stopPollingIfIdle(): void {
    if (feeds.size + workspaces.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  /** Lends the feed of a run that exists; several watchers share it. */
  async function* withFeed<T>(
    runId: string,
    callerSignal: AbortSignal,
    use: (feed: RunFeed, signal: AbortSignal) => AsyncIterable<T>,
  ): AsyncGenerator<T> {
    startPolling();
    const feed = feeds.get(runId) ?? new RunFeed(runId, sources);
    feeds.set(runId, feed);
    feed.watchers += 1;
    try {
      await listening;
      const head = (await sources.readHeads([runId])).get(runId);
      if (!head) return;
      feed.update(head);
      yield* use(feed, AbortSignal.any([callerSignal, closing.signal]));
    } finally {
      feed.watchers -= 1;
      if (feed.watchers === 0) feeds.delete(runId);
      stopPollingIfIdle();
    }
  }

  async function* follow(runId: string, { seq, chunk, signal }: FollowOptions) {
    const from = { seq, chunk: chunk ?? (await sources.readOpenChunk(runId)) };
    yield* withFeed(runId, signal, (feed, until) => batchesOf(feed, from, until));
  }

  async function* watchWorkspace({ workspaceId, signal, ...of }: WorkspaceOptions) {
    startPolling();
    const feed =
      workspaces.get(workspaceId) ??
      new WorkspaceFeed(workspaceId, sources.readChanges, { pauseMs, onError });
    workspaces.set(workspaceId, feed);
    feed.watchers += 1;
    try {
      await listening;
      yield* feed.watch({ ...of, signal: AbortSignal.any([signal, closing.signal]) });
    } finally {
      feed.watchers -= 1;
      if (feed.watchers === 0) {
        feed.close();
        workspaces.delete(workspaceId);
      }
      stopPollingIfIdle();
    }
  }

  return {
    watch: (runId: string, { after, signal }: WatchOptions) =>
      withFeed(runId, signal, (feed, until) => eventsOf(feed, after, until)),
    follow,
    watchWorkspace,
    async close() {
      closing.abort();
      clearInterval(timer);
      for (const feed of workspaces.values()) feed.close();
      const stop = await listening;
      if (stop) await stop();
    },
  };
}
