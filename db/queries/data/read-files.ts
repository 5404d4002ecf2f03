import { and, asc, eq, gt } from "drizzle-orm";
import type { OrmOrTx } from "../../client";
import { attachments } from "../../schema";

/** The next attached file of a workspace by its id, with what it holds; undefined after the last. */
export async function readNextFile(
  db: OrmOrTx,
  { workspaceId, afterId }: { workspaceId: string; afterId: string },
) {
  const [file] = await db
    .select({ id: attachments.id, content: attachments.content })
    .from(attachments)
    .where(and(eq(attachments.workspaceId, workspaceId), gt(attachments.id, afterId)))
    .orderBy(asc(attachments.id))
    .limit(1);
  return file;
}
