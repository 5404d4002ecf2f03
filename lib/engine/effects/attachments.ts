import { type AttachmentNote, attachmentNotes } from "@/lib/core/attachments";
import type { Attachments } from "@/lib/core/ports";
import type { EffectContext } from "./effect";

/** The files of the run as its tools may read them. */
export function toolAttachments({
  runId,
  reads,
  state,
}: Pick<EffectContext, "runId" | "reads" | "state">): Attachments {
  const files = state().attachments ?? [];
  return {
    list: () => attachmentNotes(files),
    async read(name) {
      const file = files.find((one) => one.name === name);
      return file && reads.attachment(runId, file.id);
    },
  };
}

/** What prompts are told of the run's files, with their first lines; undefined when it has none. */
export async function promptAttachments({
  reads,
  state,
}: Pick<EffectContext, "reads" | "state">): Promise<AttachmentNote[] | undefined> {
  const { workspaceId, attachments: files = [] } = state();
  if (files.length === 0) return;
  const previews = await reads.previews(
    workspaceId,
    files.map(({ id }) => id),
  );
  return attachmentNotes(files.map((file) => ({ ...file, preview: previews.get(file.id) ?? "" })));
}
