import { z } from "zod";
import { type AttachmentFacts, type AttachmentNote, attachmentNotes } from "@/lib/core/attachments";
import { readRun } from "../submit";
import { defineVerb } from "../verb";

type RunAttachment = AttachmentFacts & Pick<AttachmentNote, "kind" | "table">;

/** The files of a run, in the order in which they were given. Throws `not_found`. */
export const listAttachments = defineVerb({
  name: "attachments/list",
  capability: "view",
  description:
    "The files of a run: `{items}` with id, name, kind, size, digest, and the `table` that SQL finds one by",
  routes: [{ at: "GET /api/v1/runs/{id}/attachments", id: "runId" }],
  input: z.strictObject({ runId: z.string().max(200) }),
  async run({ ctx, input }): Promise<{ items: RunAttachment[] }> {
    const { attachments: files = [] } = (await readRun(ctx, input.runId)).state;
    const notes = attachmentNotes(files);
    const byName = new Map(notes.map((note) => [note.name, note]));
    return {
      items: files.map((file) => ({ ...file, ...(byName.get(file.name) as AttachmentNote) })),
    };
  },
});
