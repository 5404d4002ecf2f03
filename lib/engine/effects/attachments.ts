import {
  type AttachmentFacts,
  type AttachmentNote,
  attachmentNotes,
  MAX_SHOWN_BYTES,
  MAX_SHOWN_IMAGE_BYTES,
  shownMediaType,
} from "@/lib/core/attachments";
import type { Attachments, ModelFile, ModelInfo, ModelMessage } from "@/lib/core/ports";
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

/** What prompts say of the run's files, with their first lines; undefined when it has none. */
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

/** The files that a model takes as they are, in the run's order, as far as a request has room for them. */
export async function shownFiles(
  { runId, reads, state }: Pick<EffectContext, "runId" | "reads" | "state">,
  info: ModelInfo | undefined,
): Promise<ModelFile[]> {
  const shown: ModelFile[] = [];
  let room = MAX_SHOWN_BYTES;
  for (const file of state().attachments ?? []) {
    const mediaType = takenAs(file, info);
    if (mediaType === undefined || file.bytes > room) continue;
    const content = await reads.attachment(runId, file.id);
    if (!content) continue;
    room -= file.bytes;
    const { name, digest } = file;
    shown.push({ name, mediaType, digest, base64: Buffer.from(content).toString("base64") });
  }
  return shown;
}

/** The notes with a mark on the files that the model is shown. */
export const markShown = (notes: readonly AttachmentNote[], files: readonly ModelFile[]): AttachmentNote[] =>
  notes.map((note) => (files.some(({ name }) => name === note.name) ? { ...note, shown: true } : note));

/** A conversation whose first message brings the files. */
export function withFiles(messages: ModelMessage[], files: ModelFile[]): ModelMessage[] {
  const [first, ...others] = messages;
  return first?.role === "user" && files.length > 0 ? [{ ...first, files }, ...others] : messages;
}

function takenAs(file: AttachmentFacts, info: ModelInfo | undefined): string | undefined {
  const mediaType = shownMediaType(file);
  if (mediaType === "application/pdf") return info?.pdf ? mediaType : undefined;
  return info?.images && file.bytes <= MAX_SHOWN_IMAGE_BYTES ? mediaType : undefined;
}
