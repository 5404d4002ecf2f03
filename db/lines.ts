import type { ReservedSql, Sql } from "postgres";

/**
 * A connection that its holder has for itself. `broken` is true from the moment it is lost; its handle must not be
 * touched after that: postgres.js would write to no socket, and throw where nobody can catch it.
 */
export type Line = {
  sql: ReservedSql;
  readonly broken: boolean;
  markBroken(): void;
  hangUp(): Promise<void>;
};

export type Lines = {
  /** A line for the caller alone; waits while all are taken. */
  take(): Promise<Line>;
  giveBack(line: Line): void;
  close(): Promise<void>;
};

/** Opens a client of one connection that calls `onclose` when it has lost it. */
export type Dial = (onclose: () => void) => Sql;

const HANG_UP_SECONDS = 5;

/**
 * A pool of connections with a client each. postgres.js' own pool connects a lost connection anew with remains of
 * the old one (the first result may have holes, the first write may be lost); here a lost one is replaced.
 */
export function createLines(dial: Dial, max: number): Lines {
  const free: Line[] = [];
  const waiting: (() => void)[] = [];
  let places = max;
  let closed = false;

  async function take(): Promise<Line> {
    for (;;) {
      const line = free.pop();
      if (line && !line.broken) return line;
      if (line) forget(line);
      else if (places > 0) return await open();
      else await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  async function open(): Promise<Line> {
    places -= 1;
    try {
      return await openLine(dial);
    } catch (error) {
      places += 1;
      waiting.shift()?.();
      throw error;
    }
  }

  function forget(line: Line): void {
    places += 1;
    line.hangUp().catch(() => {});
  }

  return {
    take,
    giveBack(line) {
      if (line.broken || closed) forget(line);
      else free.push(line);
      waiting.shift()?.();
    },
    async close() {
      closed = true;
      await Promise.all(free.splice(0).map((line) => line.hangUp()));
    },
  };
}

async function openLine(dial: Dial): Promise<Line> {
  let broken = false;
  let markBroken = (): void => {};
  const lost = new Promise<never>((_, reject) => {
    markBroken = () => {
      broken = true;
      reject(Object.assign(new Error("The connection was lost."), { code: "CONNECTION_CLOSED" }));
    };
  });
  lost.catch(() => {});
  const client = dial(() => markBroken());
  const sql = await reserve(client, lost).catch((error: unknown) => {
    client.end({ timeout: 0 }).catch(() => {});
    throw error;
  });
  return {
    sql,
    get broken() {
      return broken;
    },
    markBroken: () => markBroken(),
    async hangUp() {
      if (!broken) sql.release();
      await client.end({ timeout: broken ? 0 : HANG_UP_SECONDS });
    },
  };
}

/** Reserving waits for ever when the connection is not open yet, and when it is lost in between. */
async function reserve(client: Sql, lost: Promise<never>): Promise<ReservedSql> {
  await client`select 1`;
  return Promise.race([client.reserve(), lost]);
}
