import { join } from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { refuseNewerSchema } from "@/db/preflight";
import { projectRoot } from "../lib/paths";
import { connectOnce } from "./clients";

/** Any number no other advisory lock uses: processes that migrate at once take turns. */
const migrationLock = 7_294_611;

/** Brings a database to the newest schema of `drizzle/`. Does nothing to one that has it; throws StoreFailure for a newer one. */
export async function migrate(url: string): Promise<void> {
  const migrationsFolder = join(projectRoot, "drizzle");
  const sql = connectOnce(url, "waymark migrate");
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
    await refuseNewerSchema(sql);
    await applyMigrations(drizzle(sql), { migrationsFolder });
  } finally {
    await sql.end();
  }
}
