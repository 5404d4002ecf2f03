import { and, asc, desc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { gateNamesOf } from "@/lib/core/key-names";
import type {
  ChannelWishes,
  ConsoleEvent,
  DeliveryStatus,
  MessageType,
  Told,
} from "@/lib/core/notifications";
import { channelOwner } from "@/lib/core/run/gates/channel-owner";
import { KEY_PREFIX } from "@/lib/core/run/gates/rules";
import { writeArray } from "../../array-types";
import type { Orm, OrmOrTx } from "../../client";
import {
  apiKeys,
  approvals,
  drills,
  notificationChannels,
  notificationChoices,
  notificationDeliveries,
} from "../../schema";
import { readUnrevokedKeys } from "./api-keys";

export type ChannelRow = typeof notificationChannels.$inferSelect;
export type DeliveryRow = typeof notificationDeliveries.$inferSelect;
type OfWorkspace = { workspaceId: string; id: string };

const isChannel = ({ workspaceId, id }: OfWorkspace) =>
  and(eq(notificationChannels.workspaceId, workspaceId), eq(notificationChannels.id, id));

/** What the channels of a workspace want that are switched on, as commits need it; those of revoked keys want nothing. */
export async function readChannelWishes(db: OrmOrTx, workspaceId: string): Promise<ChannelWishes[]> {
  const { id, events, digest, owner } = notificationChannels;
  const rows = await db
    .select({ id, events, digest, owner, key: apiKeys })
    .from(notificationChannels)
    .leftJoin(apiKeys, eq(owner, sql`${KEY_PREFIX} || ${apiKeys.id}`))
    .where(and(eq(notificationChannels.workspaceId, workspaceId), eq(notificationChannels.enabled, true)))
    .orderBy(asc(id));
  const live = await readUnrevokedKeys(db, { workspaceId });
  return rows
    .filter(({ key }) => !key || key.revokedAt === null)
    .map(({ owner: ofWhom, key, ...wishes }) => {
      const asked = key ? { names: gateNamesOf(key, live), roles: key.roles } : { roles: [] };
      return { ...wishes, ...(ofWhom !== null && { owner: channelOwner(ofWhom, asked) }) };
    });
}

/** The channels of a workspace, the oldest first. */
export function readChannels(db: OrmOrTx, workspaceId: string): Promise<ChannelRow[]> {
  return db
    .select()
    .from(notificationChannels)
    .where(eq(notificationChannels.workspaceId, workspaceId))
    .orderBy(asc(notificationChannels.createdAt), asc(notificationChannels.id));
}

/** One channel; `lock` keeps others from changing it until the transaction ends. */
export async function readChannel(
  db: OrmOrTx,
  channel: OfWorkspace,
  { lock = false } = {},
): Promise<ChannelRow | undefined> {
  const query = db.select().from(notificationChannels).where(isChannel(channel));
  const [row] = lock ? await query.for("update") : await query;
  return row;
}

/** A new channel, or the one of its id with these fields. */
export async function writeChannel(
  tx: Orm,
  row: Omit<typeof notificationChannels.$inferInsert, "createdAt">,
): Promise<void> {
  const { id: _id, workspaceId: _workspaceId, ...set } = row;
  await tx
    .insert(notificationChannels)
    .values(row)
    .onConflictDoUpdate({ target: notificationChannels.id, set });
}

/** Removes a channel with its messages; false where there was none. */
export async function deleteChannel(tx: Orm, channel: OfWorkspace): Promise<boolean> {
  const gone = await tx
    .delete(notificationChannels)
    .where(isChannel(channel))
    .returning({ id: notificationChannels.id });
  if (gone.length === 0) return false;
  await tx.delete(notificationDeliveries).where(eq(notificationDeliveries.channelId, channel.id));
  return true;
}

/** What the console tells a person; undefined for one who chose nothing. */
export async function readNotificationChoices(
  db: OrmOrTx,
  { workspaceId, personId }: { workspaceId: string; personId: string },
): Promise<ConsoleEvent[] | undefined> {
  const table = notificationChoices;
  const [row] = await db
    .select({ events: table.events })
    .from(table)
    .where(and(eq(table.workspaceId, workspaceId), eq(table.personId, personId)));
  return row?.events;
}

export async function writeNotificationChoices(
  tx: OrmOrTx,
  row: typeof notificationChoices.$inferInsert,
): Promise<void> {
  const { workspaceId, personId } = notificationChoices;
  await tx
    .insert(notificationChoices)
    .values(row)
    .onConflictDoUpdate({ target: [workspaceId, personId], set: { events: row.events } });
}

/** Messages of a workspace, the newest first: of one channel, or of all that there are. */
export function readDeliveries(
  db: OrmOrTx,
  { workspaceId, channelId, limit }: { workspaceId: string; channelId?: string | undefined; limit: number },
): Promise<DeliveryRow[]> {
  const table = notificationDeliveries;
  return db
    .select()
    .from(table)
    .where(
      and(
        eq(table.workspaceId, workspaceId),
        channelId === undefined ? undefined : eq(table.channelId, channelId),
      ),
    )
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(limit);
}

/** The newest message of each of these channels, by channel. */
export async function readLastDeliveries(
  db: OrmOrTx,
  channelIds: readonly string[],
): Promise<Map<string, DeliveryRow>> {
  if (channelIds.length === 0) return new Map();
  const table = notificationDeliveries;
  const rows = await db
    .selectDistinctOn([table.channelId])
    .from(table)
    .where(inArray(table.channelId, [...channelIds]))
    .orderBy(table.channelId, desc(table.createdAt), desc(table.id));
  return new Map(rows.map((row) => [row.channelId, row]));
}

/** A message with its channel, which may be gone. */
export async function readDelivery(
  db: OrmOrTx,
  id: string,
): Promise<{ delivery: DeliveryRow; channel: ChannelRow | null } | undefined> {
  const [row] = await db
    .select({ delivery: notificationDeliveries, channel: notificationChannels })
    .from(notificationDeliveries)
    .leftJoin(notificationChannels, eq(notificationChannels.id, notificationDeliveries.channelId))
    .where(eq(notificationDeliveries.id, id));
  return row;
}

type NewDelivery = {
  id: string;
  workspaceId: string;
  channelId: string;
  type: MessageType;
  told: Told;
  status: DeliveryStatus;
  runId?: string;
  approvalId?: string;
  attempts?: number;
  problem?: string | null;
  createdAt: Date;
  endedAt?: Date | null;
};

/** Writes messages; those that there are already stay as they are. */
export async function insertDeliveries(tx: OrmOrTx, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(notificationDeliveries)
    .values([...rows])
    .onConflictDoNothing();
}

export async function updateDelivery(
  tx: OrmOrTx,
  id: string,
  change: Partial<Omit<DeliveryRow, "id" | "workspaceId" | "channelId">>,
): Promise<void> {
  await tx.update(notificationDeliveries).set(change).where(eq(notificationDeliveries.id, id));
}

/** A message of a workspace, kept from others until the transaction ends. */
export async function lockDelivery(
  tx: Orm,
  { workspaceId, id }: OfWorkspace,
): Promise<DeliveryRow | undefined> {
  const table = notificationDeliveries;
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.workspaceId, workspaceId), eq(table.id, id)))
    .for("update");
  return row;
}

/** Channels with notices that wait for a digest, and the moment of the oldest of each. */
export async function readHeldChannels(
  db: OrmOrTx,
  limit: number,
): Promise<{ channel: ChannelRow | null; channelId: string; oldest: Date }[]> {
  const held = db
    .select({
      channelId: notificationDeliveries.channelId,
      oldest: sql<Date>`min(${notificationDeliveries.createdAt})`
        .mapWith(notificationDeliveries.createdAt)
        .as("oldest"),
    })
    .from(notificationDeliveries)
    .where(eq(notificationDeliveries.status, "held"))
    .groupBy(notificationDeliveries.channelId)
    .limit(limit)
    .as("held");
  return db
    .select({ channelId: held.channelId, oldest: held.oldest, channel: notificationChannels })
    .from(held)
    .leftJoin(notificationChannels, eq(notificationChannels.id, held.channelId));
}

/** Takes up to `limit` notices that a channel has gathered, the oldest first, out of those that wait. */
export async function takeHeld(tx: Orm, channelId: string, limit: number): Promise<DeliveryRow[]> {
  const table = notificationDeliveries;
  const rows = await tx
    .select()
    .from(table)
    .where(and(eq(table.channelId, channelId), eq(table.status, "held")))
    .orderBy(asc(table.createdAt), asc(table.id))
    .limit(limit)
    .for("update", { skipLocked: true });
  return rows;
}

export async function settleHeld(
  tx: Orm,
  ids: readonly string[],
  change: { status: DeliveryStatus; endedAt: Date },
): Promise<void> {
  await tx
    .update(notificationDeliveries)
    .set(change)
    .where(sql`${notificationDeliveries.id} = any(${writeArray(ids)}::text[])`);
}

/** Which of these gates still wait, those of drills too. */
export async function readOpenGates(
  db: OrmOrTx,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const list = sql`any(${writeArray(ids)}::text[])`;
  const [gates, samples] = await Promise.all([
    db
      .select({ id: approvals.id })
      .from(approvals)
      .where(and(sql`${approvals.id} = ${list}`, eq(approvals.status, "open"))),
    db
      .select({ id: drills.id })
      .from(drills)
      .where(and(sql`${drills.id} = ${list}`, eq(drills.status, "open"), gt(drills.expiresAt, now))),
  ]);
  return new Set([...gates, ...samples].map(({ id }) => id));
}

/** Removes messages of before a moment: how many those were. */
export async function removeOldDeliveries(db: OrmOrTx, before: Date): Promise<number> {
  const table = notificationDeliveries;
  const gone = await db.delete(table).where(lt(table.createdAt, before)).returning({ id: table.id });
  return gone.length;
}
