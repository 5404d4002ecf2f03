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
    "read_csv($path, sample_size = -1)",
    "read_csv($path, all_varchar = true)",
    "read_csv($path, sample_size = -1, encoding = 'latin-1')",
    "read_csv($path, all_varchar = true, strict_mode = false, null_padding = true, encoding = 'latin-1')",
  ],
  json: ["read_json($path, maximum_object_size = 33554432, sample_size = -1)"],
  ndjson: [
    "read_json($path, format = 'newline_delimited', maximum_object_size = 33554432, sample_size = -1)",
  ],
  parquet: ["read_parquet($path)"],
};

export type LoadedDatabase = { connection: DuckDBConnection; unreadable: { [name: string]: string } };

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
  const unreadable: LoadedDatabase["unreadable"] = {};
  for (const table of tables) {
    const problem = await load(connection, folder, table);
    if (problem !== undefined) unreadable[table.name] = problem;
  }
  for (const lock of LOCKS) await connection.run(lock);
  return { connection, unreadable };
}

async function load(
  connection: DuckDBConnection,
  folder: string,
  { file, name, kind, table }: TableFile,
): Promise<string | undefined> {
  const path = join(folder, file);
  let first: string | undefined;
  for (const reader of READERS[kind]) {
    try {
      const source = reader.replace("$path", `'${path.replaceAll("'", "''")}'`);
      await connection.run(`create or replace table "${table}" as from ${source}`);
      return;
    } catch (thrown) {
      first ??= (thrown as Error).message.replaceAll(path, name);
    }
  }
  return first;
}
