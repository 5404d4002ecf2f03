import { drizzle, type PgRemoteDatabase } from "drizzle-orm/pg-proxy";
import { isConnectionLoss } from "./failures";
import { createLines, type Dial } from "./lines";
import { retrying } from "./retry";
import * as schema from "./schema";

/** What query functions take. Transactions are the door's affair: this one has none. */
export type Orm = PgRemoteDatabase<typeof schema>;

/**
 * Drizzle on lines of its own: each statement has a connection for itself, and a statement that only reads is
 * repeated when its connection is lost. The lines must give JSON as text, which drizzle reads itself.
 */
export function createOrm(dial: Dial, max: number): { orm: Orm; close(): Promise<void> } {
  const lines = createLines(dial, max);

  async function run(text: string, values: unknown[], asObjects: boolean): Promise<{ rows: unknown[] }> {
    const line = await lines.take();
    try {
      const query = line.sql.unsafe(text, values as string[]);
      return { rows: [...(asObjects ? await query : await query.values())] };
    } catch (error) {
      if (isConnectionLoss(error)) line.markBroken();
      throw error;
    } finally {
      lines.giveBack(line);
    }
  }

  const orm = drizzle(
    (text, values, method) => {
      const once = () => run(text, values, method === "execute");
      return /^\s*select\b/i.test(text) ? retrying(once) : once();
    },
    { schema, casing: "snake_case" },
  );
  return { orm, close: lines.close };
}
