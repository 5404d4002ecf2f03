export { formatBytes } from "../describe/bytes";
export { type AttachmentFacts, attachmentFacts } from "./facts";
export {
  type AttachmentKind,
  attachmentKind,
  isDocument,
  isTable,
  shownMediaType,
  type TableKind,
} from "./kind";
export {
  MAX_FILE_BYTES,
  MAX_FILES,
  MAX_NAME_CHARS,
  MAX_RUN_BYTES,
  MAX_SHOWN_BYTES,
  MAX_SHOWN_IMAGE_BYTES,
  MAX_WAITING_BYTES,
} from "./limits";
export { cleanFileName, tableNames, uniqueNames } from "./names";
export { type AttachmentNote, attachmentNotes, previewOf } from "./notes";
