import { cleanText, cutText } from "../text";
import { type AttachmentKind, isDocument } from "./kind";

const MAX_LINES = 5;
const MAX_LINE_CHARS = 300;
const MAX_CHARS = 600;

/** The first lines of a file of text, for prompts; empty for any other. `text` is its beginning or all of it. */
export function previewOf(kind: AttachmentKind, text: string): string {
  if (!isDocument(kind)) return "";
  const lines = cleanText(text)
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/, MAX_LINES)
    .map((line) => cutText(line, MAX_LINE_CHARS).trimEnd());
  return cutText(lines.join("\n"), MAX_CHARS).trim();
}
