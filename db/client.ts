import { connect, type Socket } from "node:net";
import type { Sql } from "postgres";
import postgres from "postgres";
import { arrayTypes } from "./array-types";
import { ANSWER_MS } from "./connections";
import { createOrm, type Orm, type Transact } from "./orm";
import { closePipelines, limitPipelines } from "./pipeline";
import { withWholeResults } from "./whole-results";

type Target = { host: string[]; port: number[]; path?: string | false };

export type { Orm, Transact } from "./orm";
export type OrmOrTx = Orm;

export type Database = {
  /** postgres.js, for hand-written statements; the run store opens its pipelines beside it. */
  sql: Sql;
  /** Drizzle, for everything else. */
  orm: Orm;
  transact: Transact;
  close(): Promise<void>;
};

/** A process that stands still in the middle of a transaction must not hold a run's lock forever. */
const IDLE_IN_TRANSACTION_MS = 10_000;
const MAX_BACKOFF_SECONDS = 1;

/** Dates pass as text: raw statements say themselves how they read a moment, and drizzle makes its own Dates. */
const timestamps = {
  to: 1184,
  from: [1184, 1082, 1083, 1114, 1182, 1185, 1115, 1231],
  serialize: (value: unknown) => value,
  parse: (text: string) => text,
};

/** Drizzle writes and reads JSON itself; a text that looks like JSON must not be read twice. */
const jsonAsText = {
  to: 3802,
  from: [114, 3802],
  serialize: (text: string) => text,
  parse: (text: string) => text,
};

/** How many connections each way into a database may have at most: plain statements, drizzle, and the run store. */
type ConnectionShares = { sql: number; orm: number; pipelines: number };

/** Shares out the connections that a process has for its statements, three at least. */
export function shareConnections(total: number): ConnectionShares {
  const sql = Math.max(1, Math.floor(total / 3));
  const orm = Math.max(1, Math.floor((total - sql) / 2));
  return { sql, orm, pipelines: Math.max(1, total - sql - orm) };
}

type DatabaseOptions = {
  /** For each of its ways in at most so many, or their shares. */
  max: number | ConnectionShares;
  applicationName?: string;
  /** How long an answer, or a free connection, is waited for. */
  answerMs?: number;
};

/** Opens a database; connections are made when they are needed. */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const { applicationName = "waymark", answerMs = ANSWER_MS } = options;
  const { max } = options;
  const shares = typeof max === "number" ? { sql: max, orm: max, pipelines: max } : max;
  const settings = {
    connection: {
      application_name: applicationName,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      // The server gives up what nobody waits for any more.
      statement_timeout: answerMs,
    },
    connect_timeout: Math.ceil(answerMs / 1_000),
    onnotice: () => {},
    backoff: (failures: number) => Math.min(0.05 * 2 ** failures, MAX_BACKOFF_SECONDS),
    fetch_types: false,
    types: { ...arrayTypes, moments: timestamps },
    // The library takes it, its types do not know it.
    socket: createSocketOpener(),
  };
  const sql = withWholeResults(postgres(url, { ...settings, max: shares.sql }));
  limitPipelines(sql, { max: shares.pipelines, answerMs });
  const single = { ...settings, types: { ...settings.types, jsonAsText }, max: 1, max_lifetime: null };
  const { orm, transact, close } = createOrm((onclose) => postgres(url, { ...single, onclose }), {
    max: shares.orm,
    answerMs,
  });
  return {
    sql,
    orm,
    transact,
    async close() {
      await Promise.all([close(), closePipelines(sql), sql.end({ timeout: 5 })]);
    },
  };
}

/**
 * Sockets for postgres.js that send at once. Its own wait until the server has acknowledged what is on its way, which
 * makes a second round trip of statements that were meant to travel together. Several hosts take turns.
 */
function createSocketOpener(): (target: Target) => Socket {
  let opened = 0;
  return ({ host, port, path }) => {
    const name = host[opened % host.length] ?? "localhost";
    const socket = path
      ? connect({ path })
      : connect({ host: name, port: port[opened % port.length] ?? 5432 });
    opened += 1;
    socket.setNoDelay(true);
    // postgres.js reads the name that a certificate must have from here.
    return Object.assign(socket, { host: name });
  };
}
