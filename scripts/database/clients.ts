import { setTimeout } from "node:timers/promises";
import postgres from "postgres";
import { refusedEntry } from "@/db/preflight";
import { errorCode, Failure } from "../lib/failure";

const presenceName = "waymark presence";
const connectTimeoutS = 10;
const oldestMajor = 15;
const leaveTimeoutMs = 1_000;
const pollMs = 50;

export type Sql = postgres.Sql;

/** One lasting connection. `onClose` is called when the server ends it. */
export function connectOnce(url: string, name: string, onClose?: () => void): Sql {
  return postgres(url, {
    max: 1,
    connect_timeout: connectTimeoutS,
    max_lifetime: null,
    connection: { application_name: name },
    onnotice: () => {},
    onclose: onClose,
  });
}

/** The connection by which a process tells others that it uses the server. */
export async function connectPresence(url: string, onClose: () => void): Promise<Sql> {
  const sql = connectOnce(url, `${presenceName} ${process.pid}`, onClose);
  await sql`select 1`;
  return sql;
}

/** True when the server answers now; false while it refuses or is starting or stopping. */
export async function answers(url: string): Promise<boolean> {
  const sql = connectOnce(url, "waymark probe");
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Creates a database unless it is there. */
export async function createDatabase(url: string, name: string): Promise<void> {
  const sql = connectOnce(url, "waymark set-up");
  try {
    const [found] = await sql`select 1 from pg_database where datname = ${name}`;
    if (!found) await sql`create database ${sql(name)}`;
  } finally {
    await sql.end();
  }
}

/** Other clients of the server: processes of ours that announced themselves, and any other connection. */
async function otherClients(sql: Sql): Promise<{ ours: number; any: number }> {
  const [counts] = await sql<{ ours: number; any: number }[]>`
    select count(*)::int as any,
      count(*) filter (where application_name like ${`${presenceName} %`})::int as ours
    from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  return counts ?? { ours: 0, any: 0 };
}

/** True when nobody else is connected. A closed connection may be listed for a moment: that is waited out. */
export async function isUnused(sql: Sql): Promise<boolean> {
  const deadline = performance.now() + leaveTimeoutMs;
  for (;;) {
    const others = await otherClients(sql);
    if (others.any === 0) return true;
    if (others.ours > 0 || performance.now() > deadline) return false;
    await setTimeout(pollMs);
  }
}

/** Checks a server that somebody else runs: it must answer, and be new enough. */
export async function checkServer(url: string): Promise<void> {
  const sql = connectChecked(url);
  try {
    const [row] = await sql<{ version: string }[]>`select current_setting('server_version_num') as version`;
    const major = Math.floor(Number(row?.version) / 10_000);
    if (major < oldestMajor) throw tooOld(major);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw refusedEntry(url, error) ?? unreachable(url, error);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function connectChecked(url: string): Sql {
  try {
    const { protocol } = new URL(url);
    if (protocol !== "postgres:" && protocol !== "postgresql:") throw new Error(`not ${protocol}`);
    return connectOnce(url, "waymark set-up");
  } catch (cause) {
    throw new Failure(
      "database_invalid_url",
      "DATABASE_URL must look like postgres://user:password@host:5432/database.",
      { cause },
    );
  }
}

function tooOld(major: number): Failure {
  return new Failure(
    "database_too_old",
    `DATABASE_URL points to PostgreSQL ${major}; Waymark needs ${oldestMajor} or newer. ` +
      "Upgrade it, or unset DATABASE_URL to use the PostgreSQL that comes with Waymark.",
  );
}

function unreachable(url: string, error: unknown): Failure {
  const { host, pathname } = new URL(url);
  const reason = errorCode(error) ?? (error instanceof Error ? error.message : String(error));
  return new Failure(
    "database_unreachable",
    `No connection to the database ${pathname.slice(1)} on ${host} (${reason}). ` +
      "Start that server or fix DATABASE_URL; unset it to use the PostgreSQL that comes with Waymark.",
    { cause: error },
  );
}
