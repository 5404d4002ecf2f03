import { sql } from "drizzle-orm";
import { getOwn } from "@/lib/core/own";
import type { StoredSize } from "@/lib/core/retention/views";
import { writeArray } from "../../array-types";
import type { OrmOrTx } from "../../client";

/** Tables by what the page of retention counts them as. */
const TABLES = {
  runs: [
    ...[
      "runs",
      "run_events",
      "run_commands",
      "run_snapshots",
      "plan_versions",
      "tasks",
      "attempts",
      "approvals",
    ],
    ...[
      "decisions",
      "replan_history",
      "comment_questions",
      "comment_replies",
      "comments",
      "marks",
      "model_calls",
      "run_attachments",
      "blob_uses",
      "plan_layouts",
      "cost_day_sums",
      "notification_deliveries",
    ],
  ],
  payloads: ["trajectory_steps", "tool_calls", "replays", "replay_steps"],
  live_text: ["stream_chunks"],
  blobs: ["blobs"],
  drills: ["drills"],
  audit: ["audit_log"],
} as const;
type SizeOf = keyof typeof TABLES;

/** Tables up to this size are counted; of larger ones the statistics of the database are good enough. */
const COUNTED_BYTES = 8_388_608;

type TableSize = { name: string; rows: number; bytes: number };

/**
 * About how much a workspace has of each kind: sizes of tables by their files, and rows by the statistics that the database
 * keeps anyway, shared out by the workspace's part of all runs. `rows` are null where nobody has counted yet; of
 * `runs` they are the finished ones, exactly.
 */
export async function readStoredSizes(db: OrmOrTx, workspaceId: string): Promise<Record<SizeOf, StoredSize>> {
  const names = Object.values(TABLES).flat();
  const tables = (await db.execute(sql`
    select relname as name, reltuples::float8 as rows, pg_total_relation_size(oid)::float8 as bytes
    from pg_class where oid in (select to_regclass(name) from unnest(${writeArray(names)}::text[]) as name)`)) as unknown as TableSize[];
  const counts = await countRows(db, workspaceId, tables);
  const share = counts.allRuns === 0 ? 1 : counts.runs / counts.allRuns;
  const sizeOf = (kind: SizeOf): StoredSize => {
    const own = tables.filter(({ name }) => (TABLES[kind] as readonly string[]).includes(name));
    const rows = own.map(
      ({ name, rows }) => getOwn(counts.byTable, name) ?? (rows < 0 ? null : rows * share),
    );
    return {
      rows: rows.includes(null) ? null : Math.round(rows.reduce<number>((sum, n) => sum + (n ?? 0), 0)),
      bytes: Math.round(own.reduce((sum, { bytes }) => sum + bytes, 0) * share),
    };
  };
  return {
    runs: { ...sizeOf("runs"), rows: counts.finished },
    payloads: sizeOf("payloads"),
    live_text: sizeOf("live_text"),
    blobs: sizeOf("blobs"),
    drills: sizeOf("drills"),
    audit: sizeOf("audit"),
  };
}

async function countRows(db: OrmOrTx, workspaceId: string, tables: TableSize[]) {
  const counted = new Set<string>([
    ...TABLES.payloads,
    ...TABLES.live_text,
    ...TABLES.blobs,
    ...TABLES.drills,
    ...TABLES.audit,
  ]);
  const small = tables.filter(({ name, bytes }) => counted.has(name) && bytes <= COUNTED_BYTES);
  const columns = small.map(
    ({ name }) =>
      sql`(select count(*) from ${sql.identifier(name)} where workspace_id = ${workspaceId})::float8 as ${sql.identifier(name)}`,
  );
  const own = sql`from runs where workspace_id = ${workspaceId}`;
  const [row = {}] = (await db.execute(sql`
    select ${sql.join(
      [
        sql`(select count(*) from runs)::float8 as "allRuns"`,
        sql`(select count(*) ${own})::float8 as runs`,
        sql`(select count(*) ${own} and finished_at is not null)::float8 as finished`,
        ...columns,
      ],
      sql`, `,
    )}`)) as unknown as Record<string, number>[];
  const { allRuns = 0, runs = 0, finished = 0, ...byTable } = row;
  return { allRuns, runs, finished, byTable: byTable as Record<string, number | undefined> };
}
