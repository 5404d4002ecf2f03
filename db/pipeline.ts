import postgres, { type Sql } from "postgres";
import { isConnectionLoss } from "./failures";
import { createLines, type Line, type Lines } from "./lines";

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

const linesOf = new WeakMap<Sql, Lines>();

/** Opens a pipeline beside the client's own pool, on as many connections as that may have. */
export async function openPipeline(client: Sql): Promise<Pipeline> {
  const lines = linesOf.get(client) ?? linesBeside(client);
  linesOf.set(client, lines);
  const line = await lines.take();
  return pipelineOn(line, () => lines.giveBack(line));
}

/** Closes the connections of the client's pipelines. */
export async function closePipelines(client: Sql): Promise<void> {
  await linesOf.get(client)?.close();
}

function linesBeside(client: Sql): Lines {
  // What postgres.js does for its own listening connection: parsed options open another client as they are.
  const parsed = client.options as unknown as postgres.Options<Record<string, never>>;
  // Statements of pipelines find their rows by primary keys, so one cached plan serves all; left to itself the
  // planner would make a new one for every call.
  const connection = { ...parsed.connection, plan_cache_mode: "force_generic_plan" };
  const one = { ...parsed, connection, max: 1, idle_timeout: undefined, max_lifetime: null };
  return createLines((onclose) => postgres({ ...one, onclose }), client.options.max);
}

function pipelineOn(line: Line, giveBack: () => void): Pipeline {
  let over = false;
  const send = async <const T extends readonly unknown[]>(statements: T): Promise<Answers<T>> => {
    if (over) throw new Error("The transaction of this statement has ended.");
    if (line.broken)
      throw Object.assign(new Error("The connection was lost."), { code: "CONNECTION_CLOSED" });
    try {
      return (await Promise.all(statements)) as Answers<T>;
    } catch (error) {
      if (isConnectionLoss(error)) line.markBroken();
      throw error;
    }
  };
  return {
    sql: line.sql,
    send,
    async rollback() {
      if (!over) await send([line.sql.unsafe("rollback")]).catch(() => {});
      over = true;
    },
    release() {
      over = true;
      giveBack();
    },
  };
}
