import { randomBytes } from "node:crypto";
import { chown, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connectOnce, type Sql } from "./clients";
import type { Placement } from "./placement";

/** Web, workers and commands work as this role, which owns nothing but the jobs (SECURITY.md). */
export const applicationRole = "waymark_app";
const secretFile = "waymark_app.secret";

/** The password of the role, made when it is first asked for. */
export async function applicationSecret({ cluster, user }: Placement): Promise<string> {
  const file = join(cluster, secretFile);
  const known = await readFile(file, "utf8").catch(() => "");
  if (known) return known;
  const secret = randomBytes(24).toString("base64url");
  await writeFile(`${file}.new`, secret, { mode: 0o600 });
  if (user) await chown(`${file}.new`, user.uid, user.gid);
  await rename(`${file}.new`, file);
  return secret;
}

/** Makes the role unless it is there as it should be; `secret` holds no character that a literal would need to escape. */
export async function ensureApplicationRole(adminUrl: string, secret: string): Promise<void> {
  const sql = connectOnce(adminUrl, "waymark set-up");
  try {
    const [found] = await sql`select 1 from pg_roles where rolname = ${applicationRole}`;
    const verb = found ? "alter" : "create";
    await sql.unsafe(
      `${verb} role ${applicationRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls ` +
        `password '${secret}'`,
    );
  } finally {
    await sql.end();
  }
}

/**
 * Lets the role work on a database whose schema is complete: rows of all tables, of the audit log only new ones (old ones
 * go by a function that writes down that they went), and the schema of the jobs as its own. What an older version made as
 * the owner is handed over, and nobody makes temporary tables or tables beside these. For the owner, who migrates.
 */
export async function grantToApplication(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.unsafe(`
      grant pg_read_all_stats to ${applicationRole};
      grant usage on schema public, drizzle to ${applicationRole};
      grant select on all tables in schema drizzle to ${applicationRole};
      grant select, insert, update, delete on all tables in schema public to ${applicationRole};
      revoke update, delete, truncate on audit_log from ${applicationRole};
      grant execute on function purge_audit_log(text, integer, jsonb, integer) to ${applicationRole};
      grant usage, select on all sequences in schema public to ${applicationRole};
      revoke create on schema public, drizzle from public, ${applicationRole};
      alter schema pgboss owner to ${applicationRole};`);
    await tx.unsafe(REVOKE_TEMPORARY);
    await tx.unsafe(HAND_OVER_JOBS);
  });
}

const REVOKE_TEMPORARY = `
  do $$
  begin
    execute format('revoke temporary on database %I from public, ${applicationRole}', current_database());
  end $$`;

/** Tables with their indexes, then what does not come with a table; only what is another's. */
const HAND_OVER_JOBS = `
  do $$
  declare statement text;
  begin
    for statement in
      select format('alter table %s owner to ${applicationRole}', c.oid::regclass)
        from pg_class c
        where c.relnamespace = 'pgboss'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
          and c.relowner <> '${applicationRole}'::regrole
      union all
      select format('alter routine %s owner to ${applicationRole}', p.oid::regprocedure)
        from pg_proc p
        where p.pronamespace = 'pgboss'::regnamespace and p.proowner <> '${applicationRole}'::regrole
      union all
      select format('alter type %s owner to ${applicationRole}', t.oid::regtype)
        from pg_type t
        where t.typnamespace = 'pgboss'::regnamespace and t.typtype in ('e', 'd')
          and t.typowner <> '${applicationRole}'::regrole
    loop
      execute statement;
    end loop;
  end $$`;
