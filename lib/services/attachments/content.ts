import { z } from "zod";
import { readAttachment } from "@/db/queries/attachments";
import { defineVerb } from "../verb";
import { attachmentId } from "./get";
import { type AttachmentView, attachmentView, noAttachment } from "./view";

/** A file with its content. Throws `not_found`. */
export const readContent = defineVerb({
  name: "attachments/content",
  capability: "view",
  description: "The file, to be kept and never shown in a browser",
  routes: [{ at: "GET /api/v1/attachments/{id}/content", answer: "attachment" }],
  input: z.strictObject({ id: attachmentId }),
  async run({ ctx, input: { id } }): Promise<AttachmentView & { content: Uint8Array }> {
    const row = await readAttachment(ctx.db, { workspaceId: ctx.actor.workspaceId, id });
    if (!row) throw noAttachment(id);
    return { ...attachmentView(row), content: row.content };
  },
});
