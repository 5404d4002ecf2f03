import type { Sql } from "postgres";

/** Sends all of them in one statement of its own. */
export async function notifyChannel(
  sql: Sql,
  messages: { channel: string; payload: string }[],
): Promise<void> {
  await sql`select pg_notify(channel, payload)
    from jsonb_to_recordset(${JSON.stringify(messages)}::text::jsonb) as message (channel text, payload text)`;
}

/** Listens on the client's own listening connection, which finds back by itself; `onListen` runs each time it does. */
export async function listenTo(
  sql: Sql,
  channel: string,
  onMessage: (payload: string) => void,
  onListen?: () => void,
): Promise<() => Promise<void>> {
  const { unlisten } = await sql.listen(channel, onMessage, onListen);
  return unlisten;
}
