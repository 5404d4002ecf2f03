import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { destroyDatabase, ensureDatabase, migrate } from "../database";
import { TELL_ENDS } from "./peers/ends";

export type Databases = {
  /** Makes a database with the schema and nothing in it, which tells the ends of runs; gives its address. */
  create(): Promise<string>;
  /** The address of the same database, as the owner of its tables. */
  asOwner(url: string): string;
  /** A folder that is removed at the end. */
  dataDir: string;
};

/** A PostgreSQL of its own with its usual settings, for a benchmark that begins with an empty database again and again. */
export async function withDatabases<T>(work: (databases: Databases) => Promise<T>): Promise<T> {
  const dataDir = join(tmpdir(), `waymark-bench-${process.pid}`);
  mkdirSync(dataDir, { mode: 0o755 });
  const database = await ensureDatabase({ dataDir });
  const at = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const admin = postgres(at(database.ownerUrl, "postgres"), { max: 1, onnotice: () => {} });
  let made = 0;
  try {
    await migrate(database.ownerUrl, database.url);
    const template = postgres(database.ownerUrl, { max: 1, onnotice: () => {} });
    await template.unsafe(TELL_ENDS);
    await template.end();
    return await work({
      async create() {
        made += 1;
        await admin.unsafe(`create database bench_${made} template waymark`);
        return at(database.url, `bench_${made}`);
      },
      asOwner: (url) => at(database.ownerUrl, new URL(url).pathname.slice(1)),
      dataDir,
    });
  } finally {
    await admin.end();
    await database.stop();
    await destroyDatabase(dataDir);
  }
}
