import { join } from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { hasCurrentSchema } from "@/db/preflight";
import { projectRoot } from "../lib/paths";
import { grantToApplication } from "./application-role";
import { connectOnce } from "./clients";

/** Any number no other advisory lock uses: processes that migrate at once take turns. */
const migrationLock = 7_294_611;

/**
 * Brings a database to the newest schema of `drizzle/`, as its owner, and lets the role of `url` work on it where that is
 * another. Does nothing to one that has the schema; throws StoreFailure for one that other code has made.
 */
export async function migrate(ownerUrl: string, url = ownerUrl): Promise<void> {
  const migrationsFolder = join(projectRoot, "drizzle");
  const sql = connectOnce(ownerUrl, "waymark migrate");
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
    if (!(await hasCurrentSchema(sql))) await applyMigrations(drizzle(sql), { migrationsFolder });
    const [jobs] = await sql`select 1 from pg_namespace where nspname = 'pgboss'`;
    if (!jobs) await sql`create schema pgboss`;
    if (url !== ownerUrl) await grantToApplication(sql);
  } finally {
    await sql.end();
  }
}
