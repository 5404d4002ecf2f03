import type { RunEvent } from "@/lib/core/run/events";
import type { HubSources, RunHead } from "./types";

const PAGE_EVENTS = 500;
const TAIL_EVENTS = 1_000;

/** The recent events of one watched run, and the watchers that sleep until there are more. */
export class RunFeed {
  readonly #sleepers = new Set<() => void>();
  readonly #reads = new Map<number, Promise<RunEvent[]>>();
  #tail: RunEvent[] = [];
  #head: RunHead = { seq: 0, ended: false };
  watchers = 0;

  constructor(
    readonly runId: string,
    private readonly readEvents: HubSources["readEvents"],
  ) {}

  get head(): RunHead {
    return this.#head;
  }

  /** Takes in what a notification or a poll tells; wakes the watchers when it is news. */
  learn(head: RunHead): void {
    const news = head.seq > this.#head.seq || (head.ended && !this.#head.ended);
    this.#head = { seq: Math.max(head.seq, this.#head.seq), ended: head.ended || this.#head.ended };
    if (news) this.wake();
  }

  wake(): void {
    const sleepers = [...this.#sleepers];
    this.#sleepers.clear();
    for (const rise of sleepers) rise();
  }

  /** The next events after `seq`: from memory, or by one read that all watchers at that place share. */
  async after(seq: number): Promise<RunEvent[]> {
    const first = this.#tail[0];
    const last = this.#tail.at(-1);
    if (first && last && first.seq <= seq + 1 && seq < last.seq) return this.#tail.slice(seq + 1 - first.seq);
    if (seq >= this.#head.seq) return [];
    const running = this.#reads.get(seq);
    if (running) return running;
    const read = this.readEvents(this.runId, seq, PAGE_EVENTS).finally(() => this.#reads.delete(seq));
    this.#reads.set(seq, read);
    const events = await read;
    if (events.length === 0) this.#head = { ...this.#head, seq };
    this.#remember(events);
    return events;
  }

  /** Resolves when there is something after `seq`, the run has ended, or the signal fires. */
  async changed(seq: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#head.seq > seq || this.#head.ended) return;
    await new Promise<void>((resolve) => {
      const rise = () => {
        signal.removeEventListener("abort", rise);
        this.#sleepers.delete(rise);
        resolve();
      };
      this.#sleepers.add(rise);
      signal.addEventListener("abort", rise, { once: true });
    });
  }

  #remember(events: RunEvent[]): void {
    const last = events.at(-1);
    if (!last) return;
    const tailEnd = this.#tail.at(-1)?.seq;
    if (tailEnd === undefined || events[0]?.seq === tailEnd + 1) this.#tail.push(...events);
    this.#tail.splice(0, this.#tail.length - TAIL_EVENTS);
    const ended = events.some((event) => event.type === "run_finished");
    this.learn({ seq: last.seq, ended });
  }
}
