import type { RunEvent } from "@/lib/core/run/events";
import type { StreamChunk } from "@/lib/core/stream";
import { createWaiters } from "./sleepers";
import { createTail, type Tail } from "./tail";
import type { HubSources, RunHead } from "./types";

/** The recent events and chunks of text of one watched run, and the watchers that sleep until there are more. */
export class RunFeed {
  readonly events: Tail<RunEvent>;
  readonly chunks: Tail<StreamChunk>;
  readonly #sleepers = createWaiters();
  #ended = false;
  watchers = 0;

  constructor(
    readonly runId: string,
    sources: Pick<HubSources, "readEvents" | "readChunks">,
  ) {
    this.events = createTail(
      (event) => event.seq,
      async (after, limit) => {
        const events = await sources.readEvents(runId, after, limit);
        if (events.some((event) => event.type === "run_finished")) this.#ended = true;
        return events;
      },
    );
    this.chunks = createTail(
      (chunk) => chunk.chunkNo,
      (after, limit) => sources.readChunks(runId, after, limit),
    );
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Takes in what a notification or a poll tells; wakes the watchers when it is news. */
  update({ seq, chunk, ended }: RunHead): void {
    const changes = [this.events.advanceTo(seq), this.chunks.advanceTo(chunk), ended && !this.#ended];
    this.#ended ||= ended;
    if (changes.includes(true)) this.#sleepers.wakeAll();
  }

  /** Resolves when `isNews` may have become true, the run has ended, or the signal fires. */
  async changed(isNews: () => boolean, signal: AbortSignal): Promise<void> {
    if (isNews() || this.#ended) return;
    await this.#sleepers.wait(signal);
  }
}
