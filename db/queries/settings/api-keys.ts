import { and, asc, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { answerersAt } from "@/lib/core/key-names";
import type { Answerer } from "@/lib/core/people";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import { ROLE_PREFIX } from "@/lib/core/run/gates/rules";
import { writeArray } from "../../array-types";
import type { Orm, OrmOrTx } from "../../client";
import { apiKeys, approvals } from "../../schema";

export type ApiKeyRow = typeof apiKeys.$inferSelect;
type OfWorkspace = { workspaceId: string };

/** Keys that no longer work are listed up to so many, the newest first. */
const MAX_PAST = 200;

const works = (now: Date | SQL) =>
  and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.endsAt), gt(apiKeys.endsAt, now)));

/** Lets one change of a workspace's keys come after another: what is checked first still holds when it is written. */
export async function lockKeys(tx: Orm, { workspaceId }: OfWorkspace): Promise<void> {
  const key = JSON.stringify(["api_keys", workspaceId]);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** True where a key works, and then it does until the transaction ends. */
export async function holdWorkingKey(tx: Orm, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), works(sql`clock_timestamp()`)))
    .for("share");
  return rows.length > 0;
}

type KeyName = Pick<ApiKeyRow, "id" | "name">;

/** The key with this digest of its secret, of any workspace, working or not, with the names of its workspace's working keys. */
export async function readKeyByDigest(
  db: OrmOrTx,
  { digest, now }: { digest: string; now: Date },
): Promise<{ key: ApiKeyRow; working: KeyName[] } | undefined> {
  const working = sql<KeyName[]>`(
    select coalesce(json_agg(json_build_object('id', other.id, 'name', other.name)), '[]')
    from api_keys other
    where other.workspace_id = api_keys.workspace_id and other.revoked_at is null
      and (other.ends_at is null or other.ends_at > ${now.toISOString()}::timestamptz))`.mapWith(
    (text: string) => JSON.parse(text) as KeyName[],
  );
  const [row] = await db.select({ key: apiKeys, working }).from(apiKeys).where(eq(apiKeys.digest, digest));
  return row;
}

/** Those of these keys that work now. */
export async function readWorkingKeyIds(db: OrmOrTx, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(sql`${apiKeys.id} = any(${writeArray(ids)}::text[])`, works(now)));
  return rows.map(({ id }) => id);
}

/** The keys of a workspace that work, and the newest of the others; each the newest first. */
export async function readKeys(db: OrmOrTx, { workspaceId, now }: OfWorkspace & { now: Date }) {
  const own = eq(apiKeys.workspaceId, workspaceId);
  const order = [desc(apiKeys.createdAt), desc(apiKeys.id)];
  const working = await readWorkingKeys(db, { workspaceId, now });
  const past = await db
    .select()
    .from(apiKeys)
    .where(and(own, sql`not (${works(now)})`))
    .orderBy(...order)
    .limit(MAX_PAST);
  return { working, past };
}

/** The keys of a workspace that nobody has revoked, those that have ended among them. */
export const readUnrevokedKeys = (db: OrmOrTx, { workspaceId }: OfWorkspace): Promise<ApiKeyRow[]> =>
  db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt)))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));

/** Who of a workspace could answer its gates, at any moment from now on. */
export async function readPeople(db: OrmOrTx, workspaceId: string): Promise<(nowMs: number) => Answerer[]> {
  const keys = await readUnrevokedKeys(db, { workspaceId });
  return (nowMs) => answerersAt(keys, nowMs);
}

export const readWorkingKeys = (
  db: OrmOrTx,
  { workspaceId, now }: OfWorkspace & { now: Date },
): Promise<ApiKeyRow[]> =>
  db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.workspaceId, workspaceId), works(now)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));

export async function insertKey(tx: OrmOrTx, row: typeof apiKeys.$inferInsert): Promise<void> {
  await tx.insert(apiKeys).values(row);
}

/** Writes down that a key was used, unless that was written less than a minute before. */
export async function touchKey(db: OrmOrTx, { id, now }: { id: string; now: Date }): Promise<void> {
  const minuteAgo = new Date(now.getTime() - 60_000);
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, minuteAgo))));
}

/** A key of the workspace by its id. */
export async function readKey(
  db: OrmOrTx,
  { workspaceId, id }: OfWorkspace & { id: string },
): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.id, id)));
  return row;
}

/** Revokes a key and all that were made with it, and with those; gives those that had not been revoked. */
export async function revokeKeys(
  tx: OrmOrTx,
  { workspaceId, id, now, by }: OfWorkspace & { id: string; now: Date; by: ActorRef },
): Promise<{ id: string; name: string }[]> {
  const { rows } = await withDescendants(tx, { workspaceId, id });
  return tx
    .update(apiKeys)
    .set({ revokedAt: now, revokedBy: by })
    .where(and(inArray(apiKeys.id, rows), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id, name: apiKeys.name });
}

async function withDescendants(
  tx: OrmOrTx,
  { workspaceId, id }: OfWorkspace & { id: string },
): Promise<{ rows: string[] }> {
  const found = await tx.execute<{ id: string }>(sql`
    with recursive made as (
      select id from api_keys where workspace_id = ${workspaceId} and id = ${id}
      union
      select child.id from api_keys child join made on child.made_by_key = made.id
    )
    select id from made`);
  return { rows: [...found].map((row) => row.id) };
}

/** The roles that open gates of a workspace ask, with how many of them do. */
export async function readAskedRoles(
  db: OrmOrTx,
  { workspaceId }: OfWorkspace,
): Promise<{ name: string; openGates: number }[]> {
  const name = sql<string>`assignee.name`;
  const gates = await db
    .select({ name, openGates: sql<number>`count(*)::int` })
    .from(approvals)
    .innerJoin(sql`lateral (select distinct unnest(${approvals.assignees}) as name) assignee`, sql`true`)
    .where(
      and(
        eq(approvals.workspaceId, workspaceId),
        sql`${approvals.status} = 'open'`,
        sql`starts_with(${name}, ${ROLE_PREFIX})`,
      ),
    )
    .groupBy(name)
    .limit(500);
  return gates.map((gate) => ({ ...gate, name: gate.name.slice(ROLE_PREFIX.length) }));
}
