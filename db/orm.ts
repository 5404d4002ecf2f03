import { drizzle, type PgRemoteDatabase } from "drizzle-orm/pg-proxy";
import { isConnectionLoss } from "./failures";
import { createLines, type Dial, type Line } from "./lines";
import { retrying } from "./retry";
import * as schema from "./schema";

/** What query functions take. It has no transactions of its own: see `Transact`. */
export type Orm = PgRemoteDatabase<typeof schema>;

/** All statements of `work` in one transaction. Runs are none of its affairs: the door alone writes those. */
export type Transact = <T>(work: (tx: Orm) => Promise<T>) => Promise<T>;

/**
 * Drizzle on lines of its own: each statement has a connection for itself, and a statement that only reads is
 * repeated when its connection is lost. The lines must give JSON as text, which drizzle reads itself.
 */
export function createOrm(dial: Dial, max: number): { orm: Orm; transact: Transact; close(): Promise<void> } {
  const lines = createLines(dial, max);

  async function run(text: string, values: unknown[], asObjects: boolean): Promise<{ rows: unknown[] }> {
    return onLine((line) => ask(line, text, values, asObjects));
  }

  async function onLine<T>(work: (line: Line) => Promise<T>): Promise<T> {
    const line = await lines.take();
    try {
      return await work(line);
    } catch (error) {
      if (isConnectionLoss(error)) line.markBroken();
      throw error;
    } finally {
      lines.giveBack(line);
    }
  }

  const transact: Transact = (work) =>
    onLine(async (line) => {
      const remote = drizzle((text, values, method) => ask(line, text, values, method === "execute"), {
        schema,
        casing: "snake_case",
      });
      await line.sql.unsafe("begin");
      try {
        const value = await work(remote);
        await line.sql.unsafe("commit");
        return value;
      } catch (error) {
        if (!line.broken && !isConnectionLoss(error)) await line.sql.unsafe("rollback");
        throw error;
      }
    });

  const orm = drizzle(
    (text, values, method) => {
      const once = () => run(text, values, method === "execute");
      return /^\s*select\b/i.test(text) ? retrying(once) : once();
    },
    { schema, casing: "snake_case" },
  );
  return { orm, transact, close: lines.close };
}

async function ask(
  line: Line,
  text: string,
  values: unknown[],
  asObjects: boolean,
): Promise<{ rows: unknown[] }> {
  const query = line.sql.unsafe(text, values as string[]);
  return { rows: [...(asObjects ? await query : await query.values())] };
}
