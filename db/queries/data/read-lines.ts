import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { JsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { writeArray } from "../../array-types";
import type { OrmOrTx } from "../../client";
import type { ExportedTable } from "./exported-tables";

/** A page ends with the row that reaches it. */
const PAGE_BYTES = 1_048_576;

/**
 * The rows of a table that follow one, each as JSON of the database's own making: at most a megabyte and a row. None after
 * the last. `after` has the keys of that one; `runIds`: only rows of these runs.
 */
export async function readLines(
  db: OrmOrTx,
  { table, columns, keys, pageRows }: ExportedTable,
  { workspaceId, runIds, after }: { workspaceId: string; runIds?: readonly string[]; after?: JsonObject },
): Promise<string[]> {
  const keyColumns = keys.map((key) => [key, getOwn(columns, key) as PgColumn] as const);
  const order = sql.join(
    keyColumns.map(([, column]) => sql`${column}`),
    sql`, `,
  );
  const conditions = [
    sql`${columns.workspaceId} = ${workspaceId}`,
    ...(runIds ? [sql`${columns.runId ?? columns.id} = any(${writeArray(runIds)}::text[])`] : []),
    ...(after ? [sql`(${order}) > (${sql.join(keyColumns.map(valueIn(after)), sql`, `)})`] : []),
  ];
  const fields = Object.entries(columns).map(([key, column]) => sql`${column} as ${sql.identifier(key)}`);
  const rows = (await db.execute(sql`
    with page as materialized (
      select ${sql.join(fields, sql`, `)} from ${table}
      where ${sql.join(conditions, sql` and `)} order by ${order} limit ${pageRows}
    ), lines as (
      select row_to_json(page)::text as line, row_number() over (
        order by ${sql.join(
          keys.map((key) => sql`${sql.identifier(key)}`),
          sql`, `,
        )}) as n from page
    )
    select line from (
      select line, n, sum(octet_length(line)) over (order by n) - octet_length(line) as before from lines) as measured
    where before < ${PAGE_BYTES} order by n`)) as unknown as { line: string }[];
  return rows.map(({ line }) => line);
}

const valueIn =
  (after: JsonObject) =>
  ([key, column]: readonly [string, PgColumn]): SQL =>
    sql`${String(getOwn(after, key))}::${sql.raw(column.getSQLType())}`;
