import { z } from "zod";
import { extendAttachments } from "@/db/queries/attachments";
import {
  type AttachmentFacts,
  formatBytes,
  MAX_FILES,
  MAX_RUN_BYTES,
  uniqueNames,
} from "@/lib/core/attachments";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { noAttachment } from "../attachments/view";
import type { ServiceContext } from "../context";

/** Ids of uploaded files, in the order in which the run is to have them. */
export const givenAttachmentsInput = z
  .array(z.string().min(1).max(200))
  .max(MAX_FILES, `A run may have ${MAX_FILES} files.`);

/**
 * The files of a new run, as its first event tells them. Throws `not_found` (none of this id in the workspace) and
 * `limit_exceeded` (all together).
 */
export async function attachmentFacts(
  ctx: ServiceContext,
  given: string[] | undefined,
): Promise<AttachmentFacts[] | undefined> {
  const ids = [...new Set(given)];
  if (ids.length === 0) return;
  const rows = await extendAttachments(ctx.db, { workspaceId: ctx.actor.workspaceId, ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const files = ids.map((id) => {
    const row = byId.get(id);
    if (!row) throw noAttachment(id);
    return row;
  });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > MAX_RUN_BYTES) throw overTotalSize(bytes);
  const names = uniqueNames(files.map(({ name }) => name));
  return files.map(({ id, name, mediaType, bytes: size, digest }, index) => ({
    ...{ id, name: names[index] ?? name, mediaType, bytes: size, digest },
  }));
}

const overTotalSize = (bytes: number) =>
  new DomainFailure(
    domainError(
      "limit_exceeded",
      `The files have ${formatBytes(bytes)} together; a run may have ${formatBytes(MAX_RUN_BYTES)}.`,
      { limitBytes: MAX_RUN_BYTES },
    ),
  );
