import { drizzle, type PgRemoteDatabase } from "drizzle-orm/pg-proxy";
import type { JobTransaction } from "@/lib/core/job-ports";
import { type Connection, createConnectionPool, type OpenClient, type PoolLimits } from "./connections";
import { isConnectionLoss, withRetries } from "./failures";
import * as schema from "./schema";
import { withoutHoles } from "./whole-results";

/** What query functions take. It has no transactions of its own: see `Transact`. */
export type Orm = PgRemoteDatabase<typeof schema>;

/**
 * All statements of `work` in one transaction, which jobs join by its second argument. Runs are none of its affairs: the
 * run store alone writes those.
 */
export type Transact = <T>(work: (tx: Orm, jobs: JobTransaction) => Promise<T>) => Promise<T>;

/** A statement that writes nothing, in its parts neither. */
const READS = /^\s*(?:select\b|with\b(?!.*\b(?:insert|update|delete|merge)\b))/is;

/**
 * Drizzle on connections of its own: each statement has a connection for itself, and a statement that only reads is
 * repeated when its connection is lost. The connections must give JSON as text, which drizzle reads itself.
 */
export function createOrm(
  openClient: OpenClient,
  limits: PoolLimits,
): { orm: Orm; transact: Transact; close(): Promise<void> } {
  const pool = createConnectionPool(openClient, limits);

  async function run(text: string, values: unknown[], asObjects: boolean): Promise<{ rows: unknown[] }> {
    return onConnection((connection) => runQuery(connection, text, values, asObjects));
  }

  async function onConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await pool.acquire();
    try {
      return await work(connection);
    } catch (error) {
      if (isConnectionLoss(error)) connection.markBroken();
      throw error;
    } finally {
      pool.release(connection);
    }
  }

  const transact: Transact = (work) =>
    onConnection(async (connection) => {
      const remote = drizzle(
        (text, values, method) => runQuery(connection, text, values, method === "execute"),
        {
          schema,
          casing: "snake_case",
        },
      );
      await connection.answered(() => connection.sql.unsafe("begin"));
      try {
        const value = await work(remote, {
          executeSql: (text, values = []) => runQuery(connection, text, values, true),
        });
        await connection.answered(() => connection.sql.unsafe("commit"));
        return value;
      } catch (error) {
        if (!connection.broken && !isConnectionLoss(error))
          await connection.answered(() => connection.sql.unsafe("rollback"));
        throw error;
      }
    });

  const orm = drizzle(
    (text, values, method) => {
      const once = () => run(text, values, method === "execute");
      return READS.test(text) ? withRetries(once) : once();
    },
    { schema, casing: "snake_case" },
  );
  return { orm, transact, close: pool.close };
}

async function runQuery(
  connection: Connection,
  text: string,
  values: unknown[],
  asObjects: boolean,
): Promise<{ rows: unknown[] }> {
  const ask = () => {
    const query = connection.sql.unsafe(text, values as string[]);
    return asObjects ? query : query.values();
  };
  return { rows: [...withoutHoles(await connection.answered<readonly unknown[]>(ask))] };
}
