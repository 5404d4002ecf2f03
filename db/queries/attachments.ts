import { and, eq, gte, inArray, notExists, sql } from "drizzle-orm";
import type { Sql } from "postgres";
import type { OrmOrTx } from "../client";
import { attachments, runAttachments } from "../schema";

export type AttachmentRow = Omit<typeof attachments.$inferSelect, "content">;
type NewAttachment = Omit<typeof attachments.$inferInsert, "createdAt" | "keptUntil">;

const { content, ...FACTS } = {
  workspaceId: attachments.workspaceId,
  id: attachments.id,
  name: attachments.name,
  mediaType: attachments.mediaType,
  bytes: attachments.bytes,
  digest: attachments.digest,
  preview: attachments.preview,
  createdAt: attachments.createdAt,
  keptUntil: attachments.keptUntil,
  content: attachments.content,
};

/** How long a file waits for a run that takes it. */
const keptForADay = sql`now() + interval '1 day'`;

/** Keeps a file for a day; one with this id that is there already stays as it is. */
export async function insertAttachment(db: OrmOrTx, row: NewAttachment): Promise<void> {
  await db
    .insert(attachments)
    .values({ ...row, keptUntil: keptForADay })
    .onConflictDoNothing();
}

/** How much the files together have that wait for a run to take them. */
export async function readUnusedBytes(db: OrmOrTx, workspaceId: string): Promise<number> {
  const usedByRun = db
    .select({ one: sql`1` })
    .from(runAttachments)
    .where(
      and(
        eq(runAttachments.workspaceId, attachments.workspaceId),
        eq(runAttachments.attachmentId, attachments.id),
      ),
    );
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${attachments.bytes}), 0)::float8` })
    .from(attachments)
    .where(
      and(
        eq(attachments.workspaceId, workspaceId),
        gte(attachments.keptUntil, sql`now()`),
        notExists(usedByRun),
      ),
    );
  return row?.bytes ?? 0;
}

/** Files of the workspace by id, without their content; ids that are unknown there are left out. */
export async function readAttachments(
  db: OrmOrTx,
  { workspaceId, ids }: { workspaceId: string; ids: string[] },
): Promise<AttachmentRow[]> {
  if (ids.length === 0) return [];
  return db
    .select(FACTS)
    .from(attachments)
    .where(and(eq(attachments.workspaceId, workspaceId), inArray(attachments.id, ids)));
}

/** The same, and keeps each for another day: it will not go before the run that is about to take it is there. */
export async function extendAttachments(
  db: OrmOrTx,
  { workspaceId, ids }: { workspaceId: string; ids: string[] },
): Promise<AttachmentRow[]> {
  if (ids.length === 0) return [];
  return db
    .update(attachments)
    .set({ keptUntil: keptForADay })
    .where(and(eq(attachments.workspaceId, workspaceId), inArray(attachments.id, ids)))
    .returning(FACTS);
}

/** A file with its content; undefined when the workspace has none of this id. */
export async function readAttachment(
  db: OrmOrTx,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<(AttachmentRow & { content: Uint8Array }) | undefined> {
  const [row] = await db
    .select({ ...FACTS, content })
    .from(attachments)
    .where(and(eq(attachments.workspaceId, workspaceId), eq(attachments.id, id)));
  return row;
}

/** The same for a file that this run has taken. */
export async function readRunAttachment(
  db: OrmOrTx,
  { runId, id }: { runId: string; id: string },
): Promise<Uint8Array | undefined> {
  const [row] = await db
    .select({ content })
    .from(runAttachments)
    .innerJoin(
      attachments,
      and(
        eq(attachments.workspaceId, runAttachments.workspaceId),
        eq(attachments.id, runAttachments.attachmentId),
      ),
    )
    .where(and(eq(runAttachments.runId, runId), eq(runAttachments.attachmentId, id)));
  return row?.content;
}

/** Removes files that no run has taken in their time; one that a run is taking at this moment stays. */
export const sweepAttachments = (db: Sql) => db`
  delete from attachments where (workspace_id, id) in (
    select workspace_id, id from attachments as old
    where kept_until < now() and not exists (
      select from run_attachments as taken where taken.workspace_id = old.workspace_id and attachment_id = old.id
    )
    for update skip locked)`;
