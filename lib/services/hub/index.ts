import type { Log } from "@/lib/core/ports";
import type { RunEvent } from "@/lib/core/run/events";
import { RunFeed } from "./feed";
import type { HubSources, RunHub, WatchOptions } from "./types";

export type { HubSources, RunHead, RunHub, WatchOptions } from "./types";

const POLL_MS = 2_000;

/** A hub that listens and polls only while somebody watches. */
export function createRunHub(sources: HubSources, options: { log?: Log; pollMs?: number } = {}): RunHub {
  const feeds = new Map<string, RunFeed>();
  const closing = new AbortController();
  let listening: Promise<(() => Promise<void>) | void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const poll = async () => {
    try {
      for (const [runId, head] of await sources.readHeads([...feeds.keys()])) feeds.get(runId)?.learn(head);
    } catch (error) {
      options.log?.warn({ err: error }, "cannot poll watched runs; trying again");
    }
  };

  const join = (runId: string): RunFeed => {
    listening ??= sources
      .listen(
        (changed, seq) => feeds.get(changed)?.learn({ seq, ended: false }),
        () => void poll(),
      )
      .catch((error: unknown) => {
        options.log?.warn({ err: error }, "cannot listen for changes; polling only");
        listening = undefined;
      });
    timer ??= setInterval(poll, options.pollMs ?? POLL_MS);
    const feed = feeds.get(runId) ?? new RunFeed(runId, sources.readEvents);
    feeds.set(runId, feed);
    feed.watchers += 1;
    return feed;
  };

  const leave = (feed: RunFeed) => {
    feed.watchers -= 1;
    if (feed.watchers > 0) return;
    feeds.delete(feed.runId);
    if (feeds.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  async function* watch(runId: string, { after, signal: asked }: WatchOptions): AsyncGenerator<RunEvent[]> {
    const signal = AbortSignal.any([asked, closing.signal]);
    const feed = join(runId);
    try {
      await listening;
      const head = (await sources.readHeads([runId])).get(runId);
      if (!head) return;
      feed.learn(head);
      let seq = after;
      while (!signal.aborted) {
        const events = await feed.after(seq);
        const last = events.at(-1);
        if (last) {
          seq = last.seq;
          yield events;
        } else if (feed.head.ended) return;
        else await feed.changed(seq, signal);
      }
    } finally {
      leave(feed);
    }
  }

  return {
    watch,
    async close() {
      closing.abort();
      clearInterval(timer);
      const stop = await listening;
      if (stop) await stop();
    },
  };
}
