import type { Sql } from "postgres";

/** Sends all of them in one statement of its own. */
export async function notifyChannels(
  sql: Sql,
  messages: { channel: string; payload: string }[],
): Promise<void> {
  await sql`select pg_notify(channel, payload)
    from jsonb_to_recordset(${JSON.stringify(messages)}::text::jsonb) as message (channel text, payload text)`;
}
