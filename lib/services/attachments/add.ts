import { createHash } from "node:crypto";
import { z } from "zod";
import { insertAttachment, readAttachments, readUnusedBytes } from "@/db/queries/attachments";
import {
  type AttachmentFacts,
  attachmentKind,
  cleanFileName,
  formatBytes,
  isDocument,
  isTable,
  MAX_FILE_BYTES,
  MAX_WAITING_BYTES,
  previewOf,
} from "@/lib/core/attachments";
import { DomainFailure, domainError, invalidInput } from "@/lib/core/errors";
import { decodeText } from "@/lib/tools/text-encoding";
import type { ServiceContext } from "../context";
import { idForKey, requireSameContent } from "../submit";
import { defineVerb } from "../verb";
import { type AttachmentView, attachmentView, noAttachment } from "./view";

/** Enough for the first lines. */
const PREVIEW_CHARS = 8_192;
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

/**
 * Throws `invalid_input` (empty, without a name, a type that is none, a table in an encoding that cannot be told),
 * `limit_exceeded` and `too_many_requests`.
 */
export const addAttachment = defineVerb({
  name: "attachments/add",
  capability: "operate",
  description:
    "Keeps a file for a run: the body is the file itself, under `application/octet-stream`; `type` is its media type. A file no run takes is removed after a day",
  routes: [
    {
      at: "POST /api/v1/attachments",
      file: "content",
      answer: "created",
      limit: "long",
    },
  ],
  keepsTexts: true,
  input: z.strictObject({
    name: z.string().max(1_000),
    /** Its media type, as the one who sends it believes. */
    type: z.string().max(200).default(""),
    content: z.custom<Uint8Array>((value) => value instanceof Uint8Array, "is no content of a file"),
  }),
  async run({ ctx, input }): Promise<AttachmentView> {
    const { content } = input;
    const name = cleanFileName(input.name);
    if (name === "") throw invalidInput("The file has no name: give it as `name`.");
    if (content.length === 0) throw invalidInput(`${name} is empty.`);
    if (content.length > MAX_FILE_BYTES) throw tooLarge(name, content.length);
    const mediaType = mediaTypeOf(input.type);
    const kind = attachmentKind({ name, mediaType });
    const decoded = isDocument(kind) && kind !== "pdf" ? decodeText(content) : { text: "" };
    if ("problem" in decoded && isTable(kind))
      throw invalidInput(`${name} cannot be read: ${decoded.problem}.`);
    const row = {
      workspaceId: ctx.actor.workspaceId,
      id: idForKey(ctx, "att"),
      name,
      mediaType,
      content,
      bytes: content.length,
      digest: createHash("sha256").update(content).digest("hex"),
      preview: previewOf(kind, "text" in decoded ? decoded.text.slice(0, PREVIEW_CHARS) : ""),
    };
    ctx.quotas.spend(ctx.actor, "uploadBytesPerMinute", content.length);
    await requireQuota(ctx, content.length);
    await ctx.transact((tx) => insertAttachment(tx, row));
    const [stored] = await readAttachments(ctx.db, { workspaceId: row.workspaceId, ids: [row.id] });
    if (!stored) throw noAttachment(row.id);
    requireSameContent(sent(stored), sent(row));
    return attachmentView(stored);
  },
});

async function requireQuota(ctx: ServiceContext, bytes: number): Promise<void> {
  const waiting = await readUnusedBytes(ctx.db, ctx.actor.workspaceId);
  if (waiting + bytes <= MAX_WAITING_BYTES) return;
  const limit = formatBytes(MAX_WAITING_BYTES);
  const message = `Files that no run has taken yet may have ${limit} together. Start the missions that they are for, or wait a day until they go.`;
  throw new DomainFailure(domainError("limit_exceeded", message, { limitBytes: MAX_WAITING_BYTES }));
}

function mediaTypeOf(type: string): string {
  const plain = type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (plain === "") return "application/octet-stream";
  if (MEDIA_TYPE.test(plain)) return plain;
  throw invalidInput("`type` is no media type such as text/csv.");
}

const tooLarge = (name: string, bytes: number) =>
  new DomainFailure(
    domainError(
      "limit_exceeded",
      `${name} has ${formatBytes(bytes)}; a file may have ${formatBytes(MAX_FILE_BYTES)}.`,
      { limitBytes: MAX_FILE_BYTES },
    ),
  );
const sent = ({ digest, name, mediaType }: AttachmentFacts) => ({ digest, name, mediaType });
