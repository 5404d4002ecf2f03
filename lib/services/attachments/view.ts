import type { AttachmentRow } from "@/db/queries/attachments";
import { type AttachmentKind, attachmentKind } from "@/lib/core/attachments";
import { DomainFailure, domainError } from "@/lib/core/errors";

export type AttachmentView = {
  id: string;
  name: string;
  mediaType: string;
  kind: AttachmentKind;
  bytes: number;
  digest: string;
  createdAt: number;
};

export function attachmentView(row: AttachmentRow): AttachmentView {
  const { id, name, mediaType, bytes, digest, createdAt } = row;
  return { id, name, mediaType, kind: attachmentKind(row), bytes, digest, createdAt: createdAt.getTime() };
}

export const noAttachment = (id: string) =>
  new DomainFailure(
    domainError("not_found", `There is no attachment ${id}. One that no run takes is kept for a day.`),
  );
