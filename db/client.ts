import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres, { type Sql } from "postgres";
import * as schema from "./schema";
import { createSocketOpener } from "./socket";

export type Orm = PostgresJsDatabase<typeof schema>;
/** What query functions take: the pool, or a transaction of it. */
export type OrmOrTx = Orm | Parameters<Parameters<Orm["transaction"]>[0]>[0];

export type Database = {
  /** postgres.js, for the door and other hand-written statements. */
  sql: Sql;
  /** The same pool through drizzle, for everything else. */
  orm: Orm;
  close(): Promise<void>;
};

/** A process that stands still in the middle of a transaction must not hold a run's lock for ever. */
const IDLE_IN_TRANSACTION_MS = 10_000;

/** Opens a pool of at most `max` connections; they are made when they are needed. */
export function openDatabase(url: string, options: { max: number; applicationName?: string }): Database {
  const settings = {
    max: options.max,
    connection: {
      application_name: options.applicationName ?? "waymark",
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    },
    onnotice: () => {},
    // The library takes it, its types do not know it.
    socket: createSocketOpener(),
  };
  const sql = postgres(url, settings);
  // Drizzle makes dates and jsonb of this client pass as text: raw statements must say how they read them.
  const orm = drizzle(sql, { schema, casing: "snake_case" });
  return { sql, orm, close: () => sql.end({ timeout: 5 }) };
}
