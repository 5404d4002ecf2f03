import { and, asc, eq, sql } from "drizzle-orm";
import type { MarkKind, MarkVerdict } from "@/lib/core/marks";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import type { Orm } from "../../client";
import { marks } from "../../schema";

type NewMark = {
  workspaceId: string;
  runId: string;
  kind: MarkKind;
  subject: string;
  taskId?: string;
  verdict: MarkVerdict;
  note: string;
  by: ActorRef;
  personId: string;
};
type MarkRow = typeof marks.$inferSelect;

/** Keeps a person's mark in the place of the one that they gave before. */
export async function saveMark(tx: Orm, mark: NewMark): Promise<void> {
  const { verdict, note, by } = mark;
  const at = sql`clock_timestamp()`;
  await tx
    .insert(marks)
    .values({ ...mark, at })
    .onConflictDoUpdate({
      target: [marks.runId, marks.subject, marks.personId],
      set: { verdict, note, by, at },
    });
}

/** The marks of a run, or of all runs of the workspace, oldest first. */
export const readMarks = (
  db: Orm,
  { workspaceId, runId }: { workspaceId: string; runId?: string },
): Promise<MarkRow[]> =>
  db
    .select()
    .from(marks)
    .where(and(eq(marks.workspaceId, workspaceId), runId === undefined ? undefined : eq(marks.runId, runId)))
    .orderBy(asc(marks.at), asc(marks.personId));
