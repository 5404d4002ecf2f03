import { z } from "zod";

/** A file may have this much: it is kept and sent as one value, which two processes hold in memory at a time. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** All files of a run together: as much as SQL over them takes into memory. */
export const MAX_RUN_BYTES = 50 * 1024 * 1024;
/** All files of a workspace that no run has taken yet: nobody fills the store with what nobody uses. */
export const MAX_WAITING_BYTES = 500 * 1024 * 1024;
/** Their names stand in one event, which has a size limit of its own. */
export const MAX_FILES = 20;
export const MAX_NAME_CHARS = 120;

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
