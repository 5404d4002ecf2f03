import postgres, { type Sql } from "postgres";
import journal from "@/drizzle/meta/_journal.json" with { type: "json" };

type StoreFailureCode =
  | "database_wrong_password"
  | "database_missing"
  | "database_schema_newer"
  | "database_schema_other"
  | "database_schema_older"
  | "database_full";

/** Why a process cannot work on its database, with what to do about it; a person reads the message as it is. */
export class StoreFailure extends Error {
  readonly code: StoreFailureCode;

  constructor(code: StoreFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.name = "StoreFailure";
  }
}

/** How many migrations this code knows. */
const KNOWN_MIGRATIONS = journal.entries.length;
/** When the first of them was made, in milliseconds: a database of other formats began with another one. */
const FIRST_MIGRATION_MS = journal.entries[0]?.when;
const CONNECT_TIMEOUT_SECONDS = 5;

/**
 * Looks once, before a process begins, whether it can work on this database: it lets it in, has its schema, and has room
 * for `maxConnections` more connections. Gives what its role may do and should not, in words, if there is something.
 * Throws StoreFailure, and a server that is away as the driver has it.
 */
export async function checkStore(url: string, maxConnections: number): Promise<string | undefined> {
  return onOneConnection(url, async (sql) => {
    const migrations = await knownMigrations(sql);
    if (migrations < KNOWN_MIGRATIONS) throw olderSchema(migrations);
    await requireRoom(sql, maxConnections);
    return roleProblem(sql);
  });
}

/** A role that is a superuser, owns the audit log or may change it can rewrite what it says (SECURITY.md). */
async function roleProblem(sql: Sql): Promise<string | undefined> {
  const [role] = await sql<{ name: string; superuser: boolean; owner: boolean; changes: boolean }[]>`
    select rolname as name, rolsuper as superuser,
      pg_has_role(current_user, (select relowner from pg_class where oid = 'audit_log'::regclass), 'MEMBER') as owner,
      has_table_privilege('audit_log', 'UPDATE, DELETE, TRUNCATE') as changes
    from pg_roles where rolname = current_user`;
  if (!role) return;
  const can = role.superuser
    ? "is a superuser"
    : role.owner
      ? "owns the audit log"
      : role.changes
        ? "may change the audit log"
        : undefined;
  return (
    can &&
    `The database role “${role.name}” ${can}, and so could rewrite it. Give Waymark a role of its own (SECURITY.md).`
  );
}

/**
 * True for a database that has every migration that this code knows, and false for one that has some of them. Throws
 * StoreFailure where it has others: a schema that other code has made is left alone.
 */
export const hasCurrentSchema = async (sql: Sql): Promise<boolean> =>
  (await knownMigrations(sql)) === KNOWN_MIGRATIONS;

/** What a server that refuses to let somebody in says about it, for people; undefined for any other error. */
export function refusedEntry(url: string, error: unknown): StoreFailure | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const { username, host, pathname } = new URL(url);
  const [user, name] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))];
  if (code === "28P01" || code === "28000") {
    const message = `The database server on ${host} refused the user “${user}”: check user and password in DATABASE_URL.`;
    return new StoreFailure("database_wrong_password", message, { cause: error });
  }
  if (code === "3D000") {
    const message = `There is no database “${name}” on ${host}: create it (createdb ${name}), or fix DATABASE_URL.`;
    return new StoreFailure("database_missing", message, { cause: error });
  }
  return;
}

async function onOneConnection<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, {
    max: 1,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    connection: { application_name: "waymark check" },
    onnotice: () => {},
  });
  try {
    return await work(sql);
  } catch (error) {
    throw refusedEntry(url, error) ?? error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** How many of our migrations a database has; zero for one that nobody has migrated. Throws StoreFailure where it has others. */
async function knownMigrations(sql: Sql): Promise<number> {
  const [there] = await sql<{ there: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as there`;
  if (!there?.there) return 0;
  const [row] = await sql<{ count: number; first: string | null }[]>`
    select count(*)::int, min(created_at)::text as first from drizzle.__drizzle_migrations`;
  const { count = 0, first = null } = row ?? {};
  if (first !== null && Number(first) !== FIRST_MIGRATION_MS) throw otherSchema();
  if (count > KNOWN_MIGRATIONS) throw newerSchema(count);
  return count;
}

const otherSchema = (): StoreFailure =>
  new StoreFailure(
    "database_schema_other",
    "This database was made by an earlier Waymark, whose formats this version no longer reads. Start the version that made " +
      "it to continue or export its runs (Settings › Data and retention), and give this one a database of its own: another " +
      "DATABASE_URL, or another folder in WAYMARK_DATA_DIR.",
  );

const newerSchema = (migrations: number): StoreFailure =>
  new StoreFailure(
    "database_schema_newer",
    `This database belongs to a newer Waymark: it has ${migrations} migrations, and this version knows ` +
      `${KNOWN_MIGRATIONS}. Start the newer version; this one would damage what it does not know.`,
  );

const olderSchema = (migrations: number): StoreFailure =>
  new StoreFailure(
    "database_schema_older",
    `This database has the schema of an older Waymark: ${migrations} of ${KNOWN_MIGRATIONS} migrations. ` +
      "Run npm start once, which brings it up to date.",
  );

async function requireRoom(sql: Sql, needed: number): Promise<void> {
  const [row] = await sql<{ allowed: number; used: number }[]>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int as allowed,
      (select count(*)::int from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()) as used`;
  if (!row || row.used + needed <= row.allowed) return;
  throw new StoreFailure(
    "database_full",
    `The database server allows ${row.allowed} connections (max_connections, less those reserved); ${row.used} are in ` +
      `use, and this process may need ${needed}. Stop other processes, raise max_connections, or set a lower ` +
      "WAYMARK_DB_CONNECTIONS.",
  );
}
