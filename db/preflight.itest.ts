import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, onServer, type TestDatabase } from "@/lib/testing/database/postgres";
import { migrate } from "@/scripts/database";
import { checkServer } from "@/scripts/database/clients";
import { checkStore } from "./preflight";

const MIGRATIONS = "drizzle.__drizzle_migrations";

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase?.drop());

/** The address with another part. */
function changed(part: { password: string } | { pathname: string }): string {
  return Object.assign(new URL(testDatabase.url), part).href;
}

/** What becomes of a process that is started on a database. */
async function startWorker(url: string) {
  const child = spawn(process.execPath, ["scripts/run.mjs", "scripts/worker.ts"], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { code, said };
}

describe("a process on a database", () => {
  test("of its own schema, with room for it, may begin", async () => {
    await checkStore(testDatabase.url, 10);
  });

  test.each([
    ["that refuses its password", () => changed({ password: "hunter2" }), "database_wrong_password"],
    ["that is not there", () => changed({ pathname: "/nowhere" }), "database_missing"],
  ] as const)("%s is told so, without the password", async (_, url, code) => {
    for (const check of [() => checkStore(url(), 10), () => checkServer(url())]) {
      const failure = await check().then(
        () => undefined,
        (error: unknown) => error as Error,
      );
      expect(failure).toMatchObject({ code });
      expect(failure?.message).not.toContain("hunter2");
    }
  });

  test("with a role that could rewrite the audit log begins, and warns of it", {
    timeout: 30_000,
  }, async () => {
    const child = spawn(process.execPath, ["scripts/run.mjs", "scripts/worker.ts"], {
      env: {
        ...process.env,
        DATABASE_URL: testDatabase.url,
        WAYMARK_LOG_LEVEL: "warn",
        WAYMARK_SECRET: "a secret of these tests",
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let logged = "";
    for await (const chunk of child.stderr) {
      logged += chunk;
      if (logged.includes("\n")) break;
    }
    child.kill();
    expect(JSON.parse(logged.slice(0, logged.indexOf("\n")))).toMatchObject({
      msg: expect.stringMatching(/^The database role “.+” is a superuser.*SECURITY\.md/),
    });
  });

  test("without room for its connections is told how many there are", async () => {
    await expect(checkStore(testDatabase.url, 5_000)).rejects.toMatchObject({
      code: "database_full",
      message: expect.stringMatching(/allows \d+ connections.* may need 5000/),
    });
  });

  test("of an older schema is told to migrate it", async () => {
    const older = await createTestDatabase();
    const last = `delete from ${MIGRATIONS} where id = (select max(id) from ${MIGRATIONS})`;
    await onServer(older.url, (sql) => sql.unsafe(last));
    await expect(checkStore(older.url, 10)).rejects.toMatchObject({ code: "database_schema_older" });
    await onServer(older.url, (sql) => sql.unsafe("drop schema drizzle cascade"));
    await expect(checkStore(older.url, 10)).rejects.toMatchObject({ code: "database_schema_older" });
    await older.drop();
  });

  test("of a newer schema does not run: not to work on it, and not to migrate it", {
    timeout: 30_000,
  }, async () => {
    const newer = await createTestDatabase();
    const next = `insert into ${MIGRATIONS} (hash, created_at) values ('of a later version', 9999999999999)`;
    await onServer(newer.url, (sql) => sql.unsafe(next));
    await expect(checkStore(newer.url, 10)).rejects.toMatchObject({ code: "database_schema_newer" });
    await expect(migrate(newer.url)).rejects.toMatchObject({ code: "database_schema_newer" });
    const { code, said } = await startWorker(newer.url);
    expect(code).toBe(78);
    expect(said).toMatch(/^This database belongs to a newer Waymark/);
    await newer.drop();
  });

  test("of other formats is left alone, and told to have a database of its own", async () => {
    const other = await createTestDatabase();
    await onServer(other.url, (sql) => sql.unsafe(`update ${MIGRATIONS} set created_at = created_at - 1`));
    for (const begin of [() => checkStore(other.url, 10), () => migrate(other.url)])
      await expect(begin()).rejects.toMatchObject({
        code: "database_schema_other",
        message: expect.stringContaining("WAYMARK_DATA_DIR"),
      });
    await other.drop();
  });
});
