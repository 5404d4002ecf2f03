import type { RunChange } from "@/lib/core/stream";
import type { Changes, HeardChange, HubSources, WorkspaceBatch, WorkspaceOptions } from "./types";
import { createWaiters } from "./waiters";

/** A commit may become visible this long after the moment that it writes down. */
const OVERLAP_MS = 10_000;
const RECENT_CHANGES = 1_000;

/**
 * The changes of one workspace's runs for all its watchers. What is heard of is read after a short pause in one go;
 * a scan by time finds what was not heard of.
 */
export class WorkspaceFeed {
  readonly #sleepers = createWaiters();
  readonly #heard = new Set<string>();
  readonly #heardComments = new Set<string>();
  /** The number of the last event that was told, by run. */
  readonly #reported = new Map<string, { seq: number; changedAt: number }>();
  #log: HeardChange[] = [];
  /** How many changes were told since the feed began; `#log` has the last of them. */
  #count = 0;
  #scannedMs = 0;
  #timer: NodeJS.Timeout | undefined;
  nowMs = 0;
  watchers = 0;

  readonly workspaceId: string;
  private readonly readChanges: HubSources["readChanges"];
  private readonly options: { pauseMs: number; onError(error: unknown): void };

  constructor(
    workspaceId: string,
    readChanges: HubSources["readChanges"],
    options: { pauseMs: number; onError(error: unknown): void },
  ) {
    this.workspaceId = workspaceId;
    this.readChanges = readChanges;
    this.options = options;
  }

  notify(runId: string): void {
    this.#heard.add(runId);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const runIds = [...this.#heard];
      this.#heard.clear();
      // What is not among its runs belongs to another workspace.
      void this.#read({ runIds }).finally(() => {
        for (const id of runIds) this.#heardComments.delete(id);
      });
    }, this.options.pauseMs);
  }

  /** Comments on the plan of a run have changed, if the run is one of this workspace. */
  noteComments(runId: string): void {
    this.#heardComments.add(runId);
    this.notify(runId);
  }

  /** Looks for changes that no notification told of. */
  async scan(): Promise<void> {
    const sinceMs = this.#scannedMs - OVERLAP_MS;
    const changes = await this.#read({ sinceMs });
    if (changes) this.#scannedMs = changes.nowMs;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** First everything since `after`, then what happens, as far as this person hears of it; each state of a run once. */
  async *watch({
    after,
    personId,
    signal,
  }: Omit<WorkspaceOptions, "workspaceId">): AsyncGenerator<WorkspaceBatch> {
    let position = this.#count;
    const sent = new Map<string, number>();
    const fresh = (runs: HeardChange[]): RunChange[] =>
      runs.flatMap(({ personId: only = personId, comments: _comments, ...run }) => {
        if (only !== personId || run.seq <= (sent.get(run.runId) ?? 0)) return [];
        sent.set(run.runId, run.seq);
        return [run];
      });
    const commented = (news: HeardChange[]) => [
      ...new Set(news.flatMap(({ runId, comments }) => (comments ? runId : []))),
    ];
    const which = after === undefined ? { runIds: [] } : { sinceMs: after - OVERLAP_MS };
    const first = await this.readChanges(this.workspaceId, which);
    this.#scannedMs ||= first.nowMs;
    let cursor = first.nowMs;
    yield { cursor, runs: fresh(first.runs), ready: true };
    while (!signal.aborted) {
      const news = this.#since(position);
      // Too far behind for the memory: the reader comes back with its cursor.
      if (!news) return;
      position = this.#count;
      cursor = Math.max(cursor, this.nowMs);
      const runs = fresh(news);
      const comments = commented(news);
      if (runs.length + comments.length > 0) yield { cursor, runs, ...(comments.length > 0 && { comments }) };
      if (position === this.#count) await this.#sleepers.wait(signal);
    }
  }

  #since(position: number): HeardChange[] | undefined {
    const missing = this.#count - position;
    return missing <= this.#log.length ? this.#log.slice(this.#log.length - missing) : undefined;
  }

  async #read(which: Parameters<HubSources["readChanges"]>[1]): Promise<Changes | undefined> {
    try {
      const changes = await this.readChanges(this.workspaceId, which);
      this.#take(changes);
      return changes;
    } catch (error) {
      this.options.onError(error);
      return;
    }
  }

  #take({ nowMs, runs }: Changes): void {
    this.nowMs = Math.max(this.nowMs, nowMs);
    const news = runs.flatMap((run): HeardChange[] => {
      if (this.#heardComments.delete(run.runId)) return [{ ...run, comments: true }];
      return run.seq > (this.#reported.get(run.runId)?.seq ?? 0) ? [run] : [];
    });
    for (const { runId, seq, changedAt } of news) this.#reported.set(runId, { seq, changedAt });
    for (const [runId, { changedAt }] of this.#reported) {
      if (changedAt < this.nowMs - 6 * OVERLAP_MS) this.#reported.delete(runId);
    }
    if (news.length === 0) return;
    this.#count += news.length;
    this.#log = [...this.#log, ...news].slice(-RECENT_CHANGES);
    this.#sleepers.wakeAll();
  }
}
