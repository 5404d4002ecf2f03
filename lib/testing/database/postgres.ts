import { randomBytes } from "node:crypto";
import postgres from "postgres";

/** Names of the variables by which the global set-up tells test files where its server is. */
export const testServerVariable = "WAYMARK_TEST_SERVER_URL";
export const testTemplateVariable = "WAYMARK_TEST_TEMPLATE";

export interface TestDatabase {
  url: string;
  /** Deletes the database, also while connections to it are open. */
  drop(): Promise<void>;
}

/**
 * A new database with the newest schema and no rows, for one test file.
 *
 *     const database = await createTestDatabase();   // beforeAll
 *     await database.drop();                         // afterAll
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = required(testServerVariable);
  const template = required(testTemplateVariable);
  const name = `waymark_test_${randomBytes(6).toString("hex")}`;
  await onServer(server, (sql) => sql`create database ${sql(name)} template ${sql(template)}`);
  return {
    url: databaseUrl(server, name),
    drop: () => onServer(server, (sql) => sql`drop database if exists ${sql(name)} with (force)`),
  };
}

/** The address of another database of the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement on a connection of its own. */
export async function onServer(
  url: string,
  statement: (sql: postgres.Sql) => Promise<unknown>,
): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await statement(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function required(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is unset: name the file *.itest.ts, so that its project starts a server.`);
  return value;
}
