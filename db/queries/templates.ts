import { and, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { STATUS_OF_FINISH } from "@/lib/core/run/status";
import { DEMO_TAG } from "@/lib/core/scenarios";
import type { TemplateKind } from "@/lib/core/templates/limits";
import type { TemplateOutcome } from "@/lib/core/templates/view";
import type { Orm, OrmOrTx } from "../client";
import { runs, templates } from "../schema";

export type StoredTemplate = typeof templates.$inferSelect;
type NewTemplate = Omit<typeof templates.$inferInsert, "createdAt" | "archivedAt">;
type TemplateKey = { workspaceId: string; id: string };

const ofTemplate = ({ workspaceId, id }: TemplateKey) =>
  and(eq(templates.workspaceId, workspaceId), eq(templates.id, id));

/** The newest version of each template of a workspace, by name. */
export async function readTemplates(
  db: OrmOrTx,
  {
    workspaceId,
    kind,
    archived,
  }: { workspaceId: string; kind?: TemplateKind | undefined; archived?: boolean },
): Promise<StoredTemplate[]> {
  const rows = await db
    .selectDistinctOn([templates.id])
    .from(templates)
    .where(
      and(
        eq(templates.workspaceId, workspaceId),
        kind && eq(templates.kind, kind),
        archived === undefined
          ? undefined
          : archived
            ? isNotNull(templates.archivedAt)
            : isNull(templates.archivedAt),
      ),
    )
    .orderBy(templates.id, desc(templates.version));
  return rows.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** All versions of a template, the newest first; none for an unknown one. */
export const readTemplateVersions = (db: OrmOrTx, of: TemplateKey): Promise<StoredTemplate[]> =>
  db.select().from(templates).where(ofTemplate(of)).orderBy(desc(templates.version));

const COMPLETED = sql.raw(
  Object.entries(STATUS_OF_FINISH)
    .filter(([, status]) => status === "completed")
    .map(([reason]) => `'${reason}'`)
    .join(", "),
);

/** What the runs of each version of these templates came to, the newest version first. Forks count for none. */
export async function readTemplateOutcomes(
  db: OrmOrTx,
  { workspaceId, ids }: { workspaceId: string; ids: string[] },
): Promise<Map<string, TemplateOutcome[]>> {
  if (ids.length === 0) return new Map();
  const ended = sql`${runs.finishedAt} is not null`;
  const rows = await db
    .select({
      id: sql<string>`${runs.templateId}`,
      version: sql<number>`${runs.templateVersion}`,
      runs: sql<number>`count(*)::int`,
      ended: sql<number>`(count(*) filter (where ${ended}))::int`,
      completed: sql<number>`(count(*) filter (where ${runs.finishReason} in (${COMPLETED})))::int`,
      simulated: sql<number>`(count(*) filter (where ${ended} and ${runs.tags} @> array[${DEMO_TAG}]::text[]))::int`,
    })
    .from(runs)
    .where(and(eq(runs.workspaceId, workspaceId), isNotNull(runs.templateId), inArray(runs.templateId, ids)))
    .groupBy(runs.templateId, runs.templateVersion)
    .orderBy(desc(runs.templateVersion));
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byId].map(([id, all]) => [id, all.map(({ id: _id, ...outcome }) => outcome)]));
}

/** Adds a version; false where somebody else has made it, or has the name. */
export async function insertTemplateVersion(tx: Orm, row: NewTemplate): Promise<boolean> {
  const added = await tx.insert(templates).values(row).onConflictDoNothing().returning({ id: templates.id });
  return added.length > 0;
}

/** Archives all versions of a template, or brings them back; false for an unknown one. */
export async function archiveTemplate(
  tx: Orm,
  { archived, ...of }: TemplateKey & { archived: boolean },
): Promise<boolean> {
  const changed = await tx
    .update(templates)
    .set({ archivedAt: archived ? sql`clock_timestamp()` : null })
    .where(ofTemplate(of))
    .returning({ id: templates.id });
  return changed.length > 0;
}
