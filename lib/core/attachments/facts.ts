import { z } from "zod";

/** A file of a run as its events tell it; the content stays in the store (docs/agents.md, "Attachments"). */
export const attachmentFacts = z.object({
  id: z.string(),
  /** Unique within the run. */
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int().min(0),
  /** SHA-256 of the content. */
  digest: z.string(),
});
export type AttachmentFacts = z.infer<typeof attachmentFacts>;
