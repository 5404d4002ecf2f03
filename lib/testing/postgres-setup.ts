import { mkdirSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { destroyDatabase, ensureDatabase, migrate } from "@/scripts/database";
import { databaseUrl, onServer, testServerVariable, testTemplateVariable } from "./postgres";

const folderPrefix = "waymark-test-";
/** Rows of tests need not survive a power cut. */
const fastSettings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/**
 * Global set-up of the integration tests: a server (TEST_DATABASE_URL, else one of its own in a temporary
 * folder) with a migrated template database, from which each test file gets a copy. Returns the tear-down.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL;
  const dataDir = join(tmpdir(), `${folderPrefix}${process.pid}`);
  if (!external) await sweepLeftovers();
  if (!external) mkdirSync(dataDir, { mode: 0o755 });
  const server = await ensureDatabase(external ? { url: external } : { dataDir, settings: fastSettings });
  const template = `waymark_template_${process.pid}`;
  const dropTemplate = () =>
    onServer(server.url, (sql) => sql`drop database if exists ${sql(template)} with (force)`);
  await dropTemplate();
  await onServer(server.url, (sql) => sql`create database ${sql(template)} template template0`);
  await migrate(databaseUrl(server.url, template));
  process.env[testServerVariable] = server.url;
  process.env[testTemplateVariable] = template;
  return async () => {
    if (external) return dropTemplate();
    await server.stop();
    await destroyDatabase(dataDir);
  };
}

/** Removes the servers of test runs that were killed. */
async function sweepLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(folderPrefix) ? Number(name.slice(folderPrefix.length)) : Number.NaN;
    if (pid > 0 && !isAlive(pid)) await destroyDatabase(join(tmpdir(), name));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
