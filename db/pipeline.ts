import type { Sql } from "postgres";
import postgres from "postgres";
import type { JobTransaction } from "@/lib/core/job-ports";
import { type Connection, type ConnectionPool, createConnectionPool, type PoolLimits } from "./connections";
import { isConnectionLoss } from "./failures";

type Results<T extends readonly unknown[]> = { -readonly [K in keyof T]: Awaited<T[K]> };

/**
 * One connection for a hand-made transaction whose statements travel together: those of one `send` leave without
 * waiting for each other's answers, so a `send` costs one round trip once its statements are prepared.
 */
export type Pipeline = {
  /** Builds statements; nothing leaves before `send`. */
  sql: Sql;
  /** Rejects with the first failure. Later statements of the same transaction then fail too. */
  send<const T extends readonly unknown[]>(statements: T): Promise<Results<T>>;
  /** Undoes what is not committed; nothing can be sent after it. Never rejects. */
  rollback(): Promise<void>;
  /** Gives the connection back; to be called last, exactly once. */
  release(): void;
};

const poolOf = new WeakMap<Sql, ConnectionPool>();

/** Says how many connections the client's pipelines may have, and how long they wait. */
export function limitPipelines(client: Sql, limits: PoolLimits): void {
  poolOf.set(client, createPipelinePool(client, limits));
}

/** Opens a pipeline beside the client's own pool, on as many connections as that may have unless it was limited. */
export async function openPipeline(client: Sql): Promise<Pipeline> {
  const pool = poolOf.get(client) ?? createPipelinePool(client, { max: client.options.max });
  poolOf.set(client, pool);
  const connection = await pool.acquire();
  return pipelineOn(connection, () => pool.release(connection));
}

/** Closes the connections of the client's pipelines. */
export async function closePipelines(client: Sql): Promise<void> {
  await poolOf.get(client)?.close();
}

function createPipelinePool(client: Sql, limits: PoolLimits): ConnectionPool {
  // What postgres.js does for its own listening connection: parsed options open another client as they are.
  const parsed = client.options as unknown as postgres.Options<Record<string, never>>;
  // Statements of pipelines find their rows by primary keys, so one cached plan serves all; left to itself the
  // planner would make a new one for every call.
  const connection = { ...parsed.connection, plan_cache_mode: "force_generic_plan" };
  const options = { ...parsed, connection, max: 1, idle_timeout: undefined, max_lifetime: null };
  return createConnectionPool((onclose) => postgres({ ...options, onclose }), limits);
}

function pipelineOn(connection: Connection, releaseConnection: () => void): Pipeline {
  let ended = false;
  const send = async <const T extends readonly unknown[]>(statements: T): Promise<Results<T>> => {
    if (ended) throw new Error("The transaction of this statement has ended.");
    try {
      return (await connection.answered(() => Promise.all(statements))) as Results<T>;
    } catch (error) {
      if (isConnectionLoss(error)) connection.markBroken();
      throw error;
    }
  };
  return {
    sql: connection.sql,
    send,
    async rollback() {
      if (!ended) await send([connection.sql.unsafe("rollback")]).catch(() => {});
      ended = true;
    },
    release() {
      ended = true;
      releaseConnection();
    },
  };
}

/** A connection as the jobs port takes it: the open transaction of a pipeline, or each statement by itself. */
export function jobTransaction({
  sql,
  send,
}: Pick<Pipeline, "sql"> & Partial<Pick<Pipeline, "send">>): JobTransaction {
  return {
    async executeSql(text, values = []) {
      const statement = sql.unsafe(text, values as string[], { prepare: true });
      const rows = send ? (await send([statement]))[0] : await statement;
      return { rows: [...rows] };
    },
  };
}
