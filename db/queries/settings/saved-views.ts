import { and, asc, eq, sql } from "drizzle-orm";
import type { ViewPage } from "@/lib/core/inputs/saved-views";
import type { Orm } from "../../client";
import { savedViews } from "../../schema";

type Owner = { workspaceId: string; personId: string };
type NewSavedView = Owner & { id: string; page: ViewPage; name: string; query: string };

const ofOwner = ({ workspaceId, personId }: Owner) =>
  and(eq(savedViews.workspaceId, workspaceId), eq(savedViews.personId, personId));

const ofView = (view: Owner & { id: string }) => and(ofOwner(view), eq(savedViews.id, view.id));

/** Lets one change of a person's views come after another: what is checked first still holds when it is written. */
export async function lockViews(tx: Orm, { workspaceId, personId }: Owner): Promise<void> {
  const key = JSON.stringify(["saved_views", workspaceId, personId]);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** A person's views of a list, in the order in which they were made. */
export const readViews = (db: Orm, owner: Owner & { page: ViewPage }) =>
  db
    .select()
    .from(savedViews)
    .where(and(ofOwner(owner), eq(savedViews.page, owner.page)))
    .orderBy(asc(savedViews.createdAt), asc(savedViews.id));

/** Keeps a view; one of the same name and list is replaced. Gives its id. */
export async function saveView(tx: Orm, view: NewSavedView): Promise<string | undefined> {
  const { workspaceId, personId, page, name } = savedViews;
  const target = [workspaceId, personId, page, name];
  const [row] = await tx
    .insert(savedViews)
    .values(view)
    .onConflictDoUpdate({ target, set: { query: view.query } })
    .returning({ id: savedViews.id });
  return row?.id;
}

/** Whether there was such a view to rename. Another one must not have the name. */
export async function renameView(tx: Orm, view: Owner & { id: string; name: string }): Promise<boolean> {
  const rows = await tx
    .update(savedViews)
    .set({ name: view.name })
    .where(ofView(view))
    .returning({ id: savedViews.id });
  return rows.length > 0;
}

/** Whether there was such a view to remove. */
export async function removeView(tx: Orm, view: Owner & { id: string }): Promise<boolean> {
  const rows = await tx.delete(savedViews).where(ofView(view)).returning({ id: savedViews.id });
  return rows.length > 0;
}
