import { afterAll, beforeAll } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { createTestDatabase } from "./postgres";

/** A database of its own for the tests of a file, with at most so many connections; to be asked for within them. */
export function databaseOfFile(connections: number): () => Database {
  let database: Database | undefined;
  let drop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const created = await createTestDatabase();
    drop = created.drop;
    database = openDatabase(created.url, { max: connections });
  });
  afterAll(async () => {
    await database?.close();
    await drop?.();
  });
  return () => {
    if (!database) throw new Error("The database of the file is opened before its first test.");
    return database;
  };
}
