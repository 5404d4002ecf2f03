import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "postgres";
import postgres from "postgres";
import { getOwn } from "@/lib/core/own";

type Channels = Readonly<Record<string, (payload: string) => void>>;

const MIN_DELAY_MS = 50;
const MAX_DELAY_MS = 1_000;
const CLOSE_TIMEOUT_SECONDS = 5;

/**
 * Listens on channels over a connection of its own, made like the client's. One that is lost is replaced as soon as the
 * server takes another, however long that is, and `onReconnect` runs; postgres.js' own gives up when it is refused once.
 * Rejects when the first connection cannot be made; returns what stops it.
 */
export async function listenOn(
  client: Sql,
  channels: Channels,
  onReconnect: () => void,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let connection = await connect(client, channels);

  async function keepListening(): Promise<void> {
    for (;;) {
      await Promise.race([connection.lost, whenAborted(stopping.signal)]);
      await connection.close();
      if (!(await reconnect())) return;
      onReconnect();
    }
  }

  async function reconnect(): Promise<boolean> {
    for (let waitMs = MIN_DELAY_MS; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, MAX_DELAY_MS)) {
      try {
        connection = await connect(client, channels);
        return true;
      } catch {
        await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
    return false;
  }

  const listening = keepListening();
  return async () => {
    stopping.abort();
    await listening;
  };
}

type ListenConnection = { lost: Promise<void>; close(): Promise<void> };

async function connect(client: Sql, channels: Channels): Promise<ListenConnection> {
  let onClosed = (): void => {};
  const lost = new Promise<void>((resolve) => {
    onClosed = resolve;
  });
  // Parsed options open another client as they are; the types of postgres.js do not know `onnotify`.
  const parsed = client.options as unknown as postgres.Options<Record<string, never>>;
  const own = { max: 1, idle_timeout: undefined, max_lifetime: null, fetch_types: false, onclose: onClosed };
  const onnotify = (channel: string, payload: string) => getOwn(channels, channel)?.(payload);
  const one = postgres({ ...parsed, ...own, ...({ onnotify } as object) });
  const close = (seconds: number) => one.end({ timeout: seconds }).catch(() => {});
  try {
    for (const name of Object.keys(channels)) await one`listen ${one(name)}`;
  } catch (error) {
    await close(0);
    throw error;
  }
  return { lost, close: () => close(CLOSE_TIMEOUT_SECONDS) };
}

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });

/** Sends all of them in one statement of its own. */
export async function notifyChannels(
  sql: Sql,
  messages: { channel: string; payload: string }[],
): Promise<void> {
  await sql`select pg_notify(channel, payload)
    from jsonb_to_recordset(${JSON.stringify(messages)}::text::jsonb) as message (channel text, payload text)`;
}
