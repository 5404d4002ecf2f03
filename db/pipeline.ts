import type { Sql } from "postgres";

type Answers<T extends readonly unknown[]> = { -readonly [K in keyof T]: Awaited<T[K]> };

/**
 * One connection for a hand-made transaction whose statements travel together: those of one `send` leave without
 * waiting for each other's answers, so a `send` costs one round trip once its statements are prepared.
 */
export type Pipeline = {
  /** Builds statements; nothing leaves before `send`. */
  sql: Sql;
  /** Rejects with the first failure. Later statements of the same transaction then fail too. */
  send<const T extends readonly unknown[]>(statements: T): Promise<Answers<T>>;
  /** Undoes what is not committed; nothing can be sent after it. Never rejects. */
  rollback(): Promise<void>;
  /** Gives the connection back; to be called last, exactly once. */
  release(): void;
};

export async function openPipeline(pool: Sql): Promise<Pipeline> {
  const sql = await pool.reserve();
  // A reserved handle of a connection that broke must not be touched again: it would write to no socket, or to
  // the transaction of whoever has the reconnected one.
  let broken = false;
  let over = false;
  const send = async <const T extends readonly unknown[]>(statements: T): Promise<Answers<T>> => {
    if (broken || over) throw new Error("The transaction of this statement has ended.");
    try {
      return (await Promise.all(statements)) as Answers<T>;
    } catch (error) {
      broken ||= isConnectionLoss(error);
      throw error;
    }
  };
  return {
    sql,
    send,
    async rollback() {
      if (!broken && !over) await send([sql.unsafe("rollback")]).catch(() => {});
      over = true;
    },
    release() {
      over = true;
      if (!broken) sql.release();
    },
  };
}

/** True when the connection is gone, so that the fate of a commit under way is unknown. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("errno" in error || ("severity" in error && error.severity === "FATAL")) return true;
  return "code" in error && typeof error.code === "string" && error.code.startsWith("CONNECT");
}

/** True for a transaction that the server broke off because of another one: it may simply be tried again. */
export function isSerializationFailure(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "40001" || error.code === "40P01");
}
