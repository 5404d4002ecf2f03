import { getTableColumns, getTableName, is, sql } from "drizzle-orm";
import {
  check,
  customType,
  doublePrecision,
  PgArray,
  type PgColumn,
  text,
  timestamp,
} from "drizzle-orm/pg-core";

/** A moment on the database's clock; milliseconds are kept exactly. Read as a Date. */
export const moment = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });

/** Every row belongs to one workspace. */
export const workspaceId = () => text().notNull();

/** A duration in milliseconds or an amount of micro-dollars: fractions are allowed, unknown is null. */
export const amount = () => doublePrecision();

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

export const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** What a row is found by: its column `words`, as both configurations read it. */
export const searchVector = () =>
  tsvector().generatedAlwaysAs(
    sql`to_tsvector('english'::regconfig, words) || to_tsvector('simple'::regconfig, words)`,
  );

/** A column that holds one of these words; `wordChecks` makes the store refuse any other. */
export const oneOf = <Word extends string, Words extends Readonly<[Word, ...Word[]]>>(words: Words) =>
  text({ enum: words });

/** The words that a column may hold, or that the list in it is made of; undefined for any other column. */
export function wordsOf(column: PgColumn): readonly string[] | undefined {
  return isList(column) ? column.baseColumn.enumValues : column.enumValues;
}

const isList = (column: PgColumn): column is PgArray<never, never> => is(column, PgArray);

/** The name of the constraint on the words of a column. */
export const wordCheckName = (table: string, key: string): string =>
  `${table}_${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_check`;

/**
 * One constraint for each column of the table that was declared with `oneOf`. A null passes: `notNull` is another
 * question. Takes any columns of the table, as its extra configuration gets them.
 */
export function wordChecks(columns: Record<string, PgColumn>) {
  const table = Object.values(columns)[0]?.table;
  if (!table) return [];
  return Object.entries(getTableColumns(table)).flatMap(([key, column]) => {
    const words = wordsOf(column);
    if (words === undefined) return [];
    const list = sql.raw([...new Set(words)].map((word) => `'${word}'`).join(", "));
    const holds = isList(column) ? sql`${column} <@ array[${list}]::text[]` : sql`${column} in (${list})`;
    return [check(wordCheckName(getTableName(table), key), holds)];
  });
}
