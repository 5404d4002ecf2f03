import type { Sql } from "postgres";
import { listenOn, notifyChannels } from "@/db/listen";

import type { Log } from "@/lib/core/ports";

const RUNS_CHANNEL = "waymark_runs";
const JOBS_CHANNEL = "waymark_jobs";
/** The transaction that changes a setup tells it by itself (`raiseSetupVersion`). */
const SETUPS_CHANNEL = "waymark_setups";
const COALESCE_MS = 20;
/** PostgreSQL refuses payloads of 8 000 bytes and more. */
const MAX_PAYLOAD_BYTES = 7_900;

/**
 * Tells other processes, after a commit, that a run has reached a sequence number (and that a job waits). A hint
 * that may be lost; what people did leaves at once, the rest is gathered for a moment.
 */
export type Notify = (runId: string, seq: number, hints: { people: boolean; enqueued: boolean }) => void;

/** How far a run has come: its last event and chunk of text; 0 says nothing. */
type RunCursor = { seq: number; chunk: number; comments?: boolean };

export type Notifier = {
  notify: Notify;
  /** Tells that runs have text up to these chunk numbers. */
  notifyChunks(last: Map<string, number>): void;
  /** Tells that what people say of a run's plan, or are answered, has changed. */
  notifyComments(runId: string): void;
  /** Sends what is still held back. */
  close(): Promise<void>;
};

export function createNotifier(sql: Sql, log: Log): Notifier {
  const pending = new Map<string, RunCursor>();
  let jobsPending = false;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const payloads = payloadsOf(pending).map((payload) => ({ channel: RUNS_CHANNEL, payload }));
    if (jobsPending) payloads.push({ channel: JOBS_CHANNEL, payload: "" });
    pending.clear();
    jobsPending = false;
    if (payloads.length === 0) return;
    const sent = notifyChannels(sql, payloads).catch((error: unknown) => {
      log.warn({ err: error }, "A notification was lost; readers find out by their polls");
    });
    sending = Promise.all([sending, sent]).then(() => {});
  }

  function enqueue(runId: string, cursor: Partial<RunCursor>): void {
    const { seq = 0, chunk = 0 } = cursor;
    const known = pending.get(runId) ?? { seq: 0, chunk: 0 };
    const comments = cursor.comments || known.comments;
    pending.set(runId, {
      seq: Math.max(seq, known.seq),
      chunk: Math.max(chunk, known.chunk),
      ...(comments && { comments }),
    });
  }

  return {
    notifyChunks(last) {
      for (const [runId, chunk] of last) enqueue(runId, { chunk });
      timer ??= setTimeout(flush, COALESCE_MS);
    },
    notifyComments(runId) {
      enqueue(runId, { comments: true });
      flush();
    },
    notify(runId, seq, { people, enqueued }) {
      enqueue(runId, { seq });
      jobsPending ||= enqueued;
      if (people || enqueued) flush();
      else timer ??= setTimeout(flush, COALESCE_MS);
    },
    async close() {
      flush();
      await sending;
    },
  };
}

/** Texts of `[[run, seq, chunk], …]`, with a 1 behind where comments have changed, as few as the size limit allows. */
function payloadsOf(cursors: Map<string, RunCursor>): string[] {
  const payloads: string[] = [];
  let parts: string[] = [];
  let bytes = 2;
  for (const [runId, { seq, chunk, comments }] of cursors) {
    const part = JSON.stringify(comments ? [runId, seq, chunk, 1] : [runId, seq, chunk]);
    const partBytes = Buffer.byteLength(part) + 1;
    if (bytes + partBytes > MAX_PAYLOAD_BYTES) {
      payloads.push(`[${parts.join()}]`);
      parts = [];
      bytes = 2;
    }
    parts.push(part);
    bytes += partBytes;
  }
  return parts.length > 0 ? [...payloads, `[${parts.join()}]`] : payloads;
}

export type Listeners = {
  /** A run has reached at least this event, and this chunk of text; 0 says nothing of either. */
  onRun?(runId: string, seq: number, chunk: number): void;
  /** The comments on its plan have changed. */
  onComments?(runId: string): void;
  /** A job waits to be claimed. */
  onJobs?(): void;
  /** What a workspace has set up has changed. */
  onSetup?(workspaceId: string): void;
  /** The connection was away for a while: anything may have been missed. */
  onReconnect?(): void;
};

/** Hears what the notifiers of all processes say, over one connection of its own. Resolves when it does. */
export async function listen(
  sql: Sql,
  { onRun, onComments, onJobs, onSetup, onReconnect }: Listeners,
): Promise<() => Promise<void>> {
  const channels = {
    [RUNS_CHANNEL](payload: string) {
      for (const [runId, seq, chunk = 0, comments] of readPayload(payload)) {
        if (!comments || seq > 0 || chunk > 0) onRun?.(runId, seq, chunk);
        if (comments) onComments?.(runId);
      }
    },
    [JOBS_CHANNEL]: () => onJobs?.(),
    [SETUPS_CHANNEL]: (workspaceId: string) => onSetup?.(workspaceId),
  };
  return listenOn(sql, channels, () => onReconnect?.());
}

type PayloadEntry = [runId: string, seq: number, chunk?: number, comments?: number];

function readPayload(payload: string): PayloadEntry[] {
  try {
    const entries: unknown = JSON.parse(payload);
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is PayloadEntry {
  return Array.isArray(entry) && typeof entry[0] === "string" && typeof entry[1] === "number";
}
