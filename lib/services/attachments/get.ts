import { z } from "zod";
import { readAttachments } from "@/db/queries/attachments";
import { defineVerb } from "../verb";
import { type AttachmentView, attachmentView, noAttachment } from "./view";

export const attachmentId = z.string().min(1).max(200);

/** What is known of a file. Throws `not_found`. */
export const getAttachment = defineVerb({
  name: "attachments/get",
  capability: "view",
  description: "What is known of a file",
  routes: [{ at: "GET /api/v1/attachments/{id}" }],
  input: z.strictObject({ id: attachmentId }),
  async run({ ctx, input: { id } }): Promise<AttachmentView> {
    const { workspaceId } = ctx.actor;
    const [row] = await readAttachments(ctx.db, { workspaceId, ids: [id] });
    if (!row) throw noAttachment(id);
    return attachmentView(row);
  },
});
