import type { Sql } from "postgres";

/** Messages to channels outside the console; once, however often a commit is repeated. */
export const insertDeliveries = (sql: Sql, workspace: string, now: number, rows: string) => sql`
  insert into notification_deliveries
    (id, workspace_id, channel_id, type, run_id, approval_id, told, status, created_at)
  select id, ${workspace}, "channelId", told ->> 'event', told ->> 'runId', told #>> '{gate,approvalId}', told,
    case when held then 'held' else 'pending' end, to_timestamp(${now}::float8 / 1000)
  from jsonb_to_recordset(${rows}::text::jsonb) as row (id text, "channelId" text, held boolean, told jsonb)
  on conflict (id) do nothing`;
