import type { ReservedSql, Sql } from "postgres";
import { withinLimit } from "./failures";

/**
 * A connection that its holder has for itself. `broken` is true from the moment it is lost; its handle must not be
 * touched after that: postgres.js would write to no socket, and throw where nobody can catch it.
 */
export type Connection = {
  sql: ReservedSql;
  readonly broken: boolean;
  markBroken(): void;
  /**
   * What the server answers to what `ask` sends, within the pool's limit. A lost connection is not asked
   * (`CONNECTION_CLOSED`); one whose server stays silent is broken.
   */
  answered<T>(ask: () => PromiseLike<T>): Promise<T>;
  close(): Promise<void>;
};

export type ConnectionPool = {
  /** A connection for the caller alone; waits while all are taken, within the pool's limit. */
  acquire(): Promise<Connection>;
  release(connection: Connection): void;
  close(): Promise<void>;
};

/** Opens a client of one connection that calls `onclose` when it has lost it. */
export type OpenClient = (onclose: () => void) => Sql;

/** How many connections at most, and how long each is waited for: to be free, to open, and to answer a statement. */
export type PoolLimits = { max: number; answerMs?: number };

const CLOSE_TIMEOUT_SECONDS = 5;
/** Longer than a transaction whose process stands still may hold a lock (`idle_in_transaction_session_timeout`). */
export const ANSWER_MS = 30_000;

/**
 * A pool of connections with a client each. postgres.js' own pool connects a lost connection again with remains of
 * the old one (the first result may have holes, the first write may be lost); here a lost one is replaced.
 */
export function createConnectionPool(
  openClient: OpenClient,
  { max, answerMs = ANSWER_MS }: PoolLimits,
): ConnectionPool {
  const free: Connection[] = [];
  let waiting: ((connection?: Connection) => void)[] = [];
  let givenBack = 0;
  let available = max;
  let closed = false;

  async function acquire(): Promise<Connection> {
    for (;;) {
      const connection = free.pop() ?? (available > 0 ? await open() : await turn());
      if (connection && !connection.broken) return connection;
      if (connection) discard(connection);
    }
  }

  /**
   * Waits its turn for a connection, or for room to open one. Others that get theirs are answers of the server: it is
   * silent when none was given back for as long as it is waited for.
   */
  async function turn(): Promise<Connection | undefined> {
    let wake = (_connection?: Connection): void => {};
    const woken = new Promise<Connection | undefined>((resolve) => {
      wake = resolve;
      waiting.push(resolve);
    });
    for (;;) {
      const before = givenBack;
      try {
        return await withinLimit(woken, answerMs, () => {});
      } catch (silence) {
        if (givenBack > before) continue;
        waiting = waiting.filter((one) => one !== wake);
        throw silence;
      }
    }
  }

  async function open(): Promise<Connection> {
    available -= 1;
    try {
      return await openConnection(openClient, answerMs);
    } catch (error) {
      available += 1;
      waiting.shift()?.();
      throw error;
    }
  }

  function discard(connection: Connection): void {
    available += 1;
    connection.close().catch(() => {});
  }

  return {
    acquire,
    release(connection) {
      givenBack += 1;
      const next = waiting.shift();
      if (!connection.broken && !closed) return next ? next(connection) : void free.push(connection);
      discard(connection);
      next?.();
    },
    async close() {
      closed = true;
      await Promise.all(free.splice(0).map((connection) => connection.close()));
    },
  };
}

async function openConnection(openClient: OpenClient, answerMs: number): Promise<Connection> {
  let broken = false;
  let markBroken = (): void => {};
  const lost = new Promise<never>((_, reject) => {
    markBroken = () => {
      broken = true;
      reject(lostError());
    };
  });
  lost.catch(() => {});
  const client = openClient(() => markBroken());
  const sql = await withinLimit(reserve(client, lost), answerMs, () => markBroken()).catch(
    (error: unknown) => {
      client.end({ timeout: 0 }).catch(() => {});
      throw error;
    },
  );
  return {
    sql,
    get broken() {
      return broken;
    },
    markBroken: () => markBroken(),
    async answered(ask) {
      if (broken) throw lostError();
      return withinLimit(Promise.resolve(ask()), answerMs, () => markBroken());
    },
    async close() {
      if (!broken) sql.release();
      await client.end({ timeout: broken ? 0 : CLOSE_TIMEOUT_SECONDS });
    },
  };
}

const lostError = () => Object.assign(new Error("The connection was lost."), { code: "CONNECTION_CLOSED" });

/** Reserving waits forever when the connection is not open yet, and when it is lost in between. */
async function reserve(client: Sql, lost: Promise<never>): Promise<ReservedSql> {
  await client`select 1`;
  return Promise.race([client.reserve(), lost]);
}
