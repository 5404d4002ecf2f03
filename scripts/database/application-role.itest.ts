import { chmodSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkStore } from "@/db/preflight";
import { createPgBossJobs } from "@/lib/adapters/pg-boss-jobs";
import { createTestDatabase } from "@/lib/testing/database/postgres";
import { silentLog } from "@/lib/testing/silent-log";
import { type DatabaseHandle, destroyDatabase, ensureDatabase, migrate } from ".";
import { applicationRole } from "./application-role";

let dataDir: string;
let database: DatabaseHandle;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "waymark-role-"));
  chmodSync(dataDir, 0o755);
  database = await ensureDatabase({ dataDir, settings: { fsync: "off" } });
});
afterAll(async () => {
  await database?.release();
  await destroyDatabase(dataDir);
});

async function as<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

async function startJobs(url: string): Promise<void> {
  const jobs = createPgBossJobs({ url, log: silentLog });
  await jobs.start({ supervise: true });
  await jobs.stop();
}

const DIRECTION: Record<string, string> = { grant: "to", revoke: "from" };
const WRITE_LINE = `insert into audit_log (workspace_id, at, actor, action, accepted)
  values ('w', clock_timestamp(), '{"kind":"system"}', 'tested', true)`;

describe("the role that Waymark works as", () => {
  test("takes over the data folder of a version that worked as the owner, jobs included", async () => {
    await migrate(database.ownerUrl);
    await startJobs(database.ownerUrl);
    expect(await checkStore(database.ownerUrl, 1)).toContain("is a superuser");
    await migrate(database.ownerUrl, database.url);
    expect(await checkStore(database.url, 1)).toBeUndefined();
    await startJobs(database.url);
    const owners = await as(
      database.ownerUrl,
      (sql) => sql`
        select distinct relowner::regrole::text as owner from pg_class where relnamespace = 'pgboss'::regnamespace
        union select proowner::regrole::text from pg_proc where pronamespace = 'pgboss'::regnamespace`,
    );
    expect([...owners]).toEqual([{ owner: applicationRole }]);
  });

  test("works on rows, and adds to the audit log", async () => {
    await as(database.url, async (sql) => {
      await sql`insert into workspaces (workspace_id, name) values ('w', 'W')`;
      expect((await sql`update workspaces set name = 'V' where workspace_id = 'w'`).count).toBe(1);
      expect((await sql`delete from workspaces where workspace_id = 'w'`).count).toBe(1);
      await sql.unsafe(WRITE_LINE);
      expect(await sql`select action from audit_log`).toHaveLength(1);
    });
  });

  test("removes old lines of the audit log by the one function that writes down that it did", async () => {
    const purge = "select purge_audit_log('w', $1, '{\"kind\":\"system\"}', 100) as gone";
    await as(database.url, async (sql) => {
      await sql`insert into audit_log (workspace_id, at, actor, action, accepted)
        values ('v', now() - interval '1 year', '{"kind":"system"}', 'theirs', true)`;
      await sql`insert into audit_log (workspace_id, at, actor, action, accepted)
        select 'w', now() - interval '40 days', '{"kind":"system"}', 'old', true from generate_series(1, 3)`;
      expect(await sql.unsafe(purge, [29]).catch(({ code }) => code)).toBe("42501");
      const young = await sql`delete from audit_log where action = 'tested'`.catch(({ code }) => code);
      expect(young).toBe("42501");
      expect([...(await sql.unsafe(purge, [30]))]).toEqual([{ gone: 3 }]);
      expect([...(await sql.unsafe(purge, [30]))]).toEqual([{ gone: 0 }]);
      const left = await sql`select action, details from audit_log where action <> 'tested' order by id`;
      expect([...left]).toEqual([
        { action: "theirs", details: null },
        { action: "audit_purged", details: { removed: 3, olderThanDays: 30 } },
      ]);
      await sql`select set_config('waymark.audit_purge', 'on', false)`;
      expect(await sql`delete from audit_log`.catch(({ code }) => code)).toBe("42501");
    });
  });

  test("runs nothing of its own with the rights of another, by whatever name and in whatever schema", async () => {
    const grant = (words: string) =>
      as(database.ownerUrl, (sql) =>
        sql.unsafe(`${words} temporary on database waymark ${DIRECTION[words]} ${applicationRole}`),
      );
    await grant("grant");
    await as(database.url, async (sql) => {
      await sql`insert into audit_log (workspace_id, at, actor, action, accepted)
        select 'x', now() - interval '1 year', '{"kind":"system"}', 'kept', true from generate_series(1, 2)`;
      await sql.unsafe(`
        create temp table ran (who text);
        create function pg_temp.rewrite() returns trigger language plpgsql as $f$
          begin insert into pg_temp.ran values (current_user); return new; end $f$;
        create function pgboss.clock_timestamp() returns timestamptz language plpgsql as $f$
          begin insert into pg_temp.ran values (current_user); return now() + interval '1 year'; end $f$;
        create temp table audit_log (like public.audit_log including all);
        insert into pg_temp.audit_log (workspace_id, at, actor, action, accepted)
          values ('x', now() - interval '1 year', '{"kind":"system"}', 'bait', true);
        create trigger rewrite before insert or delete on pg_temp.audit_log
          for each row execute function pg_temp.rewrite();
        set search_path = pgboss, pg_temp, pg_catalog, public`);
      await sql`select public.purge_audit_log('x', 30, '{"kind":"system"}', 100)`;
      expect(await sql`select who from pg_temp.ran`).toEqual([]);
      expect(await sql`select action from pg_temp.audit_log`).toMatchObject([{ action: "bait" }]);
      const lines = await sql`select action, details from public.audit_log where workspace_id = 'x'`;
      expect([...lines]).toEqual([{ action: "audit_purged", details: { removed: 2, olderThanDays: 30 } }]);
      await sql`drop function pgboss.clock_timestamp()`;
    });
    await grant("revoke");
  });

  test("meets no function with the rights of a superuser, of everyone, or that looks names up as its caller does", async () => {
    const functions = await as(
      database.ownerUrl,
      (sql) => sql`
        select p.oid::regprocedure::text as name, proconfig as settings, rolname as owner, rolsuper as superuser,
          rolcanlogin as login, has_function_privilege('public', p.oid, 'execute') as "forAll"
        from pg_proc p join pg_roles r on r.oid = p.proowner
        where prosecdef and pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
    );
    expect(functions.map(({ name }) => name)).toContain("purge_audit_log(text,integer,jsonb,integer)");
    for (const { name: _, owner: __, ...facts } of functions)
      expect(facts).toEqual({
        settings: ["search_path=pg_catalog, pg_temp"],
        superuser: false,
        login: false,
        forAll: false,
      });
  });

  test.each([
    "update audit_log set action = 'other'",
    "delete from audit_log",
    "truncate audit_log",
    "alter table audit_log disable trigger all",
    "alter table audit_log owner to waymark_app",
    "drop table audit_log",
    "grant update on audit_log to waymark_app",
    "grant waymark to waymark_app",
    "alter role waymark_app superuser",
    "set role waymark",
    "set session_replication_role = replica",
    "create table public.own (a int)",
    "create table drizzle.own (a int)",
    "create schema waymark",
    "create temp table audit_log (a int)",
    "set role waymark_audit",
    "select pg_read_file('postgresql.conf')",
    "copy audit_log to program 'true'",
  ])("may not %s", async (statement) => {
    await as(database.url, (sql) => sql.unsafe(WRITE_LINE));
    const tried = as(database.url, async (sql) => {
      await sql.unsafe(statement);
      return sql`select relowner::regrole::text as owner,
        has_table_privilege(${applicationRole}, 'audit_log', 'UPDATE') as changes
        from pg_class where oid = 'audit_log'::regclass`;
    });
    // A grant without the right to it is a warning, and grants nothing.
    if (statement.startsWith("grant update"))
      expect([...(await tried)]).toEqual([{ owner: "waymark", changes: false }]);
    else await expect(tried).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|42000)$/) });
  });

  test("keeps its password between starts, in a file of its owner", async () => {
    const file = join(realpathSync(join(dataDir, "pg")), "waymark_app.secret");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = await ensureDatabase({ dataDir });
    expect(again.url).toBe(database.url);
    rmSync(file);
    const renewed = await ensureDatabase({ dataDir });
    expect(renewed.url).not.toBe(database.url);
    expect(await as(renewed.url, (sql) => sql`select 1 as one`)).toHaveLength(1);
    await again.release();
    await renewed.release();
  });
});

describe("a role of a database that somebody else runs", () => {
  test("owns what it migrates where it may not make roles, and removes old lines as any other", async () => {
    const role = `owner_${process.pid}`;
    await as(database.ownerUrl, async (sql) => {
      await sql.unsafe(`create role ${role} login password 'p'`);
      await sql.unsafe(`create database ${role} owner ${role}`);
    });
    const at = { username: role, password: "p", pathname: `/${role}` };
    const url = Object.assign(new URL(database.ownerUrl), at).href;
    await migrate(url);
    await as(url, async (sql) => {
      const [owner] = await sql`select proowner::regrole::text as name, proconfig as settings
        from pg_proc where proname = 'purge_audit_log'`;
      expect(owner).toEqual({ name: role, settings: ["search_path=pg_catalog, pg_temp"] });
      await sql`insert into audit_log (workspace_id, at, actor, action, accepted)
        values ('w', now() - interval '1 year', '{"kind":"system"}', 'old', true)`;
      expect([...(await sql`select purge_audit_log('w', 30, '{"kind":"system"}', 9) as gone`)]).toEqual([
        { gone: 1 },
      ]);
    });
    await as(database.ownerUrl, async (sql) => {
      await sql.unsafe(`drop database ${role}`);
      await sql.unsafe(`drop role ${role}`);
    });
  });

  test("is warned of where it could rewrite the audit log", async () => {
    const own = await createTestDatabase();
    expect(await checkStore(own.url, 1)).toContain("is a superuser");
    const role = `role_${process.pid}`;
    const url = Object.assign(new URL(own.url), { username: role, password: "p" }).href;
    await as(own.url, async (sql) => {
      await sql.unsafe(`create role ${role} login password 'p';
        grant usage on schema public, drizzle to ${role};
        grant select on all tables in schema drizzle to ${role};
        grant pg_read_all_stats to ${role}`);
    });
    expect(await checkStore(url, 1)).toBeUndefined();
    await as(own.url, (sql) => sql.unsafe(`grant delete on audit_log to ${role}`));
    expect(await checkStore(url, 1)).toContain("may change the audit log");
    await as(own.url, (sql) => sql.unsafe(`alter table audit_log owner to ${role}`));
    expect(await checkStore(url, 1)).toContain("owns the audit log");
    await as(own.url, (sql) => sql.unsafe(`drop owned by ${role} cascade; drop role ${role}`));
    await own.drop();
  });
});
