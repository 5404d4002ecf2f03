import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { TableFile } from "./types.ts";

const MEMORY_LIMIT = "384MB";
const THREADS = "2";

/** Nothing from outside, nothing to the outside, and no way to change that. The order matters: the last one locks. */
const LOCKS = [
  "set autoinstall_known_extensions = false",
  "set autoload_known_extensions = false",
  "set allow_community_extensions = false",
  "set enable_external_access = false",
  "set disabled_filesystems = 'LocalFileSystem'",
  "set lock_configuration = true",
];

/** How a file is read: the ways that are tried one after the other, each more forgiving than the one before. */
const READERS: Readonly<Record<TableFile["kind"], readonly string[]>> = {
  csv: [
    "read_csv($path, sample_size = -1$options)",
    "read_csv($path, all_varchar = true$options)",
    "read_csv($path, all_varchar = true, strict_mode = false, null_padding = true$options)",
  ],
  json: ["read_json($path, maximum_object_size = 33554432, sample_size = -1, $dates)"],
  ndjson: [
    "read_json($path, format = 'newline_delimited', maximum_object_size = 33554432, sample_size = -1, $dates)",
  ],
  parquet: ["read_parquet($path)"],
};

/** Dates that do not begin with their year stay text: of 03/04/2026 nobody can say which part is the day. */
const DATES = "dateformat = '%Y-%m-%d', timestampformat = 'iso'";
/** Digits that a double keeps whatever they are. */
const EXACT_DIGITS = 15;

export type LoadedDatabase = {
  connection: DuckDBConnection;
  unreadable: { [name: string]: string };
  /** What of a file is text although it looks like more, by the file's name. */
  notes: { [name: string]: string };
};

/**
 * A database in memory with each file as a table, closed off from everything else before any query of an agent is seen.
 * A file that cannot be read costs its own table alone.
 */
export async function openDatabase(folder: string, tables: readonly TableFile[]): Promise<LoadedDatabase> {
  const instance = await DuckDBInstance.create(":memory:", {
    memory_limit: MEMORY_LIMIT,
    threads: THREADS,
    temp_directory: "",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
  });
  const connection = await instance.connect();
  const unreadable = new Map<string, string>();
  const notes = new Map<string, string>();
  for (const table of tables) {
    const { source, problem } = await load(connection, folder, table);
    if (source === undefined) unreadable.set(table.name, problem);
    else {
      const said = [
        ...(await keepAsText(connection, folder, table)),
        ...(await linesAbove(connection, source)),
      ];
      if (said.length > 0) notes.set(table.name, said.join(" "));
    }
  }
  for (const lock of LOCKS) await connection.run(lock);
  return { connection, unreadable: Object.fromEntries(unreadable), notes: Object.fromEntries(notes) };
}

/** `source`: how it was read. */
type Loaded = { source: string; problem?: undefined } | { source?: undefined; problem: string };

async function load(
  connection: DuckDBConnection,
  folder: string,
  { file, name, kind, table, delimiter }: TableFile,
  types: readonly string[] = [],
): Promise<Loaded> {
  const path = join(folder, file);
  const options = [
    ...(delimiter === undefined ? [] : [`, delim = ${quoted(delimiter)}`]),
    ...(types.length === 0
      ? []
      : [`, types = {${types.map((column) => `${quoted(column)}: 'VARCHAR'`).join(", ")}}`]),
  ].join("");
  let problem: string | undefined;
  for (const reader of READERS[kind]) {
    try {
      const source = reader
        .replace("$dates", () => DATES)
        .replace("$options", () => options)
        .replace("$path", () => quoted(path));
      await connection.run(`create or replace table "${table}" as from ${source}`);
      return { source };
    } catch (thrown) {
      problem ??= (thrown as Error).message.replaceAll(path, name);
    }
  }
  return { problem: problem ?? "it cannot be read" };
}

/** Says how many lines DuckDB passed over where it found the table only below them: rows may be among them. */
async function linesAbove(connection: DuckDBConnection, source: string): Promise<string[]> {
  if (!source.startsWith("read_csv(")) return [];
  const sniffed = source.replace("read_csv(", "sniff_csv(");
  const [[skipped] = []] = await (await connection.run(`select SkipRows from ${sniffed}`)).getRows();
  const lines = Number(skipped);
  return lines > 0
    ? [
        `Not read, as they do not fit the rows below them: the first ${lines === 1 ? "line" : `${lines} lines`} of the file.`,
      ]
    : [];
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const named = (column: string): string => `"${column.replaceAll('"', '""')}"`;

/** Decimals and exponents of a number as it is written. */
const scaleIn = (column: string): string => `length(regexp_extract(${column}, '[.](\\d*)', 1))`;
const EXPONENT = "'.*\\d[eE][+-]?\\d.*'";
/** As JSON writes it again: 1.5e-7. */
const KEPT_EXPONENT = "'-?[1-9](\\.\\d*[1-9])?e-([7-9]|[1-9]\\d|[12]\\d\\d)'";

type Rereading = { types: string; differs(column: string): string; says(columns: string): string };

/** Kinds of columns of which a CSV may have said something else, how its values show it, and what is said of them then. */
const REREAD: readonly Rereading[] = [
  {
    types: "data_type = 'DOUBLE'",
    differs: (column) =>
      `bool_or(length(ltrim(regexp_replace(regexp_replace(${column}, '[eE].*$', ''), '[^0-9]', '', 'g'), '0')) > ${EXACT_DIGITS})`,
    says: (columns) => `Text, as their numbers have more digits than a number keeps: ${columns}.`,
  },
  {
    // Final zeros only fill up where all decimals are as long (10.50 beside 32); beside 1.9, 1.10 is another than 1.1.
    types: "(data_type = 'DOUBLE' or data_type like '%INT')",
    differs: (column) => {
      const text = `trim(${column})`;
      const isPadded = `bool_or(regexp_full_match(${text}, '.*[.]\\d*0')) and count(distinct nullif(${scaleIn(text)}, 0)) > 1`;
      const isPower = `bool_or(regexp_full_match(${text}, ${EXPONENT}) and not regexp_full_match(${text}, ${KEPT_EXPONENT}))`;
      return `(${isPadded}) or ${isPower}`;
    },
    says: (columns) =>
      `Text, as a number would not keep how they are written (1.10, 12E10): ${columns}. Cast them to calculate.`,
  },
  {
    // F and T may be anything.
    types: "data_type = 'BOOLEAN'",
    differs: (column) => `bool_or(lower(trim(${column})) not in ('true', 'false'))`,
    says: () => "",
  },
  {
    types: "(data_type = 'DATE' or data_type like 'TIMESTAMP%')",
    differs: (column) => `bool_or(not regexp_matches(trim(${column}), '^\\d{4}[-/.]'))`,
    says: () => "",
  },
];

const IS_DATE = "'\\d{1,2}[./-]\\d{1,2}[./-](\\d{2}|\\d{4})([ T,].*)?'";

/** Reads columns again as text whose values would be changed by what they were taken for, and says which these are. */
async function keepAsText(connection: DuckDBConnection, folder: string, file: TableFile): Promise<string[]> {
  if (file.kind !== "csv") return [];
  const written = { ...file, table: `${file.table} as written` };
  const kept: string[] = [];
  const said: string[] = [];
  for (const { types, differs, says } of REREAD) {
    const columns = await columnsOf(connection, file.table, types);
    if (columns.length === 0) continue;
    await load(connection, folder, written, columns);
    const found = await columnsWhere(connection, written.table, columns, differs);
    await connection.run(`drop table if exists ${named(written.table)}`);
    const added = found.filter((column) => !kept.includes(column));
    kept.push(...added);
    if (added.length > 0) said.push(says(added.join(", ")));
  }
  if (kept.length > 0) await load(connection, folder, file, kept);
  const texts = await columnsOf(connection, file.table, "data_type = 'VARCHAR'");
  const dates = await columnsWhere(
    connection,
    file.table,
    texts,
    (column) => `bool_or(regexp_full_match(trim(${column}), ${IS_DATE}))`,
  );
  const ofDates = `Text, as nobody says which part of their dates is the day and which the month: ${dates.join(", ")}. Read them with strptime once you know.`;
  return [...said, ...(dates.length === 0 ? [] : [ofDates])].filter((one) => one !== "");
}

async function columnsOf(connection: DuckDBConnection, table: string, types: string): Promise<string[]> {
  const sql = `select column_name from duckdb_columns() where table_name = ${quoted(table)} and ${types} order by column_index`;
  const rows = await (await connection.run(sql)).getRows();
  return rows.map(([name]) => String(name));
}

/** Those of the columns of whose values this holds together. */
async function columnsWhere(
  connection: DuckDBConnection,
  table: string,
  columns: readonly string[],
  holds: (column: string) => string,
): Promise<string[]> {
  if (columns.length === 0) return [];
  const sql = `select ${columns.map((column) => `coalesce(${holds(named(column))}, false)`).join(", ")} from ${named(table)}`;
  const [row = []] = await (await connection.run(sql)).getRows();
  return columns.filter((_, index) => row[index] === true);
}
